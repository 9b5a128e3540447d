import type { SerializedError } from '../../lib/errors.ts';
import type { FileId, ScoreReport, TaggedText, TagReport } from '../../workers/wire/payloads.ts';
import { createStore } from './create-store.ts';

/** A tagged text. It may differ from the current text of the box. */
export interface Tagged {
  text: string;
  result: TaggedText;
}

/** Scoring of the chosen corpus, or tagging of the chosen text. */
export type Scoring =
  | { phase: 'none' }
  | { phase: 'running'; id: FileId }
  | { phase: 'done'; id: FileId; report: ScoreReport }
  | { phase: 'tagged'; id: FileId; report: TagReport }
  | { phase: 'failed'; id: FileId; error: SerializedError };

/** The sentence box, and the file to score or tag. */
interface InspectStore {
  text: string;
  tagged: Tagged | undefined;
  tagError: SerializedError | undefined;
  /** The file chosen to be scored or tagged; undefined: the first suitable one. */
  chosen: FileId | undefined;
  scoring: Scoring;
}

const NO_ANSWER = { tagged: undefined, tagError: undefined };

export const useInspectStore = createStore<InspectStore>({
  text: '',
  ...NO_ANSWER,
  chosen: undefined,
  scoring: { phase: 'none' },
});

export function textTyped(text: string): void {
  useInspectStore.setState(text.trim() === '' ? { text, ...NO_ANSWER } : { text });
}

export function textTagged(tagged: Tagged): void {
  answered({ tagged, tagError: undefined });
}

export function taggingFailed(tagError: SerializedError): void {
  answered({ tagged: undefined, tagError });
}

/** Called when there is no model any more. */
export function answerCleared(): void {
  useInspectStore.setState(NO_ANSWER);
}

/** An empty box has no answer, even if one arrives after the box was emptied. */
function answered(answer: Pick<InspectStore, 'tagged' | 'tagError'>): void {
  useInspectStore.setState(({ text }) => (text.trim() === '' ? NO_ANSWER : answer));
}

export function fileChosen(chosen: FileId): void {
  useInspectStore.setState({ chosen, scoring: { phase: 'none' } });
}

export function scoringChanged(scoring: Scoring): void {
  useInspectStore.setState({ scoring });
}
