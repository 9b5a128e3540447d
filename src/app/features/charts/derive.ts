import type { Scores } from '../../../eval/scores.ts';
import { formatCsv } from '../../../lib/csv.ts';
import type { EpochReport } from '../../../model/events.ts';
import { formatCount, formatCounted, formatNumber, formatScore, formatShare, joinFacts } from '../../format.ts';

/** What the run came to in an epoch. */
export function reportOf(epochs: readonly EpochReport[], epoch: number | undefined): EpochReport | undefined {
  return epochs.find((report) => report.epoch === epoch);
}

/** What else there is to tell of scores on dev. @param epoch undefined: of a model that was not trained here */
export function footOf({ relaxedF1, tokenAccuracy, invalidSequences }: Scores, epoch: number | undefined): string {
  const invalid = invalidSequences > 0 ? [formatCounted(invalidSequences, 'invalid sequence')] : [];
  return joinFacts([
    epoch === undefined ? 'dev, of the model' : `dev, epoch ${epoch}`,
    `relaxed F1 ${formatScore(relaxedF1)}`,
    `token accuracy ${formatShare(tokenAccuracy)}`,
    ...invalid,
  ]);
}

/** As many as can be told apart in a figure of some 350 pixels: more only cost time. */
export const MAX_POINTS = 200;

/**
 * A point of the loss figure; what it does not tell is absent. Epochs are counted from the start of the run: 1.5 is
 * mid-second.
 */
export interface LossRow {
  epoch: number;
  /** Mean over a few steps. */
  loss?: number;
  /** The least and the greatest of these steps. */
  range?: [number, number];
  steps?: [number, number];
  dev?: number;
}

/** Losses in buckets of a power of two: a bucket, once full, stays as it is while more steps arrive. */
export function lossRows(losses: Float32Array, epochs: readonly EpochReport[], stepsPerEpoch: number): LossRow[] {
  const size = bucketSize(losses.length, MAX_POINTS);
  const rows: LossRow[] = [];
  for (let from = 0; from < losses.length; from += size) {
    const bucket = losses.subarray(from, Math.min(from + size, losses.length)).filter(Number.isFinite);
    if (bucket.length === 0) continue;
    let sum = 0;
    let least = Infinity;
    let greatest = -Infinity;
    for (const loss of bucket) {
      sum += loss;
      least = Math.min(least, loss);
      greatest = Math.max(greatest, loss);
    }
    const to = Math.min(from + size, losses.length);
    const epoch = to / stepsPerEpoch;
    rows.push({ epoch, loss: sum / bucket.length, range: [least, greatest], steps: [from + 1, to] });
  }
  const dev = thinned(epochs).map(({ epoch, devLoss }) => ({ epoch, dev: devLoss }));
  return [...rows, ...dev].sort((a, b) => a.epoch - b.epoch);
}

/** What is told of the epoch under the crosshair: dev, where the steps up to it and dev stand at the same place. */
export function pointedLossRow(rows: readonly LossRow[], epoch: number | undefined): LossRow | undefined {
  const there = rows.filter((row) => row.epoch === epoch);
  return there.find(({ dev }) => dev !== undefined) ?? there[0];
}

export function lossInWords({ epoch, loss = 0, steps: [first, last] = [0, 0], dev }: LossRow): string {
  if (dev !== undefined) return `dev, epoch ${epoch}: ${formatNumber(dev)}`;
  const steps = first === last ? `step ${formatCount(last)}` : `steps ${formatCount(first)}–${formatCount(last)}`;
  return `${steps}: ${formatNumber(loss)}`;
}

/** One in a power of two, and the last: what is left out does not change while more arrives. */
function thinned<T>(all: readonly T[]): readonly T[] {
  const step = bucketSize(all.length, MAX_POINTS);
  return step === 1 ? all : all.filter((_, i) => i % step === 0 || i === all.length - 1);
}

function bucketSize(count: number, most: number): number {
  let size = 1;
  while (count / size > most) size *= 2;
  return size;
}

/** F1 in percent of one epoch: `overall`, and `t0`, `t1`… for the types in their order. */
export type F1Row = { epoch: number; overall: number } & Record<`t${number}`, number>;

export function f1Rows(epochs: readonly EpochReport[], types: readonly string[]): F1Row[] {
  return thinned(epochs).map(({ epoch, dev }) => {
    const row: F1Row = { epoch, overall: dev.overall.f1 * 100 };
    types.forEach((type, i) => {
      const score = dev.byType[type];
      if (score) row[`t${i}`] = score.f1 * 100;
    });
    return row;
  });
}

export function f1RowAt(rows: readonly F1Row[], epoch: number | undefined): F1Row | undefined {
  return rows.find((row) => row.epoch === epoch);
}

/** `epoch 3: overall 84.20, LOC 89.10`: the F1 of these types, where there was one. */
export function f1InWords(row: F1Row, types: readonly string[]): string {
  const ofTypes = types.flatMap((type, i) => {
    const f1 = row[`t${i}`];
    return f1 === undefined ? [] : [`${type} ${f1.toFixed(2)}`];
  });
  return `epoch ${row.epoch}: ${[`overall ${row.overall.toFixed(2)}`, ...ofTypes].join(', ')}`;
}

/** Where the lines end, and what to write there: the scores of `epoch`, by default of the last. */
export function f1Ends(
  rows: readonly F1Row[],
  types: readonly string[],
  epoch?: number,
): { key: string; type: string | undefined; x: number; y: number; text: string }[] {
  const last = rows.at(-1);
  if (last === undefined) return [];
  const told = f1RowAt(rows, epoch) ?? last;
  const overall = {
    key: 'overall',
    type: undefined,
    x: last.epoch,
    y: last.overall,
    text: `overall ${told.overall.toFixed(1)}`,
  };
  const ofTypes = types.flatMap((type, i) => {
    const y = last[`t${i}`];
    return y === undefined
      ? []
      : [{ key: `t${i}`, type, x: last.epoch, y, text: `${shortened(type)} ${told[`t${i}`]?.toFixed(1) ?? '–'}` }];
  });
  return [overall, ...ofTypes];
}

/** The types with the most gold entities: more lines than this cannot be told apart. */
export function mostFrequentTypes({ byType }: Scores, most: number): string[] {
  const types = Object.keys(byType);
  if (types.length <= most) return types.sort();
  const support = (type: string) => byType[type]?.support ?? 0;
  return types
    .sort((a, b) => support(b) - support(a))
    .slice(0, most)
    .sort();
}

/** The next of 1, 2, 5, 10, 20, 50… epochs, no more than are planned and reached: an axis that moves seldom. */
export function epochAxis(epoch: number, planned: number): number {
  for (let decade = 1; ; decade *= 10) {
    for (const step of [1, 2, 5])
      if (step * decade >= epoch) return Math.max(1, Math.ceil(epoch), Math.min(step * decade, planned));
  }
}

/** Whole epochs to write under the axis, at most six. */
export function epochTicks(last: number): number[] {
  const step = [1, 2, 5, 10, 20, 50, 100, 200].find((size) => last / size <= 6) ?? 500;
  return Array.from({ length: Math.floor(last / step) + 1 }, (_, i) => i * step);
}

/**
 * From 0, or the decade below, to a round value above the means and dev. On the linear axis single steps may pass the top: the
 * first ones would press all others to the bottom.
 */
export function lossAxis(rows: readonly LossRow[], scale: 'linear' | 'log'): [number, number] {
  let least = Infinity;
  let greatest = 0;
  for (const { loss = 0, range, dev = 0 } of rows) {
    least = Math.min(least, range?.[0] ?? dev);
    greatest = Math.max(greatest, scale === 'log' ? (range?.[1] ?? dev) : Math.max(loss, dev));
  }
  if (greatest === 0) return scale === 'log' ? [0.1, 10] : [0, 1];
  if (scale === 'linear') return [0, roundUp(greatest)];
  return [10 ** Math.floor(Math.log10(Math.max(least, 1e-4))), 10 ** Math.ceil(Math.log10(greatest))];
}

/** Round values of an axis that `lossAxis` made. */
export function lossTicks([low, high]: [number, number], scale: 'linear' | 'log'): number[] {
  if (scale === 'log') return logTicks([low, high]);
  const parts = ROUND.find(([top]) => Math.abs(high / decadeOf(high) - top) < 1e-6)?.[1] ?? 4;
  return Array.from({ length: parts + 1 }, (_, i) => Number(((high * i) / parts).toPrecision(6)));
}

function logTicks([low, high]: [number, number]): number[] {
  const ticks: number[] = [];
  for (let tick = low; tick <= high * 1.001; tick *= 10) ticks.push(Number(tick.toPrecision(1)));
  return ticks;
}

/** Tops of an axis, and how many parts each is divided into. */
const ROUND: [top: number, parts: number][] = [
  [1, 4],
  [1.5, 3],
  [2, 4],
  [3, 3],
  [4, 4],
  [5, 5],
  [6, 3],
  [8, 4],
  [10, 5],
];

const decadeOf = (value: number) => 10 ** Math.floor(Math.log10(value) + 1e-9);

function roundUp(value: number): number {
  const decade = decadeOf(value);
  const [top] = ROUND.find(([top]) => top * decade >= value * 0.999) ?? [10];
  return top * decade;
}

/** Where the F1 axis begins: as high as all that is drawn allows, of a few fixed places. */
export function f1AxisFloor(rows: readonly ({ epoch: number } & Record<string, number>)[]): number {
  if (rows.length === 0) return 0;
  const lowest = Math.min(...rows.flatMap(({ epoch, ...values }) => (epoch > 0 ? Object.values(values) : [])));
  return [90, 80, 60, 40, 20].find((floor) => lowest >= floor) ?? 0;
}

/** Round values from the floor to 100. */
export function f1Ticks(floor: number): number[] {
  const step = floor >= 90 ? 2 : floor >= 80 ? 5 : floor >= 60 ? 10 : 20;
  return Array.from({ length: (100 - floor) / step + 1 }, (_, i) => floor + i * step);
}

export const shortened = (type: string) =>
  type.length > LONGEST_LABEL - 5 ? `${type.slice(0, LONGEST_LABEL - 6)}…` : type;

const LETTER = 6.6; // pixels, about, at 11 px
const LONGEST_LABEL = 22; // letters
const LETTERS_AT_ONCE = 4;
const NO_LABELS = 16; // pixels

/** Pixels at the right of a figure for the longest of its line ends: a digit more or less does not move the axes. */
export function labelRoom(ends: readonly { text: string }[]): number {
  if (ends.length === 0) return NO_LABELS;
  const longest = Math.max(0, ...ends.map(({ text }) => Math.min(text.length, LONGEST_LABEL)));
  const letters = Math.min(LONGEST_LABEL, Math.ceil(longest / LETTERS_AT_ONCE) * LETTERS_AT_ONCE);
  return Math.max(84, Math.ceil(letters * LETTER) + 26);
}

/** Pixels at the left of a figure for its numbers: more than those of common losses only where they exploded. */
export function tickRoom(ticks: readonly number[]): number {
  return Math.max(40, ...ticks.map((tick) => Math.ceil(formatNumber(tick).length * LETTER) + 10));
}

/** Moves labels apart, in their order, so that each has `gap` pixels; none leaves [top, bottom] while they fit. */
export function spreadLabels(positions: readonly number[], gap: number, top: number, bottom: number): number[] {
  const order = positions.map((_, i) => i).sort((a, b) => (positions[a] ?? 0) - (positions[b] ?? 0));
  const placed = positions.map(() => 0);
  let floor = top;
  for (const i of order) {
    placed[i] = Math.max(positions[i] ?? 0, floor);
    floor = placed[i] + gap;
  }
  let ceiling = bottom;
  for (const i of order.reverse()) {
    placed[i] = Math.min(placed[i] ?? 0, ceiling);
    ceiling = placed[i] - gap;
  }
  return placed;
}

/** Six digits: losses are 32-bit floats, and have no more. */
export function csvNumber(value: number | undefined): number | undefined {
  return value === undefined || Number.isInteger(value) ? value : Number(value.toPrecision(6));
}

export function lossCsv(rows: readonly LossRow[]): string {
  const line = ({ epoch, loss, range, steps, dev }: LossRow) =>
    [epoch, steps?.[0], steps?.[1], loss, range?.[0], range?.[1], dev].map(csvNumber);
  const header = ['epoch', 'first_step', 'last_step', 'mean_loss', 'least_loss', 'greatest_loss', 'dev_loss'];
  return formatCsv([header, ...rows.map(line)]);
}

export function f1Csv(rows: readonly F1Row[], types: readonly string[]): string {
  const line = (row: F1Row) => [row.epoch, row.overall, ...types.map((_, i) => row[`t${i}`])].map(csvNumber);
  return formatCsv([['epoch', 'overall', ...types], ...rows.map(line)]);
}

/** Names of the two lines, where each ends. */
export function lossEnds(
  rows: readonly LossRow[],
): { key: string; x: number; y: number; text: string; isStrong?: boolean }[] {
  const step = rows.findLast(({ loss }) => loss !== undefined);
  const dev = rows.findLast(({ dev }) => dev !== undefined);
  // Beside the end of the longer line: dev's would stand on the steps after it.
  const x = rows.at(-1)?.epoch ?? 0;
  return [
    ...(step?.loss === undefined ? [] : [{ key: 'step', x, y: step.loss, text: `train ${formatNumber(step.loss)}` }]),
    ...(dev?.dev === undefined
      ? []
      : [{ key: 'dev', x, y: dev.dev, text: `dev ${formatNumber(dev.dev)}`, isStrong: true }]),
  ];
}
