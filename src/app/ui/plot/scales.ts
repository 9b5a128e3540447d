import { scaleLinear, scaleLog } from 'd3-scale';
import { formatNumber } from '../../look/format.ts';

/** The range of the vertical axis, in the units of its values. */
export interface ValueAxis {
  scale: 'linear' | 'log';
  low: number;
  high: number;
}

const VALUE_TICKS = 4; // approximate, for a height of about 300 pixels
const EPOCH_TICKS = 5; // approximate, for a width of about 350 pixels

/** An axis that contains [least, greatest]: from 0, or on a logarithmic scale from a power of ten, to a round value. */
export function valueAxis([least, greatest]: readonly [number, number], scale: ValueAxis['scale']): ValueAxis {
  if (greatest === 0) return scale === 'log' ? { scale, low: 0.1, high: 10 } : { scale, low: 0, high: 1 };
  const nice =
    scale === 'log'
      ? scaleLog().domain([least, greatest]).nice()
      : scaleLinear().domain([0, greatest]).nice(VALUE_TICKS);
  const [low = 0, high = greatest] = nice.domain();
  return { scale, low, high };
}

/** Round values; on a logarithmic scale, powers of ten. */
export function valueTicks({ scale, low, high }: ValueAxis): number[] {
  if (scale === 'linear') return scaleLinear().domain([low, high]).ticks(VALUE_TICKS);
  const decades = Math.round(Math.log10(high / low));
  return scaleLog().domain([low, high]).ticks(decades);
}

const DIGIT = 6.6; // pixels, at 11 px

/** Pixels for the numbers of a loss axis: more than usual only for exploding losses. */
export function tickRoom(axis: ValueAxis): number {
  return Math.max(40, ...valueTicks(axis).map((tick) => Math.ceil(formatNumber(tick).length * DIGIT) + 10));
}

/** Pixels for the numbers of an axis of F1. */
export const F1_TICK_ROOM = 30;

/** An axis for F1 in percent, with the highest floor that the rows allow. There are few floors, so that the axis rarely changes. */
export function f1Axis(rows: readonly ({ epoch: number } & Record<string, number>)[]): ValueAxis {
  const lowest = Math.min(...rows.flatMap(({ epoch, ...values }) => (epoch > 0 ? Object.values(values) : [])));
  const floor = rows.length === 0 ? 0 : [90, 80, 60, 40, 20].find((value) => lowest >= value);
  return { scale: 'linear', low: floor ?? 0, high: 100 };
}

/** The end of an epoch axis: a round number, at most the last planned epoch, and at least the reached one. */
export function epochAxisEnd(reached: number, planned: number): number {
  const [, end = 1] = scaleLinear()
    .domain([0, Math.max(1, reached)])
    .nice(1)
    .domain();
  return Math.max(Math.ceil(reached), Math.min(end, planned), 1);
}

export function epochTicks(lastEpoch: number): number[] {
  return scaleLinear().domain([0, lastEpoch]).ticks(EPOCH_TICKS).filter(Number.isInteger);
}

/** In pixels. */
export interface Point {
  x: number;
  y: number;
}

/** A line through the rows that have a value. On a logarithmic axis, only through positive values. */
export function linePoints<Row extends { epoch: number }>(
  rows: readonly Row[],
  valueOf: (row: Row) => number | undefined,
  toPixels: (x: number, y: number) => Point,
): Point[] {
  return rows
    .map((row) => toPixels(row.epoch, valueOf(row) ?? NaN))
    .filter(({ x, y }) => Number.isFinite(x) && Number.isFinite(y));
}
