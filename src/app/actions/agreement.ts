import { compareAnnotations } from '../../annotation/agreement.ts';
import { conflictsOf, isDecided, mergeAnnotations, resolvedSpans, type Choice } from '../../annotation/adjudication.ts';
import { alignSentences } from '../../annotation/alignment.ts';
import { EXPORT_EXTENSIONS, exportSentences, type ExportFormat } from '../../annotation/export-set.ts';
import { unpackSentences } from '../../annotation/packed-sentences.ts';
import { DEFAULT_TYPES, reduce, emptySet, spanTypes, type NewSentence, type SpanType } from '../../annotation/set.ts';
import { isSameSpan, spanAt, withoutSpan, withSpan, type TokenRange } from '../../annotation/spans.ts';
import type { Span } from '../../data/corpus.ts';
import { serializeError, StudioError } from '../../lib/errors.ts';
import { forEachInSlices } from '../../lib/event-loop.ts';
import { ask } from '../bridge.ts';
import { saveFile } from '../save-file.ts';
import {
  agreementChanged,
  agreementClosed,
  choiceMade,
  conflictShown,
  decisionReset,
  ownEdited,
  ownWritten,
  useAgreementStore,
  type AnnotationSource,
  type FoundAgreement,
  type ReadAnnotations,
} from '../stores/agreement.ts';
import { annotationLog, historyOf } from './annotation-log.ts';
import { createSetOf, fileName } from './annotation-sets.ts';
import { LatestTask } from './tasks.ts';

const comparing = new LatestTask();

/** Compares two annotations of the same text, each a set or a file. */
export async function compareSources(sources: readonly [AnnotationSource, AnnotationSource]): Promise<void> {
  agreementChanged({ phase: 'reading' });
  await comparing.run(
    async () => {
      const sides = [await readSource(sources[0]), await readSource(sources[1])] as const;
      const sentences = [sides[0].sentences, sides[1].sentences] as const;
      const alignment = alignSentences(...sentences);
      if (alignment.pairs.length === 0) {
        throw new StudioError(
          'BadCorpus',
          `${sources[0].name} and ${sources[1].name} have no sentence in common. Choose two annotations of the same text.`,
        );
      }
      const types = commonTypes(sides.flatMap((side) => side.types), sentences.flat()); // prettier-ignore
      return found({ names: distinctNames(sources), sentences, types, alignment }, false);
    },
    (agreement) => agreementChanged({ phase: 'done', found: agreement }),
    (cause) => agreementChanged({ phase: 'failed', error: serializeError(cause) }),
  );
}

/** Repeats the comparison. @param isOpenCounted whether open sentences count as annotated */
export function countOpenSentences(isOpenCounted: boolean): void {
  const agreement = current()?.found;
  if (agreement !== undefined)
    agreementChanged({ phase: 'done', found: found(agreement, isOpenCounted) }, isOpenCounted);
}

/** Two files may have the same name, in two folders. */
function distinctNames([first, second]: readonly [AnnotationSource, AnnotationSource]): [string, string] {
  return first.name === second.name ? [`${first.name} (1)`, `${second.name} (2)`] : [first.name, second.name];
}

interface ReadSide {
  sentences: readonly NewSentence[];
  types: readonly SpanType[];
}

async function readSource(source: AnnotationSource): Promise<ReadSide> {
  if (source.kind === 'set') return (await historyOf(await annotationLog.lines(source.id))).set;
  const params = source.kind === 'file' ? { files: [source.file], ids: [] } : { files: [], ids: [source.id] };
  const answer = await ask('readTexts', params);
  const [rejected] = answer.rejected;
  if (rejected !== undefined) throw new StudioError('BadInput', rejected.error.message);
  const sentences: NewSentence[] = [];
  await forEachInSlices(unpackSentences(answer.sentences), (sentence) => sentences.push(sentence));
  return { sentences, types: [] };
}

/** Types of the sets with their keys and colours, then those of the files. */
function commonTypes(known: readonly SpanType[], sentences: readonly NewSentence[]): SpanType[] {
  const names = new Set(sentences.flatMap(({ spans }) => spans.map(({ type }) => type)));
  const own = known.filter(({ name }, i) => known.findIndex((type) => type.name === name) === i);
  const usual = DEFAULT_TYPES.filter(({ name }) => names.has(name));
  const isClear = own.every((type, i) => own.findIndex(({ key }) => key === type.key) === i);
  return spanTypes([...names], own.length === 0 ? usual : isClear ? own : spanTypes(own.map(({ name }) => name)));
}

function found(read: ReadAnnotations, isOpenCounted: boolean): FoundAgreement {
  const { sentences, alignment } = read;
  const isCounted = ({ state }: NewSentence) => state === 'accepted' || (isOpenCounted && state === 'open');
  const compared = alignment.pairs.flatMap(({ first, second }, index) =>
    isCounted(sentences[0][first]!) && isCounted(sentences[1][second]!) ? [index] : [],
  );
  const pairs = compared.map((index) => alignment.pairs[index]!);
  const comparison = compareAnnotations(pairs);
  return { ...read, compared, pairs, comparison, conflicts: conflictsOf(comparison.differences) };
}

function current() {
  const { outcome, current: id } = useAgreementStore.getState();
  if (outcome.phase !== 'done') return undefined;
  return { found: outcome.found, conflict: outcome.found.conflicts[id] };
}

export function showConflict(by: 1 | -1): void {
  const { current: id } = useAgreementStore.getState();
  const { conflicts } = current()?.found ?? { conflicts: [] };
  if (conflicts.length > 0) conflictShown((id + by + conflicts.length) % conflicts.length);
}

/** Shows the next undecided conflict, if there is one. */
function showNextUndecided(): void {
  const state = useAgreementStore.getState();
  const { conflicts } = current()?.found ?? { conflicts: [] };
  const order = [...conflicts.slice(state.current + 1), ...conflicts.slice(0, state.current)];
  const next = order.find((conflict) => !isDecided(conflict, state));
  conflictShown(next?.id ?? state.current);
}

export function choose(choice: Choice): void {
  const { conflict } = current() ?? {};
  if (conflict === undefined) return;
  choiceMade(conflict, choice);
  showNextUndecided();
}

export function resetDecision(): void {
  const { conflict } = current() ?? {};
  if (conflict !== undefined) decisionReset(conflict);
}

/** Starts editing the spans of the whole sentence: initially the decided ones, and for open conflicts those of the first annotation. */
export function editOwn(): void {
  const state = useAgreementStore.getState();
  const { found: agreement, conflict } = current() ?? {};
  if (agreement === undefined || conflict === undefined) return;
  const here = agreement.conflicts.filter(({ sentence }) => sentence === conflict.sentence);
  const undecided = here.filter((one) => !isDecided(one, state));
  const choices = new Map([...state.choices, ...undecided.map(({ id }) => [id, 'first'] as const)]);
  const spans = resolvedSpans(agreement.pairs[conflict.sentence]!, here, { choices, own: state.own });
  ownEdited({ spans, anchor: conflict.start, focus: conflict.start });
}

export function selectOwn(anchor: number, focus: number): void {
  const { editing } = useAgreementStore.getState();
  const { found: agreement, conflict } = current() ?? {};
  if (editing === undefined || agreement === undefined || conflict === undefined) return;
  const last = agreement.pairs[conflict.sentence]!.tokens.length - 1;
  const within = (token: number) => Math.max(0, Math.min(last, token));
  ownEdited({ ...editing, anchor: within(anchor), focus: within(focus) });
}

/** Marks the selection, or the span of the selected token. A span that already has the type is removed. */
export function markOwn(type: string): void {
  changeOwn((spans, range) => {
    const span = { ...range, type };
    return spans.some((other) => isSameSpan(other, span)) ? withoutSpan(spans, span) : withSpan(spans, span);
  });
}

export function removeOwn(): void {
  changeOwn((spans, range) => withoutSpan(spans, range));
}

function changeOwn(change: (spans: readonly Span[], range: TokenRange) => Span[]): void {
  const { editing } = useAgreementStore.getState();
  if (editing === undefined) return;
  const { spans, anchor, focus } = editing;
  const whole = anchor === focus ? spanAt(spans, focus) : undefined;
  const range = { start: Math.min(anchor, focus), end: Math.max(anchor, focus) + 1 };
  ownEdited({ ...editing, spans: change(spans, whole ? { start: whole.start, end: whole.end } : range) });
}

export function finishOwn(): void {
  const { editing } = useAgreementStore.getState();
  const { conflict } = current() ?? {};
  if (editing === undefined || conflict === undefined) return;
  ownWritten(conflict, editing.spans);
  showNextUndecided();
}

/** The merged annotation. */
function merged(): { name: string; sentences: NewSentence[]; types: readonly SpanType[] } | undefined {
  const { found: agreement } = current() ?? {};
  if (agreement === undefined) return undefined;
  const { names, sentences: sides, types } = agreement;
  const sentences = mergeAnnotations({ ...agreement, sides }, useAgreementStore.getState());
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
