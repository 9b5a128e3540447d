import { renumberedList, renumbering } from '../../../annotation/sets/divide.ts';
import type { History, LogEntry } from '../../../annotation/sets/history.ts';
import type { Occurrence } from '../../../annotation/spans/mark-all.ts';
import { advanceWork, NO_WORK, type WorkLog } from '../../../annotation/queue/pace.ts';
import type { AnnotatedSentence, AnnotationSet } from '../../../annotation/sets/set.ts';
import type { Suggestion } from '../../../annotation/spans/suggestions.ts';
import type { TextsToAnnotate } from '../../../workers/wire/payloads.ts';
import type { SetId } from './sets/store.ts';
import { atToken, type Selection } from './spans/selection.ts';
import { createStore } from '../../stores/create-store.ts';

/** The open set, and the user's position in it. */
interface AnnotationStore {
  id: SetId | undefined;
  /** Undefined: no set is open. */
  history: History | undefined;
  /** The times that the user took for its sentences. */
  work: WorkLog;
  /** Id of the current sentence. */
  current: number | undefined;
  /** Ids of previous sentences, the last one last: for Back. */
  visited: readonly number[];
  /** Suggestions of the current sentence when it was shown. Later ones are ignored, so that they are not accepted unseen. */
  suggested: readonly Suggestion[];
  selection: Selection;
  /** The type that a double click marks. */
  lastType: string | undefined;
  /** Ids of the open sentences in order; undefined: document order. */
  queue: readonly number[] | undefined;
  isDocumentOrder: boolean;
  /** The list of occurrences to mark. */
  review: Review | undefined;
  /** Problems of the last text that was added. */
  unusable: Pick<TextsToAnnotate, 'problems' | 'moreProblems' | 'rejected'> | undefined;
  /** Whether text is being read. */
  isReading: boolean;
  areKeysShown: boolean;
}

export interface Review {
  words: readonly string[];
  type: string;
  where: 'here' | 'everywhere';
  occurrences: readonly Occurrence[];
  /** Indices of the occurrences to mark. */
  chosen: ReadonlySet<number>;
}

const CLOSED = {
  id: undefined,
  history: undefined,
  work: NO_WORK,
  current: undefined,
  visited: [],
  suggested: [],
  selection: atToken(0),
  lastType: undefined,
  queue: undefined,
  review: undefined,
  unusable: undefined,
};

export const useAnnotationStore = createStore<AnnotationStore>({
  ...CLOSED,
  isDocumentOrder: false,
  isReading: false,
  areKeysShown: false,
});

export function setOpened(id: SetId, history: History, entries: readonly LogEntry[] = []): void {
  useAnnotationStore.setState({ ...CLOSED, id, history, work: entries.reduce(advanceWork, NO_WORK) });
}

export function setClosed(): void {
  useAnnotationStore.setState(CLOSED);
}

/** @param entry the user's, if it is the only change */
export function historyChanged(history: History, entry?: LogEntry): void {
  useAnnotationStore.setState((store) => ({
    ...placesAfter(store, history.set.sentences),
    history,
    work: entry === undefined ? store.work : advanceWork(store.work, entry),
  }));
}

/** Where the user is, and what comes next, by the new numbers of the sentences. */
function placesAfter(
  { history, current, visited, queue }: AnnotationStore,
  after: readonly AnnotatedSentence[],
): Partial<AnnotationStore> {
  const before = history?.set.sentences;
  if (before === undefined || before.length === after.length) return {};
  const change = renumbering(before, after);
  return {
    current: current === undefined ? undefined : (change.to(current) ?? current),
    visited: visited.flatMap((id) => change.to(id) ?? []),
    queue: queue && renumberedList(queue, change),
  };
}

/** Shows another sentence. @param visited ids of previous sentences */
export function sentenceShown(current: number | undefined, visited: readonly number[], token: number): void {
  useAnnotationStore.setState({ current, visited, selection: atToken(token), review: undefined });
}

export function suggestionsShown(suggested: readonly Suggestion[]): void {
  useAnnotationStore.setState({ suggested });
}

export function tokensSelected(selection: Selection): void {
  useAnnotationStore.setState({ selection });
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

export function keysShown(areKeysShown: boolean): void {
  useAnnotationStore.setState({ areKeysShown });
}

export function unusableFound(unusable: AnnotationStore['unusable']): void {
  useAnnotationStore.setState({ unusable });
}

export const selectSet = ({ history }: AnnotationStore): AnnotationSet | undefined => history?.set;

export const selectSentence = ({ history, current }: AnnotationStore): AnnotatedSentence | undefined =>
  current === undefined ? undefined : history?.set.sentences[current];
