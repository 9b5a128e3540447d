import { calibrationError, reliability, type ReliabilityBin } from '../../../eval/calibration.ts';
import { PRECISIONS_OF_REVIEW } from '../../../eval/confidence-report.ts';
import { budgetAt, budgetOfPrecision, budgetOfReading, type ReviewBudget } from '../../../eval/review-budget.ts';
import { savedColumns, type Table } from '../../../lib/table.ts';
import type { DoubtfulSentence, FileConfidence } from '../../../workers/wire/payloads.ts';
import { formatShare } from '../../../lib/format-share.ts';
import { formatCount, formatCounted } from '../../look/format.ts';
import { memoizedByObject } from '../../stores/memoized.ts';
import type { MarkedEntity } from '../../ui/entity/segments.ts';

/** What a threshold is chosen by. */
export type Goal = { precision: number } | { sentences: number };

const READINGS = [10, 25, 50, 100, 250, 500, 1000];

/** The goals to choose from, as options of a select. */
export function goalOptions({ sentences }: FileConfidence): { value: string; label: string }[] {
  return [
    ...PRECISIONS_OF_REVIEW.map((precision) => ({ value: `p${precision}`, label: `${100 * precision}% right` })),
    ...READINGS.filter((most) => most < sentences).map((most) => {
      return { value: `s${most}`, label: `at most ${formatCounted(most, 'sentence')} to read` };
    }),
  ];
}

/** @param value of an option */
export function goalOf(value: string): Goal {
  const number = Number(value.slice(1));
  return value.startsWith('p') ? { precision: number } : { sentences: number };
}

/** Undefined if no threshold has the precision. */
export function budgetFor(goal: Goal, { after }: FileConfidence): ReviewBudget | undefined {
  return 'precision' in goal ? budgetOfPrecision(goal.precision, after) : budgetOfReading(goal.sentences, after);
}

/** `Accept from 0.87: 95.2% right (94.1% to 96.0%), 71.0% of the entities. 40 are to review, in 38 sentences.` */
export function budgetInWords({ threshold, precision, interval, accepted, entities, sentences }: ReviewBudget): string {
  const [low, high] = interval.map((share) => formatShare(share));
  const below = entities - accepted;
  return (
    `Accept from ${threshold}: ${formatShare(precision)} right (95% interval ${low} to ${high}), ` +
    `${formatShare(accepted / Math.max(1, entities))} of the entities. ` +
    (below === 0
      ? 'None are to review.'
      : `${formatCount(below)} to review, in ${formatCounted(sentences, 'sentence')}.`)
  );
}

/** The threshold of the model on this file, in the words of a budget. */
export function ownBudgetInWords(threshold: number, { after }: FileConfidence): string {
  return budgetInWords(budgetAt(threshold, after));
}

export const reliabilityOf = memoizedByObject(({ before, after }: FileConfidence) => ({
  before: { bins: reliability(before), error: calibrationError(before) },
  after: { bins: reliability(after), error: calibrationError(after) },
}));

/** `Of 5,955 entities, … ` What the figures are of. */
export function confidenceInWords(found: FileConfidence, isCalibrated: boolean): string {
  const { before, after } = reliabilityOf(found);
  const of = formatCounted(found.before.length, 'entity', 'entities');
  if (!isCalibrated) {
    const error = `Expected calibration error ${formatShare(before.error)}, on ${of}.`;
    return `${found.problem ?? 'The model is not calibrated.'} ${error}`;
  }
  const how = found.isCrossed
    ? 'Each half of the documents is calibrated on the other.'
    : 'Calibrated on dev: on text of another kind, confidence may be too high.';
  return `Expected calibration error ${formatShare(before.error)} before calibration, ${formatShare(after.error)} after, on ${of}. ${how}`;
}

interface ReliabilityRow {
  of: string;
  bin: ReliabilityBin;
}

/** The points of the diagram. */
export function reliabilityTable(found: FileConfidence): Table<ReliabilityRow> {
  const { before, after } = reliabilityOf(found);
  return {
    columns: savedColumns<ReliabilityRow>({
      of: ({ of }) => of,
      entities: ({ bin }) => bin.count,
      confidence: ({ bin }) => bin.probability,
      right: ({ bin }) => bin.correct,
    }),
    rows: [...before.bins.map((bin) => ({ of: 'before', bin })), ...after.bins.map((bin) => ({ of: 'after', bin }))],
  };
}

/** The listed sentences with an entity below the threshold. */
export function toReview({ leastSure }: FileConfidence, threshold: number): DoubtfulSentence[] {
  return leastSure.filter(({ entities }) => entities.some(({ probability }) => probability < threshold));
}

/** `1,204 sentences to review, least sure first: 500 are listed`. @param listed see `toReview` */
export function reviewInWords(listed: number, threshold: number, { after }: FileConfidence): string {
  const { sentences } = budgetAt(threshold, after);
  const text = `${formatCounted(sentences, 'sentence')} to review, least sure first`;
  return listed < sentences ? `${text}: ${formatCount(listed)} listed` : text;
}

/** A sentence as text; entities that are accepted are only context. */
export function reviewText({ tokens, entities }: DoubtfulSentence, threshold: number) {
  let at = 0;
  const places = tokens.map((token) => {
    const start = at;
    at += token.length + 1;
    return { start, end: start + token.length };
  });
  const marked = entities.map(({ start, end, type, probability }): MarkedEntity => ({
    type,
    start: places[start]!.start,
    end: places[end - 1]!.end,
    probability,
    isAside: probability >= threshold,
  }));
  return { text: tokens.join(' '), marked };
}
