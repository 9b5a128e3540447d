import type { SerializedError } from '../../lib/errors.ts';
import { createStore } from './create-store.ts';

/** A message, shown until it is dismissed. */
export interface Notice {
  id: number;
  kind: 'error' | 'note';
  title: string;
  message: string;
  /** An optional action, which dismisses the message. */
  action?: { label: string; act: () => void };
}

interface NoticeStore {
  notices: Notice[];
  /** Id of the next notice. */
  nextId: number;
}

export const useNoticeStore = createStore<NoticeStore>({ notices: [], nextId: 1 });

/** Shows a message, unless an identical one is shown already. */
export function noticeAdded(notice: Omit<Notice, 'id'>): void {
  useNoticeStore.setState(({ notices, nextId }) => {
    const isShown = notices.some(({ title, message }) => title === notice.title && message === notice.message);
    return isShown ? {} : { notices: [...notices, { ...notice, id: nextId }], nextId: nextId + 1 };
  });
}

/** Shows what was attempted, and why it failed. A cancelled request is not a failure. */
export function failureReported(attempt: string, { code, message }: SerializedError): void {
  if (code === 'Cancelled') return;
  noticeAdded({ kind: 'error', title: `Could not ${attempt}`, message });
}

export function noticeDismissed(id: number): void {
  useNoticeStore.setState(({ notices }) => ({ notices: notices.filter((notice) => notice.id !== id) }));
}
