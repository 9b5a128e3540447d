import { quoted } from '../../../lib/text-direction.ts';
import {
  confusionOfTypes,
  ERROR_KINDS,
  type Confusion,
  type EntityError,
  type EntityErrorKind,
  type ErrorReport,
  type ErrorSentence,
  type PairCount,
} from '../../../eval/errors.ts';
import type { DocumentsRead } from '../../../data/batches/documents-read.ts';
import { defined } from '../../../lib/assert.ts';
import { SLICINGS, type Slicing } from '../../../eval/slices.ts';
import type { TaggedExample } from '../../../workers/wire/payloads.ts';
import { formatCount, formatCounted, formatProbability } from '../../look/format.ts';
import { sliceName } from '../../ui/tables/slice-names.ts';
import { memoized, memoizedByObject } from '../../stores/memoized.ts';
import { entityContext } from '../../ui/entity/entity-context.ts';

export const KIND_NAMES: Record<EntityErrorKind, string> = {
  missed: 'Missed',
  spurious: 'Spurious',
  'wrong-type': 'Wrong type',
  'wrong-boundary': 'Wrong boundary',
  'wrong-type-and-boundary': 'Wrong type and boundary',
};

/** Filter of the shown errors. An empty list of kinds or types, or a missing slice, means all. */
export interface ErrorFilter {
  kinds: readonly EntityErrorKind[];
  /** Types of the gold or the predicted entity. */
  types: readonly string[];
  slices: Readonly<Partial<Record<Slicing, string>>>;
}

export const NO_FILTER: ErrorFilter = { kinds: [], types: [], slices: {} };

/** A sentence with those of its errors that are shown. */
export interface ListedSentence {
  sentence: ErrorSentence;
  /** At least one, in the order of the sentence. */
  errors: EntityError[];
}

/** Number of context tokens on either side of errors. */
const CONTEXT = 12;

/** Data of a report for the filters and the confusion table. */
export const errorSummary = memoizedByObject((report: ErrorReport) => {
  const confusion = confusionOfTypes(report.counts);
  return {
    kinds: kindCounts(report),
    types: typeCounts(report),
    slicings: sliceCounts(report),
    total: countErrors(report, NO_FILTER),
    confusion: { types: confusion.types, rows: confusionRows(confusion) },
  };
});

export type ErrorSummary = ReturnType<typeof errorSummary>;

/** The sentences that pass the filter, the number of their errors, and the total number of errors. */
export const filteredErrors = memoized((report: ErrorReport, filter: ErrorFilter) => {
  const sentences = listErrors(report, filter);
  const listed = sentences.reduce((sum, { errors }) => sum + errors.length, 0);
  return { sentences, listed, count: countErrors(report, filter) };
});

/** The number of errors of each kind that occurs. */
export function kindCounts({ counts }: ErrorReport): { kind: EntityErrorKind; count: number }[] {
  return ERROR_KINDS.map((kind) => ({ kind, count: countErrors({ counts }, { ...NO_FILTER, kinds: [kind] }) })).filter(
    ({ count }) => count > 0,
  );
}

/** The number of errors that each type is part of, in descending order. */
export function typeCounts({ counts }: Pick<ErrorReport, 'counts'>): { type: string; count: number }[] {
  const errors = counts.filter(({ kind }) => kind !== 'correct');
  const types = new Set(
    errors.flatMap(({ gold, predicted }) => [gold, predicted].filter((type) => type !== undefined)),
  );
  return [...types]
    .map((type) => ({ type, count: countErrors({ counts }, { ...NO_FILTER, types: [type] }) }))
    .sort((a, b) => b.count - a.count || a.type.localeCompare(b.type));
}

/** The number of errors of each slice that has any; without slicings that are unknown. */
export function sliceCounts({
  counts,
}: Pick<ErrorReport, 'counts'>): { slicing: Slicing; slices: { slice: string; count: number }[] }[] {
  return (Object.keys(SLICINGS) as Slicing[])
    .map((slicing) => ({
      slicing,
      slices: SLICINGS[slicing]
        .map((slice) => ({ slice, count: countErrors({ counts }, { ...NO_FILTER, slices: { [slicing]: slice } }) }))
        .filter(({ count }) => count > 0),
    }))
    .filter(({ slices }) => slices.length > 0);
}

/** Errors that pass the filter, listed or not. */
export function countErrors({ counts }: Pick<ErrorReport, 'counts'>, filter: ErrorFilter): number {
  return counts.filter((pair) => passes(pair, filter)).reduce((sum, { count }) => sum + count, 0);
}

/** The sentences with errors that pass the filter, in the order of the file. */
export function listErrors({ sentences }: Pick<ErrorReport, 'sentences'>, filter: ErrorFilter): ListedSentence[] {
  return sentences
    .map((sentence) => ({
      sentence,
      errors: sentence.errors.filter(({ gold, predicted, ...error }) =>
        passes({ ...error, gold: gold?.type, predicted: predicted?.type }, filter),
      ),
    }))
    .filter(({ errors }) => errors.length > 0);
}

function passes({ kind, gold, predicted, slices }: Omit<PairCount, 'count'>, filter: ErrorFilter): boolean {
  const { kinds, types } = filter;
  if (kind === 'correct' || (kinds.length > 0 && !kinds.includes(kind))) return false;
  const chosen = Object.entries(filter.slices) as [Slicing, string | undefined][];
  if (chosen.some(([slicing, slice]) => slice !== undefined && slices[slicing] !== slice)) return false;
  return types.length === 0 || types.some((type) => type === gold || type === predicted);
}

/** Adds an item, or removes it if it is there. */
export function toggled<T>(items: readonly T[], item: T): T[] {
  return items.includes(item) ? items.filter((other) => other !== item) : [...items, item];
}

/** `312 of 704 errors; the first 50 are listed` */
export function countInWords(matching: number, total: number, listed: number): string {
  if (total === 0) return 'No errors.';
  const all = formatCounted(total, 'error');
  const found = matching === total ? all : `${formatCount(matching)} of ${all}`;
  return listed === matching ? found : `${found}; the first ${formatCount(listed)} are listed`;
}

/** `Missed: PER`, `Wrong type: ORG as LOC` */
export function errorInWords({ kind, gold, predicted }: EntityError): string {
  const types = [...new Set([gold?.type, predicted?.type])].filter((type) => type !== undefined);
  return `${KIND_NAMES[kind]}: ${types.join(' as ')}`;
}

/** `partly seen`: whether the entity was seen in training; empty if unknown. */
export function seenInWords({ slices }: EntityError): string {
  return slices.seen === undefined ? '' : sliceName('seen', slices.seen).name.toLowerCase();
}

export function sentenceText({ tokens }: ErrorSentence): string {
  return tokens.join(' ');
}

/** Where the error begins in the text of its sentence. */
export function errorOffset({ tokens }: ErrorSentence, error: EntityError): number {
  const { start } = defined(error.gold ?? error.predicted, () => 'An error is neither gold nor predicted.');
  return tokens.slice(0, start).reduce((sum, token) => sum + token.length + 1, 0);
}

/** The part of a sentence around its errors, with gold and predicted entities. Entities without an error are marked as aside. */
export const errorContext = memoizedByObject(({ sentence, errors }: ListedSentence) => {
  const { tokens, gold, predicted } = sentence;
  const wrong = {
    gold: errors.map((error) => error.gold).filter((span) => span !== undefined),
    predicted: errors.map((error) => error.predicted).filter((span) => span !== undefined),
  };
  const { text, mark } = entityContext(tokens, [...wrong.gold, ...wrong.predicted], CONTEXT);
  return { text, gold: mark(gold, wrong.gold), predicted: mark(predicted, wrong.predicted) };
});

/**
 * The rows of the confusion table. Type `undefined`: no entity; there is no count for no entity on both sides.
 * `misplaced`: number with the right type but wrong boundaries; undefined off the diagonal.
 */
export function confusionRows({ types, counts, correct }: Confusion) {
  const sides = [...types, undefined];
  return sides.map((gold, row) => ({
    gold,
    cells: sides.map((predicted, column) => {
      if (gold === undefined && predicted === undefined) return { predicted, count: undefined, misplaced: undefined };
      const count = counts[row]![column]!;
      if (gold !== predicted) return { predicted, count, misplaced: undefined };
      return { predicted, count: correct[row]!, misplaced: count - correct[row]! };
    }),
  }));
}

/** Which sentences of a tagged text are listed. */
export function examplesInWords(order: 'first' | 'leastSure', listed: number, all: number): string {
  if (listed === all) return `All ${formatCounted(all, 'sentence')}.`;
  return `The ${order === 'first' ? 'first' : 'least sure'} ${formatCount(listed)} of ${formatCount(all)}.`;
}

export function leastSureInWords({ tokens, tags, leastSure: { token, probability } }: TaggedExample): string {
  return `least sure of ${quoted(tokens[token]!)}: ${tags[token]}, ${formatProbability(probability)}`;
}

/** `2 documents, 1 of them in windows of 1,024 tokens` */
export function documentsInWords({ count, long, window }: DocumentsRead): string {
  const read = formatCounted(count, 'document');
  if (long === 0) return read;
  return `${read}${count === 1 ? '' : `, ${formatCount(long)} of them`} in windows of ${formatCount(window)} tokens`;
}
