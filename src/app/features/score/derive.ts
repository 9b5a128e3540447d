import {
  ERROR_KINDS,
  type Confusion,
  type EntityError,
  type EntityErrorKind,
  type ErrorReport,
  type ErrorSentence,
  type PairCount,
} from '../../../eval/errors.ts';
import type { Span } from '../../../data/corpus.ts';
import type { CorpusFile, FileId, Progress, TaggedExample, TextFile } from '../../../workers/wire/protocol.ts';
import { formatCount, formatCounted, formatProbability, formatShare } from '../../format.ts';
import type { MarkedEntity } from '../../ui/segments.ts';

/** What the model can be asked about: a corpus, on which it is scored, or a text, which it tags. */
export type InspectedFile = CorpusFile | TextFile;

export function isText(file: InspectedFile): file is TextFile {
  return 'characters' in file;
}

/** `test`, `text`… */
export function roleOf(file: InspectedFile): string {
  return isText(file) ? 'text' : file.role;
}

const ORDER = ['test', 'dev', 'unused', 'text', 'train'];

/** Files to score or tag: test first, then dev, the rest and texts; training files last, where a score means little. */
export function inspectedFiles(files: readonly CorpusFile[], texts: readonly TextFile[]): InspectedFile[] {
  return [...files, ...texts].sort((a, b) => ORDER.indexOf(roleOf(a)) - ORDER.indexOf(roleOf(b)));
}

/** The file that was chosen, as long as it is there; else the first that fits. */
export function chosenFile(
  candidates: readonly InspectedFile[],
  chosen: FileId | undefined,
): InspectedFile | undefined {
  return candidates.find(({ id }) => id === chosen) ?? candidates[0];
}

/** `Tagging 43.2%…` */
export function runningInWords(isTagging: boolean, progress: Progress | undefined): string {
  const word = isTagging ? 'Tagging' : 'Scoring';
  if (progress?.task !== (isTagging ? 'tagging' : 'scoring') || progress.total === 0) return `${word}…`;
  return `${word} ${formatShare(progress.done / progress.total)}…`;
}

export const KIND_NAMES: Record<EntityErrorKind, string> = {
  missed: 'Missed',
  spurious: 'Spurious',
  'wrong-type': 'Wrong type',
  'wrong-boundary': 'Wrong boundary',
  'wrong-type-and-boundary': 'Wrong type and boundary',
};

/** Which errors are looked at; of kinds or types none chosen: all. */
export interface ErrorFilter {
  kinds: readonly EntityErrorKind[];
  /** Of gold or of the prediction. */
  types: readonly string[];
}

export const NO_FILTER: ErrorFilter = { kinds: [], types: [] };

/** One error and where it is. */
export interface ListedError {
  sentence: ErrorSentence;
  error: EntityError;
}

/** How many errors there are of each kind that occurs. */
export function kindCounts({ counts }: ErrorReport): { kind: EntityErrorKind; count: number }[] {
  return ERROR_KINDS.map((kind) => ({ kind, count: countErrors({ counts }, { kinds: [kind], types: [] }) })).filter(
    ({ count }) => count > 0,
  );
}

/** How many errors each type has a part in, the most first. */
export function typeCounts({ counts }: Pick<ErrorReport, 'counts'>): { type: string; count: number }[] {
  const errors = counts.filter(({ kind }) => kind !== 'correct');
  const types = new Set(
    errors.flatMap(({ gold, predicted }) => [gold, predicted].filter((type) => type !== undefined)),
  );
  return [...types]
    .map((type) => ({ type, count: countErrors({ counts }, { kinds: [], types: [type] }) }))
    .sort((a, b) => b.count - a.count || a.type.localeCompare(b.type));
}

/** Errors that pass the filter, listed or not. */
export function countErrors({ counts }: Pick<ErrorReport, 'counts'>, filter: ErrorFilter): number {
  return counts.filter((pair) => passes(pair, filter)).reduce((sum, { count }) => sum + count, 0);
}

/** The listed errors that pass the filter, in the order of the file. */
export function listErrors({ sentences }: Pick<ErrorReport, 'sentences'>, filter: ErrorFilter): ListedError[] {
  return sentences.flatMap((sentence) =>
    sentence.errors
      .filter(({ kind, gold, predicted }) => passes({ kind, gold: gold?.type, predicted: predicted?.type }, filter))
      .map((error) => ({ sentence, error })),
  );
}

function passes({ kind, gold, predicted }: Omit<PairCount, 'count'>, { kinds, types }: ErrorFilter): boolean {
  if (kind === 'correct' || (kinds.length > 0 && !kinds.includes(kind))) return false;
  return types.length === 0 || types.some((type) => type === gold || type === predicted);
}

/** With an item that was not in it, or without one that was. */
export function toggled<T>(items: readonly T[], item: T): T[] {
  return items.includes(item) ? items.filter((other) => other !== item) : [...items, item];
}

/** `312 of 704 errors`, and whether all of them are listed. */
export function countInWords(matching: number, total: number, listed: number): string {
  if (total === 0) return 'No errors.';
  const all = formatCounted(total, 'error');
  const found = matching === total ? all : `${formatCount(matching)} of ${all}`;
  return listed === matching ? found : `${found}; the first ${formatCount(listed)} are listed`;
}

/** What is wrong: `Missed: PER`, `Wrong type: ORG as LOC`. */
export function errorInWords({ kind, gold, predicted }: EntityError): string {
  const types = [...new Set([gold?.type, predicted?.type])].filter((type) => type !== undefined);
  return `${KIND_NAMES[kind]}: ${types.join(' as ')}`;
}

export function sentenceText({ tokens }: ErrorSentence): string {
  return tokens.join(' ');
}

/** Tokens shown on either side of an error. */
const CONTEXT = 7;

/** The part of a sentence around an error, with the entities of both sides; those that it is not about are aside. */
export function errorContext({ sentence, error }: ListedError) {
  const { tokens, gold, predicted } = sentence;
  const spans = [error.gold, error.predicted].filter((span) => span !== undefined);
  const from = Math.max(0, Math.min(...spans.map(({ start }) => start)) - CONTEXT);
  const to = Math.min(tokens.length, Math.max(...spans.map(({ end }) => end)) + CONTEXT);
  let text = from > 0 ? '… ' : '';
  const places = tokens.slice(from, to).map((token, i) => {
    if (i > 0) text += ' ';
    const start = text.length;
    text += token;
    return { start, end: text.length };
  });
  if (to < tokens.length) text += ' …';
  const mark =
    (own: Span | undefined) =>
    (span: Span): MarkedEntity => ({
      type: span.type,
      start: places[Math.max(span.start, from) - from]!.start,
      end: places[Math.min(span.end, to) - from - 1]!.end,
      isAside: span.start !== own?.start,
    });
  const within = (all: readonly Span[]) => all.filter(({ start, end }) => start < to && end > from);
  return { text, gold: within(gold).map(mark(error.gold)), predicted: within(predicted).map(mark(error.predicted)) };
}

/** The table of confusions by rows; `undefined` is no entity at all, and both sides without one are nothing that is counted. */
export function confusionRows({ types, counts }: Confusion) {
  const sides = [...types, undefined];
  return sides.map((gold, row) => ({
    gold,
    cells: sides.map((predicted, column) => ({
      predicted,
      count: gold === undefined && predicted === undefined ? undefined : counts[row]![column]!,
      isSame: gold !== undefined && gold === predicted,
    })),
  }));
}

/** Which of a tagged text's sentences are listed. */
export function examplesInWords(order: 'first' | 'leastSure', listed: number, all: number): string {
  if (listed === all) return `All ${formatCounted(all, 'sentence')}.`;
  return `The ${order === 'first' ? 'first' : 'least sure'} ${formatCount(listed)} of ${formatCount(all)}.`;
}

export function leastSureInWords({ tokens, tags, leastSure: { token, probability } }: TaggedExample): string {
  return `least sure of “${tokens[token]}”: ${tags[token]}, ${formatProbability(probability)}`;
}
