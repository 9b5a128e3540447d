import { decide, mark, remove, resize, retype, acceptSuggestion } from '../../../../annotation/spans/actions.ts';
import { canMerge, canSplit, shifted } from '../../../../annotation/sets/divide.ts';
import { markOccurrences, occurrencesOf } from '../../../../annotation/spans/mark-all.ts';
import { nextOpen } from '../../../../annotation/queue/next.ts';
import type { Action, AnnotatedSentence, SentenceEdit, SentenceState } from '../../../../annotation/sets/set.ts';
import { spanAt } from '../../../../annotation/spans/spans.ts';
import { openSuggestions, type Suggestion } from '../../../../annotation/spans/suggestions.ts';
import {
  reviewOpened,
  selectSentence,
  sentenceShown,
  suggestionsShown,
  tokensSelected,
  typeUsed,
  useAnnotationStore,
} from '../store.ts';
import { useAnnotationSetsStore } from '../sets/store.ts';
import { annotationLog } from '../storage/annotation-log.ts';
import { suggestionsFor } from '../learning/suggestions.ts';
import { atToken, editedRange, rangeOf, within, type Selection } from '../spans/selection.ts';

const state = () => useAnnotationStore.getState();
const set = () => state().history?.set;

function edit(edits: readonly (SentenceEdit | undefined)[]): void {
  const changes = edits.filter((change) => change !== undefined);
  if (changes.length > 0) annotationLog.do({ kind: 'edit', edits: changes });
}

/** Changes the current sentence. If its tokens change, the selection stays on the same words. */
function editCurrent(change: (sentence: AnnotatedSentence) => SentenceEdit | undefined): void {
  const sentence = selectSentence(state());
  if (sentence === undefined) return;
  const { anchor, focus } = state().selection;
  edit([change(sentence)]);
  const { length } = selectSentence(state())?.tokens ?? [];
  if (focus >= length || anchor >= length) tokensSelected(atToken(length - 1));
}

/** Shows a sentence with its current suggestions. */
export function show(id: number): void {
  const { current, visited } = state();
  showAfter(current === undefined || current === id ? visited : [...visited, current], id);
}

/** @param visited ids of previous sentences */
function showAfter(visited: readonly number[], id: number): void {
  const sentence = set()?.sentences[id];
  if (sentence === undefined) return;
  const suggested = suggestionsFor(sentence);
  const first = openSuggestions(sentence, suggested)[0]?.start ?? sentence.spans[0]?.start ?? 0;
  suggestionsShown(suggested);
  sentenceShown(id, visited, first);
}

/** Shows the next open sentence, if there is one. */
export function showNext(): void {
  const { history, queue, isDocumentOrder, current } = state();
  if (history === undefined) return;
  const next = nextOpen(history.set.sentences, isDocumentOrder ? undefined : queue, current);
  if (next !== undefined) show(next);
}

/** Shows the previously edited sentence. */
export function showPrevious(): void {
  const { visited } = state();
  const id = visited.at(-1);
  if (id !== undefined) showAfter(visited.slice(0, -1), id);
}

/** Shows the previous or next sentence of the text. */
export function showNeighbour(by: 1 | -1): void {
  const { current } = state();
  if (current !== undefined) show(current + by);
}

export function select(selection: Selection): void {
  const { tokens = [] } = selectSentence(state()) ?? {};
  if (tokens.length > 0) tokensSelected(within(selection, tokens.length));
}

/** The spans of the current sentence, decided or suggested. */
function spans() {
  const sentence = selectSentence(state());
  return sentence === undefined ? [] : [...sentence.spans, ...openSuggestions(sentence, state().suggested)];
}

/** The span at the selection, decided or suggested. */
export function selectedSpan() {
  return spanAt(spans(), state().selection.focus);
}

/** The suggestion at the selection. */
export function selectedSuggestion() {
  const sentence = selectSentence(state());
  return sentence && spanAt(openSuggestions(sentence, state().suggested), state().selection.focus);
}

/** Selects the next or previous span, decided or suggested. */
export function selectSpan(by: 1 | -1): void {
  const { focus, anchor } = state().selection;
  const sorted = spans().toSorted((a, b) => a.start - b.start);
  const at = Math.min(focus, anchor);
  const span = by === 1 ? sorted.find(({ start }) => start > at) : sorted.findLast(({ start }) => start < at);
  if (span !== undefined) select(atToken(span.start));
}

/** Marks the selection. A single token within a span stands for the span. */
export function markSelection(type: string): void {
  const range = editedRange(state().selection, spans());
  editCurrent((sentence) => mark(sentence, range, type));
  typeUsed(type);
}

/** Marks one token with the last used type. */
export function markToken(token: number): void {
  select(atToken(token));
  const type = state().lastType ?? set()?.types[0]?.name;
  if (type !== undefined) markSelection(type);
}

export function removeSelected(): void {
  editCurrent((sentence) => remove(sentence, state().selection.focus, state().suggested));
}

/** Accepts the suggestion at the selection. */
export function acceptSelected(): void {
  const suggestion = selectedSuggestion();
  if (suggestion !== undefined) editCurrent((sentence) => acceptSuggestion(sentence, suggestion));
}

export function retypeSelected(): void {
  const types = set()?.types.map(({ name }) => name) ?? [];
  editCurrent((sentence) => retype(sentence, state().selection.focus, state().suggested, types));
}

export function resizeSelected(side: 'start' | 'end', by: 1 | -1, unit: 'token' | 'character'): void {
  const { focus } = state().selection;
  editCurrent((sentence) => resize(sentence, focus, { side, by, unit }, state().suggested));
  const decided = selectSentence(state())?.spans ?? [];
  const at = state().selection.focus; // the tokens may have changed
  const span = spanAt(decided, at) ?? nearest(decided, at);
  if (span !== undefined) select(atToken(span.start));
}

function nearest<S extends { start: number; end: number }>(spans: readonly S[], token: number): S | undefined {
  return spans.find(({ start, end }) => start - 1 <= token && token <= end);
}

/** Sets the state of the sentence, and shows the next one. */
export function decideCurrent(decision: SentenceState): void {
  editCurrent((sentence) => {
    const change = decide(sentence, decision, state().suggested);
    const isSame = change.state === sentence.state && change.spans?.length === sentence.spans.length;
    return isSame ? undefined : change;
  });
  showNext();
}

/** Whether the open set is a part of a project, whose files keep sentences as they were added. */
function isShared(): boolean {
  const { id } = state();
  return useAnnotationSetsStore.getState().sets?.find((one) => one.id === id)?.project !== undefined;
}

/** Why sentences cannot be merged or split. */
export function whyFixed(): string | undefined {
  return isShared() ? 'Sentences of a project stay as they were added' : undefined;
}

/** Whether the current sentence can be merged with its neighbour. */
export function canMergeWith(by: 1 | -1): boolean {
  const { current, history } = state();
  if (current === undefined || history === undefined || isShared()) return false;
  return canMerge(history.set.sentences, by === 1 ? current : current - 1);
}

/** Merges the current sentence with its neighbour; what was suggested for both stays. */
export function mergeWith(by: 1 | -1): void {
  const { current, history, suggested, selection } = state();
  if (current === undefined || history === undefined || !canMergeWith(by)) return;
  const { sentences } = history.set;
  const [first, second] = by === 1 ? [current, current + 1] : [current - 1, current];
  const { length } = sentences[first]!.tokens;
  const of = (id: number) => (id === current ? suggested : suggestionsFor(sentences[id]!));
  const both = [
    ...of(first),
    ...shifted(of(second), length).map((one) => ({ ...one, alternatives: shifted(one.alternatives, length) })),
  ];
  annotationLog.do({ kind: 'merge', id: first });
  const moved = by === 1 ? 0 : length;
  replaceCurrent(first, both, { anchor: selection.anchor + moved, focus: selection.focus + moved });
}

/** Whether the current sentence can be split before the selected word. */
export function canSplitHere(): boolean {
  const sentence = selectSentence(state());
  return sentence !== undefined && canSplit(sentence, rangeOf(state().selection).start) && !isShared();
}

/** Splits the current sentence before the selected word, and stays at its beginning. */
export function splitHere(): void {
  const { current, suggested, selection } = state();
  if (current === undefined || !canSplitHere()) return;
  const at = rangeOf(selection).start;
  annotationLog.do({ kind: 'split', id: current, at });
  replaceCurrent(
    current,
    suggested.filter(({ end }) => end <= at),
    atToken(at - 1),
  );
}

function replaceCurrent(id: number, suggested: readonly Suggestion[], selection: Selection): void {
  suggestionsShown(suggested);
  sentenceShown(id, state().visited, 0);
  select(selection);
}

/** Reopens a decided sentence. */
export function reopenCurrent(): void {
  editCurrent(({ id }) => ({ id, state: 'open' }));
}

/** Undoes the last action, and shows the sentence that it changed. */
export function undo(): void {
  const action = state().history?.done?.action;
  annotationLog.undo();
  showChanged(action);
}

export function redo(): void {
  const action = state().history?.undone.at(-1);
  annotationLog.redo();
  showChanged(action);
}

function showChanged(action: Action | undefined): void {
  const { current, visited, history } = state();
  if (action?.kind === 'merge' || action?.kind === 'split') showAfter(visited, action.id);
  else if (action?.kind === 'edit' && action.edits[0] !== undefined && action.edits[0].id !== current) {
    show(action.edits[0].id);
  } else if (current === undefined || history?.set.sentences[current] === undefined) {
    sentenceShown(undefined, [], 0); // its import was undone or redone
    showNext();
  }
}

/** Lists other occurrences of the words of the selected span. */
export function reviewSelected(where: 'here' | 'everywhere'): void {
  const { history } = state();
  const sentence = selectSentence(state());
  const span = selectedSpan();
  if (sentence === undefined || history === undefined || span === undefined) return;
  const words = sentence.tokens.slice(span.start, span.end);
  const { document } = sentence.source;
  const { sentences } = history.set;
  const searched = where === 'everywhere' ? sentences : sentences.filter(({ source }) => source.document === document);
  const occurrences = occurrencesOf(words, span.type, searched);
  const chosen = new Set(occurrences.flatMap(({ overlapsSpan }, i) => (overlapsSpan ? [] : [i])));
  reviewOpened({ words, type: span.type, where, occurrences, chosen });
}

/** Marks the occurrences that are chosen in the list. */
export function markReviewed(): void {
  const { review, history } = state();
  if (review === undefined || history === undefined) return;
  const chosen = review.occurrences.filter((_, i) => review.chosen.has(i));
  edit(markOccurrences(chosen, review.type, history.set.sentences));
  reviewOpened(undefined);
}

/** Shows the next sentence of an opened set, or the first if all are decided. */
export function showFirst(): void {
  const { current, history } = useAnnotationStore.getState();
  if (current !== undefined || history === undefined || history.set.sentences.length === 0) return;
  showNext();
  if (useAnnotationStore.getState().current === undefined) show(0);
}
