import type { SerializedError } from '../../lib/errors.ts';
import type { Milliseconds } from '../../lib/units.ts';
import { createStore } from './create-store.ts';

/** A message, shown until it is dismissed, or is not true any more. A note also expires. */
export interface Notice {
  id: number;
  /** When it was last given, in milliseconds since 1970. */
  at: Milliseconds;
  kind: 'error' | 'note';
  title: string;
  message: string;
  /** What it is about: a later notice of the same topic replaces it. */
  topic?: NoticeTopic;
  /**
   * Whether it is still true; without it, it is about something that happened. Asked when a store that it reads
   * changes.
   */
  holds?: () => boolean;
  /** An optional action, which dismisses the message. */
  action?: { label: string; act: () => void };
}

export type NoticeTopic = 'recipe fit' | 'settings of a model' | 'unused file' | 'missing part' | 'text of a file';

interface NoticeStore {
  /** The oldest first. */
  notices: Notice[];
  /** Id of the next notice. */
  nextId: number;
}

export const useNoticeStore = createStore<NoticeStore>({ notices: [], nextId: 1 });

/** Shows a message. A notice with the same title that has no action, or of the same topic, becomes part of this one. */
export function noticeAdded(notice: Omit<Notice, 'id' | 'at'>): void {
  useNoticeStore.setState(({ notices, nextId }) => {
    const isEarlier = (other: Notice) =>
      notice.topic === undefined
        ? other.kind === notice.kind && other.title === notice.title && !other.action && !notice.action
        : other.topic === notice.topic;
    const earlier = notices.find(isEarlier);
    const message = earlier === undefined || notice.topic ? notice.message : joined(earlier.message, notice.message);
    const others = notices.filter((other) => other !== earlier);
    return { notices: [...others, { ...notice, message, id: nextId, at: Date.now() }], nextId: nextId + 1 };
  });
}

/** Two messages as lines, without repetition. */
function joined(earlier: string, message: string): string {
  const lines = earlier.split('\n');
  return lines.includes(message) ? earlier : `${earlier}\n${message}`;
}

/** Shows what was attempted, and why it failed. A cancelled request is not a failure. */
export function failureReported(attempt: string, { code, message }: SerializedError): void {
  if (code === 'Cancelled') return;
  noticeAdded({ kind: 'error', title: `Could not ${attempt}`, message });
}

export function noticeDismissed(id: number): void {
  useNoticeStore.setState(({ notices }) => ({ notices: notices.filter((notice) => notice.id !== id) }));
}

export function noticesDismissed(): void {
  useNoticeStore.setState({ notices: [] });
}

/** What failed before was done: its failure is no longer true. @param before id of the first notice that stays */
export function failureOver(attempt: string, before = Infinity): void {
  keep(({ id, title }) => title !== `Could not ${attempt}` || id >= before);
}

/** The notices with a title are no longer true. */
export function noticesWithdrawn(title: string): void {
  keep((notice) => notice.title !== title);
}

/** Removes the notices that are not true any more. */
export function noticesChecked(): void {
  keep(({ holds }) => holds === undefined || holds());
}

/** Removes the notes that were given before `time`. Errors stay. */
export function notesExpired(time: Milliseconds): void {
  keep(({ kind, at }) => kind === 'error' || at > time);
}

function keep(isKept: (notice: Notice) => boolean): void {
  useNoticeStore.setState(({ notices }) => {
    const left = notices.filter(isKept);
    return left.length === notices.length ? {} : { notices: left };
  });
}

/** The latest error, then the others, the latest first: what was just done is never behind several errors. */
export function byImportance<N extends Pick<Notice, 'kind' | 'at'>>(notices: readonly N[]): N[] {
  const latest = notices.toReversed().toSorted((a, b) => b.at - a.at);
  const errors = latest.filter(({ kind }) => kind === 'error').slice(0, 1);
  return [...errors, ...latest.filter((notice) => !errors.includes(notice))];
}
