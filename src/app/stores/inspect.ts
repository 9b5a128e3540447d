import type { SerializedError } from '../../lib/errors.ts';
import type { FileId, ScoreReport, TaggedText, TagReport } from '../../workers/wire/payloads.ts';
import { createStore } from './create-store.ts';

/** An answer of the model, with the text it is about: the box may have moved on. */
export interface Tagged {
  text: string;
  result: TaggedText;
}

/** What is done with the chosen file: a corpus is scored, a text is tagged. */
export type Scoring =
  | { phase: 'none' }
  | { phase: 'running'; id: FileId }
  | { phase: 'done'; id: FileId; report: ScoreReport }
  | { phase: 'tagged'; id: FileId; report: TagReport }
  | { phase: 'failed'; id: FileId; error: SerializedError };

/** What the model is asked: a sentence, a file. */
interface InspectStore {
  text: string;
  tagged: Tagged | undefined;
  tagError: SerializedError | undefined;
  /** The file chosen to be scored or tagged; undefined: the first that fits. */
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

/** There is no model any more. */
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
