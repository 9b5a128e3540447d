import {
  isDecided,
  mergeAnnotations,
  resolvedSpans,
  type Choice,
} from '../../../../annotation/agreement/adjudication.ts';
import { EXPORT_EXTENSIONS, exportSentences, type ExportFormat } from '../../../../annotation/exchange/export-set.ts';
import { reduce } from '../../../../annotation/sets/reduce.ts';
import { emptySet, type NewSentence, type SpanType } from '../../../../annotation/sets/set.ts';
import { isSameSpan, spanAt, withoutSpan, withSpan, type TokenRange } from '../../../../annotation/spans/spans.ts';
import type { Span } from '../../../../data/corpus.ts';
import { saveFile } from '../../../ui/save-file.ts';
import { createSetOf } from '../sets/actions.ts';
import { fileName } from '../sets/file-name.ts';
import { atToken, editedRange, within, type Selection } from '../spans/selection.ts';
import {
  agreementClosed,
  choiceMade,
  conflictShown,
  decisionReset,
  draftChanged,
  sentenceEdited,
  typeUsed,
  useAgreementStore,
} from './store.ts';

const state = () => useAgreementStore.getState();

/** The comparison; undefined: there is none. */
function compared() {
  const { outcome } = state();
  return outcome.phase === 'done' ? outcome.compared : undefined;
}

/** The shown conflict. */
export function shownConflict() {
  return compared()?.conflicts[state().current];
}

export function showConflict(by: 1 | -1): void {
  const { conflicts } = compared() ?? { conflicts: [] };
  if (conflicts.length > 0) conflictShown((state().current + by + conflicts.length) % conflicts.length);
}

/** Shows the next undecided conflict, if there is one. */
function showNextUndecided(): void {
  const { current } = state();
  const { conflicts } = compared() ?? { conflicts: [] };
  const order = [...conflicts.slice(current + 1), ...conflicts.slice(0, current)];
  const next = order.find((conflict) => !isDecided(conflict, state()));
  conflictShown(next?.id ?? current);
}

export function choose(choice: Choice): void {
  const conflict = shownConflict();
  if (conflict === undefined) return;
  choiceMade(conflict, choice);
  showNextUndecided();
}

export function resetDecision(): void {
  const conflict = shownConflict();
  if (conflict !== undefined) decisionReset(conflict);
}

/** Starts editing the spans of the whole sentence: initially the decided ones, and for open conflicts those of the first annotation. */
export function startEditing(): void {
  const conflict = shownConflict();
  const { conflicts, pairs } = compared() ?? {};
  if (conflict === undefined || conflicts === undefined || pairs === undefined) return;
  const { choices, edited } = state();
  const here = conflicts.filter(({ sentence }) => sentence === conflict.sentence);
  const undecided = here.filter((one) => !isDecided(one, state()));
  const completed = new Map([...choices, ...undecided.map(({ id }) => [id, 'first'] as const)]);
  const spans = resolvedSpans(pairs[conflict.sentence]!, here, { choices: completed, edited });
  draftChanged({ spans, selection: atToken(conflict.start) });
}

export function select(selection: Selection): void {
  const { draft } = state();
  const conflict = shownConflict();
  const { length } = (conflict && compared()?.pairs[conflict.sentence]?.tokens) ?? [];
  if (draft !== undefined) draftChanged({ ...draft, selection: within(selection, length) });
}

/** Marks the selection, or the span of the selected token. A span that already has the type is removed. */
export function markSelection(type: string): void {
  changeDraft((spans, range) => {
    const span = { ...range, type };
    return spans.some((other) => isSameSpan(other, span)) ? withoutSpan(spans, span) : withSpan(spans, span);
  });
  typeUsed(type);
}

/** Marks one token with the last used type. */
export function markToken(token: number): void {
  select(atToken(token));
  const type = state().lastType ?? compared()?.types[0]?.name;
  if (type !== undefined) markSelection(type);
}

export function removeSelected(): void {
  changeDraft((spans, range) => withoutSpan(spans, range));
}

function changeDraft(change: (spans: readonly Span[], range: TokenRange) => Span[]): void {
  const { draft } = state();
  if (draft === undefined) return;
  const { spans, selection } = draft;
  draftChanged({ ...draft, spans: change(spans, editedRange(selection, spans)) });
}

/** The span at the selection. */
export function selectedSpan(): Span | undefined {
  const { draft } = state();
  return draft && spanAt(draft.spans, draft.selection.focus);
}

export function finishEditing(): void {
  const { draft } = state();
  const conflict = shownConflict();
  if (draft === undefined || conflict === undefined) return;
  sentenceEdited(conflict, draft.spans);
  showNextUndecided();
}

/** The merged annotation. */
function merged(): { name: string; sentences: NewSentence[]; types: readonly SpanType[] } | undefined {
  const result = compared();
  if (result === undefined) return undefined;
  const { names, sentences: sides, types } = result;
  const sentences = mergeAnnotations({ ...result, sides }, state());
  const [first, second] = names.map((name) => name.replace(/\.[a-z]{2,6}$/i, ''));
  return { name: `${first} + ${second}`, sentences, types };
}

/** Creates a set from the result, and opens it. */
export async function saveAsSet(): Promise<void> {
  const result = merged();
  if (result === undefined) return;
  await createSetOf(result.name, result.types, result.sentences);
  agreementClosed();
}

/** Saves the result as a file: for `conll`, the accepted sentences; for the other formats, all. */
export function saveAsFile(format: ExportFormat): void {
  const result = merged();
  if (result === undefined) return;
  const { sentences } = reduce(emptySet(result.name), { kind: 'import', sentences: result.sentences });
  const chosen = format === 'conll' ? sentences.filter(({ state }) => state === 'accepted') : sentences;
  saveFile(`${fileName(result.name)}${EXPORT_EXTENSIONS[format]}`, exportSentences(chosen, format), 'text/plain');
}
