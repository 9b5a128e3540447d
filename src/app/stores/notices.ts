import type { SerializedError } from '../../lib/errors.ts';
import type { Milliseconds } from '../../lib/units.ts';
import { createStore } from './create-store.ts';

/** A message, shown until it is dismissed, or its cause is gone. A note also expires. */
export interface Notice {
  id: number;
  /** When it was last given, in milliseconds since 1970. */
  at: Milliseconds;
  kind: 'error' | 'note';
  title: string;
  message: string;
  /** What it is about: a later notice of the same topic replaces it, and it is withdrawn when its cause is gone. */
  topic?: NoticeTopic;
  /** An optional action, which dismisses the message. */
  action?: { label: string; act: () => void };
}

export type NoticeTopic = 'recipe fit' | 'settings of a model' | 'unused file' | 'missing part';

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

/** The cause of the notices of a topic is gone. */
export function noticesWithdrawn(topic: NoticeTopic): void {
  useNoticeStore.setState(({ notices }) =>
    notices.some((notice) => notice.topic === topic)
      ? { notices: notices.filter((notice) => notice.topic !== topic) }
      : {},
  );
}

/** Removes the notes that were given before `time`. Errors stay. */
export function notesExpired(time: Milliseconds): void {
  useNoticeStore.setState(({ notices }) => {
    const left = notices.filter(({ kind, at }) => kind === 'error' || at > time);
    return left.length === notices.length ? {} : { notices: left };
  });
}

/** The notices, the most important first: errors before notes, each the latest first. */
export function byImportance(notices: readonly Notice[]): Notice[] {
  const ofKind = (wanted: Notice['kind']) => notices.filter(({ kind }) => kind === wanted).toReversed();
  return [...ofKind('error'), ...ofKind('note')];
}
