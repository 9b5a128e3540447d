import { type Action, type AnnotatedSentence, type AnnotationSet, reduce } from './set.ts';

/** A line of a set's log: what was done, undone or done again, and when. The log is only ever appended to. */
export type LogEntry = ({ kind: 'do'; action: Action } | { kind: 'undo' } | { kind: 'redo' }) & {
  /** Milliseconds since 1970. */
  at: number;
};

/** A set with all that can be undone, and done again. */
export interface History {
  set: AnnotationSet;
  /** The last action that was done; undefined if all is undone. */
  done: Step | undefined;
  /** Last undone last. */
  undone: readonly Action[];
}

/** An action and what it replaced: without a copy of the whole set, so that undo may reach back to the first action. */
interface Step {
  action: Action;
  replaced: Replaced;
  before: Step | undefined;
}

interface Replaced {
  /** As they were before an edit. */
  sentences: readonly AnnotatedSentence[];
  /** How many there were. */
  count: number;
  /** What else an action may change; sentences of their own only for a change of types. */
  whole: Omit<AnnotationSet, 'sentences'>;
}

export const startOf = (set: AnnotationSet): History => ({ set, done: undefined, undone: [] });

/** The history after a line of the log. Undo and redo change nothing where there is nothing to undo or redo. */
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
  return { sentences: action.kind === 'types' ? sentences : changed, count: sentences.length, whole };
}

function undo({ set, done, undone }: History): History {
  if (done === undefined) return { set, done, undone };
  const { replaced, action, before } = done;
  const sentences = set.sentences.slice(0, replaced.count);
  for (const sentence of replaced.sentences) sentences[sentence.id] = sentence;
  return { set: { ...replaced.whole, sentences }, done: before, undone: [...undone, action] };
}
