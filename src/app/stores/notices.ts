import type { SerializedError } from '../../lib/errors.ts';
import { createStore } from './create-store.ts';

/** Something to read once, and to put away. */
export interface Notice {
  id: number;
  kind: 'error' | 'note';
  title: string;
  message: string;
}

interface NoticeStore {
  notices: Notice[];
}

let nextId = 1;

export const useNoticeStore = createStore<NoticeStore>({ notices: [] });

/** Tells something once: the same words are not repeated while they stand. */
export function noticed(notice: Omit<Notice, 'id'>): void {
  useNoticeStore.setState(({ notices }) => {
    const standing = notices.some(({ title, message }) => title === notice.title && message === notice.message);
    return standing ? { notices } : { notices: [...notices, { ...notice, id: nextId++ }] };
  });
}

/** What was tried, and why it failed. A cancelled request is no failure. */
export function failedTo(attempt: string, { code, message }: SerializedError): void {
  if (code === 'Cancelled') return;
  noticed({ kind: 'error', title: `Could not ${attempt}`, message });
}

export function noticeDismissed(id: number): void {
  useNoticeStore.setState(({ notices }) => ({ notices: notices.filter((notice) => notice.id !== id) }));
}
