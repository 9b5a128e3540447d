import type { Span } from '../../../data/corpus.ts';
import type { DecidedEntity, ModelsComparison } from '../../../eval/compare-models.ts';
import type { F1Difference } from '../../../eval/f1-difference.ts';
import { savedColumns, type Table } from '../../../lib/table.ts';
import type { ModelInfo } from '../../../workers/wire/payloads.ts';
import type { RunModel } from '../../keep/run-archive.ts';
import { formatCount, formatCounted, formatScore } from '../../look/format.ts';
import { memoized, memoizedByObject } from '../../stores/memoized.ts';
import type { FoundComparison } from './found-comparison.ts';
import { makerOf, type HistoryStore } from '../../stores/runs/history.ts';
import { entityContext } from '../../ui/entity/entity-context.ts';

/** Models that can be compared: the stored models of runs, and the current one if no run made it. */
export const candidates = memoized(
  (
    records: HistoryStore['records'],
    makers: HistoryStore['makers'],
    current: HistoryStore['current'],
    model: ModelInfo | undefined,
  ): RunModel[] => {
    const kept = records.filter((record) => record.model !== undefined && record.id !== current);
    const runs = kept.map(({ id, name }): RunModel => ({ name, run: id }));
    if (model === undefined || makerOf({ makers, records: kept }, model) !== undefined) return runs;
    return [{ name: `${model.name} (in use)`, run: undefined }, ...runs];
  },
);

/** `+1.24`: a difference of scores in [0, 1], in points. */
export function pointsText(difference: number): string {
  const text = Math.abs(difference * 100).toFixed(2);
  return text === '0.00' ? text : `${difference < 0 ? '−' : '+'}${text}`;
}

/** `p = 0.031`, `p < 0.001` */
export function pText(p: number): string {
  return p < 0.001 ? 'p < 0.001' : `p = ${p.toFixed(3)}`;
}

/** The conclusion about the two models. */
export function verdictInWords({ names, file, comparison }: FoundComparison): string {
  const { difference, interval, p, f1 } = comparison.f1;
  const evidenceOf = (sign: 1 | -1) => {
    const [low, high] = sign < 0 ? [-interval[1], -interval[0]] : interval;
    return `${pointsText(sign * difference)} points of F1 (95% interval ${pointsText(low)} to ${pointsText(high)}, ${pText(p)}).`;
  };
  if (difference === 0 && interval[0] === 0 && interval[1] === 0)
    return `The two models score the same on ${file}: F1 ${formatScore(f1[0])}, with the same number of correct entities in every sentence.`;
  if (interval[0] <= 0 && interval[1] >= 0)
    return `${names[0]} and ${names[1]} do not differ significantly on ${file}: ${evidenceOf(1)}`;
  // From the perspective of the better model.
  const [better, worse] = difference > 0 ? names : [names[1], names[0]];
  return `${better} is better than ${worse} on ${file}: ${evidenceOf(difference > 0 ? 1 : -1)}`;
}

/** How the figures were computed. */
export function methodInWords({ resamples, units }: F1Difference): string {
  const drawn = `${formatCount(resamples)} resamples of ${formatCounted(units, 'sentence')}`;
  return `Interval: paired bootstrap, ${drawn}. p: paired permutation test. Both are about these two models: other seeds of the same recipes give other models.`;
}

/** The bars of the bootstrap's differences, the observed one, the ends of the interval, and 0, in pixels. */
export interface DifferenceDrawing {
  bars: { x: number; width: number; y: number; height: number }[];
  zero: number;
  observed: number;
  interval: [number, number];
  ticks: { x: number; label: string }[];
}

const AXIS = 20;

export function differenceDrawing(
  { histogram, difference, interval }: F1Difference,
  width: number,
  height: number,
): DifferenceDrawing {
  // The range always contains 0, and is not empty for identical models.
  const [from, to] = [Math.min(histogram.from, 0, -1e-3), Math.max(histogram.to, 0, 1e-3)];
  const margin = 28;
  const x = (value: number) => margin + ((width - 2 * margin) * (value - from)) / (to - from);
  const most = Math.max(...histogram.counts);
  const step = (histogram.to - histogram.from) / histogram.counts.length;
  const room = height - AXIS;
  return {
    bars: histogram.counts.map((count, i) => {
      const [left, right] = [x(histogram.from + i * step), x(histogram.from + (i + 1) * step)];
      const size = (room * count) / most;
      return { x: left, width: Math.max(1, right - left - 0.5), y: room - size, height: size };
    }),
    zero: x(0),
    observed: x(difference),
    interval: [x(interval[0]), x(interval[1])],
    ticks: [from, 0, to]
      .filter((value, i, all) => i === 1 || Math.abs(x(value) - x(all[1]!)) > 40)
      .map((value) => ({ x: x(value), label: pointsText(value) })),
  };
}

interface DifferenceRow {
  name: string;
  value: string | number;
  /** For screen readers; undefined: only in the file. */
  label?: string;
  text?: string;
}

export function differenceTable({ names, file, comparison: { f1 } }: FoundComparison): Table<DifferenceRow> {
  const { histogram, interval, difference, p, resamples, units } = f1;
  const step = (histogram.to - histogram.from) / histogram.counts.length;
  const score = (ordinal: string, i: 0 | 1): DifferenceRow => ({
    name: `f1 of the ${ordinal}`,
    value: f1.f1[i],
    label: `F1 of ${names[i]}`,
    text: formatScore(f1.f1[i]),
  });
  const [low, high] = interval;
  return {
    columns: [
      { head: '', name: 'name', value: ({ name }) => name, text: ({ label = '' }) => label },
      { head: '', name: 'value', value: ({ value }) => value, text: ({ text = '' }) => text },
    ],
    rows: [
      { name: 'file', value: file },
      { name: 'first', value: names[0] },
      { name: 'second', value: names[1] },
      score('first', 0),
      score('second', 1),
      { name: 'difference', value: difference, label: 'Difference', text: pointsText(difference) },
      { name: 'low', value: low, label: '95% interval', text: `${pointsText(low)} to ${pointsText(high)}` },
      { name: 'high', value: high },
      { name: 'p', value: p, label: 'Permutation test', text: pText(p) },
      { name: 'resamples', value: resamples },
      { name: 'sentences', value: units },
      ...histogram.counts.map((count, i) => ({ name: `resamples from ${histogram.from + i * step}`, value: count })),
    ],
  };
}

/** An entity that only one model finds, with its sentence. */
export interface ListedEntity {
  sentence: ModelsComparison['sentences'][number];
  decided: DecidedEntity;
}

/** The entities that only one model finds. @param by the model that finds them; undefined: either */
export const listedEntities = memoized((comparison: ModelsComparison, by: 0 | 1 | undefined): ListedEntity[] =>
  comparison.sentences.flatMap((sentence) =>
    sentence.decided
      .filter((decided) => by === undefined || decided.by === by)
      .map((decided) => ({ sentence, decided })),
  ),
);

/** The entity in its sentence: gold, and what each model found there. */
export const entityInContext = memoizedByObject(({ sentence, decided: { entity } }: ListedEntity) => {
  const { tokens, gold, predicted } = sentence;
  const near = (spans: readonly Span[]) => spans.filter(({ start, end }) => start < entity.end && end > entity.start);
  const { text, mark } = entityContext(tokens, [entity]);
  return {
    text,
    gold: mark(gold, [entity]),
    predicted: [mark(predicted[0], near(predicted[0])), mark(predicted[1], near(predicted[1]))] as const,
  };
});

/** `line 12`; `b.dev, line 12` if there are several files. */
export function placeText({ file, line }: Pick<ListedEntity['sentence'], 'file' | 'line'>): string {
  return `${file === undefined ? '' : `${file}, `}line ${formatCount(line)}`;
}

/** One row per entity that only one model finds. */
export function entitiesTable({ names, file, comparison }: FoundComparison): Table<ListedEntity> {
  return {
    columns: savedColumns<ListedEntity>({
      file: ({ sentence }) => sentence.file ?? file,
      line: ({ sentence }) => sentence.line,
      type: ({ decided }) => decided.entity.type,
      text: ({ sentence, decided: { entity } }) => sentence.tokens.slice(entity.start, entity.end).join(' '),
      foundBy: ({ decided }) => names[decided.by],
      sentence: ({ sentence }) => sentence.tokens.join(' '),
    }),
    rows: listedEntities(comparison, undefined),
  };
}
