import type { History } from '../../annotation/history.ts';
import type { Occurrence } from '../../annotation/mark-all.ts';
import type { NameList } from '../../annotation/names.ts';
import type { AnnotatedSentence, AnnotationSet } from '../../annotation/set.ts';
import type { TokenRange } from '../../annotation/spans.ts';
import type { Suggestion } from '../../annotation/suggestions.ts';
import type { TextsToAnnotate } from '../../workers/wire/payloads.ts';
import type { SetId } from './annotation-sets.ts';
import { createStore } from './create-store.ts';

/** The set that is annotated, and where in it a person is. */
interface AnnotationStore {
  id: SetId | undefined;
  /** Undefined: no set is open. */
  history: History | undefined;
  /** The sentence that is edited, by its id. */
  current: number | undefined;
  /** Those that were edited before, last one last: for Back. */
  visited: readonly number[];
  /** Of the current sentence, as they were when it was shown: nothing is accepted that appeared later. */
  suggested: readonly Suggestion[];
  /** Where the selection began, and the token at which it ends: the same if one token is selected. */
  anchor: number;
  focus: number;
  /** What a double click marks. */
  lastType: string | undefined;
  /** Order of the open sentences, by their ids; undefined: document order. */
  queue: readonly number[] | undefined;
  isDocumentOrder: boolean;
  names: { file: string; count: number; list: NameList } | undefined;
  /** What is to be marked everywhere. */
  review: Review | undefined;
  /** What could not be used of the text that was source in last. */
  unusable: Pick<TextsToAnnotate, 'problems' | 'moreProblems' | 'rejected'> | undefined;
  /** Text is being read. */
  isReading: boolean;
}

export interface Review {
  words: readonly string[];
  type: string;
  where: 'here' | 'everywhere';
  occurrences: readonly Occurrence[];
  /** Indices of those that will be marked. */
  chosen: ReadonlySet<number>;
}

const CLOSED = {
  id: undefined,
  history: undefined,
  current: undefined,
  visited: [],
  suggested: [],
  anchor: 0,
  focus: 0,
  lastType: undefined,
  queue: undefined,
  names: undefined,
  review: undefined,
  unusable: undefined,
};

export const useAnnotationStore = createStore<AnnotationStore>({
  ...CLOSED,
  isDocumentOrder: false,
  isReading: false,
});

export function setOpened(id: SetId, history: History): void {
  useAnnotationStore.setState({ ...CLOSED, id, history });
}

export function setClosed(): void {
  useAnnotationStore.setState(CLOSED);
}

export function historyChanged(history: History): void {
  useAnnotationStore.setState({ history });
}

/** Another sentence is edited. @param visited those before it */
export function sentenceShown(current: number | undefined, visited: readonly number[], token: number): void {
  useAnnotationStore.setState({ current, visited, anchor: token, focus: token, review: undefined });
}

export function suggestionsShown(suggested: readonly Suggestion[]): void {
  useAnnotationStore.setState({ suggested });
}

export function tokensSelected(anchor: number, focus: number): void {
  useAnnotationStore.setState({ anchor, focus });
}

export function typeUsed(lastType: string): void {
  useAnnotationStore.setState({ lastType });
}

export function queueOrdered(queue: readonly number[] | undefined): void {
  useAnnotationStore.setState({ queue });
}

export function orderChosen(isDocumentOrder: boolean): void {
  useAnnotationStore.setState({ isDocumentOrder });
}

export function namesLoaded(names: AnnotationStore['names']): void {
  useAnnotationStore.setState({ names });
}

export function reviewOpened(review: Review | undefined): void {
  useAnnotationStore.setState({ review });
}

export function occurrenceToggled(index: number): void {
  useAnnotationStore.setState(({ review }) => {
    if (review === undefined) return {};
    const chosen = new Set(review.chosen);
    if (!chosen.delete(index)) chosen.add(index);
    return { review: { ...review, chosen } };
  });
}

export function readingTexts(isReading: boolean): void {
  useAnnotationStore.setState({ isReading });
}

export function unusableFound(unusable: AnnotationStore['unusable']): void {
  useAnnotationStore.setState({ unusable });
}

export const selectSet = ({ history }: AnnotationStore): AnnotationSet | undefined => history?.set;

export const selectSentence = ({ history, current }: AnnotationStore): AnnotatedSentence | undefined =>
  current === undefined ? undefined : history?.set.sentences[current];

/** The tokens between anchor and focus. */
export function selectedRange({ anchor, focus }: Pick<AnnotationStore, 'anchor' | 'focus'>): TokenRange {
  return { start: Math.min(anchor, focus), end: Math.max(anchor, focus) + 1 };
}
