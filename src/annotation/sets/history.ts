import { reduce } from './reduce.ts';
import type { Action, AnnotatedSentence, AnnotationSet } from './set.ts';

/** An entry of a set's log: an action, undo or redo, with its time. The log is append-only. */
export type LogEntry = ({ kind: 'do'; action: Action } | { kind: 'undo' } | { kind: 'redo' }) & {
  /** Milliseconds since 1970. */
  at: number;
};

/** A set with its undo and redo stacks. */
export interface History {
  set: AnnotationSet;
  /** The last action; undefined if there is nothing to undo. */
  done: Step | undefined;
  /** Undone actions; the one undone last is last. */
  undone: readonly Action[];
}

/** An action and what it replaced. Without a copy of the whole set, undo can reach back to the first action. */
interface Step {
  action: Action;
  replaced: Replaced;
  before: Step | undefined;
}

interface Replaced {
  /** The edited sentences as they were before. */
  sentences: readonly AnnotatedSentence[];
  /** The number of sentences before. */
  count: number;
  /** Everything else that an action may change. */
  whole: Omit<AnnotationSet, 'sentences'>;
}

export const startOf = (set: AnnotationSet): History => ({ set, done: undefined, undone: [] });

/** The history after a log entry. Undo and redo do nothing if there is nothing to undo or redo. */
export function advance(history: History, entry: LogEntry): History {
  switch (entry.kind) {
    case 'do':
      return { ...perform(history, entry.action), undone: [] };
    case 'undo':
      return undo(history);
    case 'redo': {
      const action = history.undone.at(-1);
      return action === undefined ? history : { ...perform(history, action), undone: history.undone.slice(0, -1) };
    }
    default:
      return entry satisfies never;
  }
}

function perform({ set, done, undone }: History, action: Action): History {
  return { set: reduce(set, action), done: { action, replaced: replacedBy(set, action), before: done }, undone };
}

function replacedBy(set: AnnotationSet, action: Action): Replaced {
  const { sentences, ...whole } = set;
  const changed = action.kind === 'edit' ? action.edits.flatMap(({ id }) => sentences[id] ?? []) : [];
  const isOfAll = action.kind === 'types' || action.kind === 'merge' || action.kind === 'split';
  return { sentences: isOfAll ? sentences : changed, count: sentences.length, whole };
}

function undo({ set, done, undone }: History): History {
  if (done === undefined) return { set, done, undone };
  const { replaced, action, before } = done;
  const sentences = set.sentences.slice(0, replaced.count);
  for (const sentence of replaced.sentences) sentences[sentence.id] = sentence;
  return { set: { ...replaced.whole, sentences }, done: before, undone: [...undone, action] };
}
