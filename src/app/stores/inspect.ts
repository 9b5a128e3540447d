import { create } from 'zustand';
import type { SerializedError } from '../../lib/errors.ts';
import type { FileId, ScoreReport, TaggedText } from '../../workers/protocol.ts';

/** An answer of the model, with the text it is about: the box may have moved on. */
export interface Tagged {
  text: string;
  result: TaggedText;
}

export type Scoring =
  | { phase: 'none' }
  | { phase: 'running'; id: FileId }
  | { phase: 'done'; id: FileId; report: ScoreReport }
  | { phase: 'failed'; id: FileId; error: SerializedError };

/** What the model is asked: a sentence, a file. */
interface InspectStore {
  text: string;
  tagged: Tagged | undefined;
  tagError: SerializedError | undefined;
  /** The file chosen to be scored; undefined: the first that fits. */
  chosen: FileId | undefined;
  scoring: Scoring;
}

export const useInspectStore = create<InspectStore>()(() => ({
  text: '',
  tagged: undefined,
  tagError: undefined,
  chosen: undefined,
  scoring: { phase: 'none' },
}));

export function textTyped(text: string): void {
  useInspectStore.setState(({ tagged }) => ({ text, tagged: text.trim() === '' ? undefined : tagged }));
}

export function textTagged(tagged: Tagged): void {
  useInspectStore.setState({ tagged, tagError: undefined });
}

export function taggingFailed(tagError: SerializedError | undefined): void {
  useInspectStore.setState({ tagged: undefined, tagError });
}

export function fileChosen(chosen: FileId): void {
  useInspectStore.setState({ chosen, scoring: { phase: 'none' } });
}

export function scoringChanged(scoring: Scoring): void {
  useInspectStore.setState({ scoring });
}
