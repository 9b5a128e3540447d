import { savedColumns, type Table } from '../../../lib/table.ts';
import type { RecordedEpoch } from '../../stores/runs/thinned-epochs.ts';
import { formatCount, formatNumber, roundFloat32 } from '../../look/format.ts';
import { bucketSize, downsampled } from './downsample.ts';

/**
 * A point of the loss figure: of steps, or of dev at the end of an epoch. Epochs are counted from the start of the run: 1.5 is the
 * middle of the second.
 */
export interface LossRow {
  epoch: number;
  /** Mean loss of the steps. */
  loss?: number;
  /** Minimum and maximum loss of the steps. */
  range?: [number, number];
  /** First and last step, from 1. */
  steps?: [number, number];
  dev?: number;
}

/** @param losses of the steps in order; `NaN`: unknown */
export function lossRows(losses: Float32Array, epochs: readonly RecordedEpoch[], stepsPerEpoch: number): LossRow[] {
  const size = bucketSize(losses.length);
  const rows: LossRow[] = [];
  for (let from = 0; from < losses.length; from += size) {
    const to = Math.min(from + size, losses.length);
    const bucket = losses.subarray(from, to).filter(Number.isFinite);
    if (bucket.length === 0) continue;
    let sum = 0;
    let min = Infinity;
    let max = -Infinity;
    for (const loss of bucket) {
      sum += loss;
      min = Math.min(min, loss);
      max = Math.max(max, loss);
    }
    rows.push({ epoch: to / stepsPerEpoch, loss: sum / bucket.length, range: [min, max], steps: [from + 1, to] });
  }
  const dev = downsampled(epochs).map(({ epoch, devLoss }) => ({ epoch, dev: devLoss }));
  return [...rows, ...dev].sort((a, b) => a.epoch - b.epoch);
}

/** The loss on dev of the epoch with the best score. */
export function bestLoss(epochs: readonly RecordedEpoch[]): { epoch: number; loss: number } | undefined {
  const best = epochs.find(({ epoch }) => epoch === epochs.at(-1)?.bestEpoch);
  return best && { epoch: best.epoch, loss: best.devLoss };
}

/** The row at an epoch: dev rather than the steps that end there. */
export function lossRowAt(rows: readonly LossRow[], epoch: number | undefined): LossRow | undefined {
  const there = rows.filter((row) => row.epoch === epoch);
  return there.find(({ dev }) => dev !== undefined) ?? there[0];
}

/** `dev, epoch 2: 0.7`, `steps 9–16: 0.5` */
export function describeLoss({ epoch, loss = 0, steps: [first, last] = [0, 0], dev }: LossRow): string {
  if (dev !== undefined) return `dev, epoch ${epoch}: ${formatNumber(dev)}`;
  const steps = first === last ? `step ${formatCount(last)}` : `steps ${formatCount(first)}–${formatCount(last)}`;
  return `${steps}: ${formatNumber(loss)}`;
}

/**
 * Minimum and maximum for the axis; [Infinity, 0] without rows. On a linear axis, single steps may exceed it, since the first ones would
 * otherwise compress all others.
 */
export function lossExtent(rows: readonly LossRow[], scale: 'linear' | 'log'): [number, number] {
  let min = Infinity;
  let max = 0;
  for (const { loss = 0, range, dev = 0 } of rows) {
    min = Math.min(min, range?.[0] ?? dev);
    max = Math.max(max, scale === 'log' ? (range?.[1] ?? dev) : Math.max(loss, dev));
  }
  return [scale === 'log' ? Math.max(min, LEAST_LOGARITHMIC) : min, max];
}

/** A loss of 0 cannot be shown on a logarithmic axis. */
const LEAST_LOGARITHMIC = 1e-4;

/** The names of both lines, with their last values. */
export function lossLabels(rows: readonly LossRow[]) {
  const step = rows.findLast(({ loss }) => loss !== undefined);
  const dev = rows.findLast((row) => row.dev !== undefined);
  // At the end of the longer line, since the name of dev would cover the steps after its end.
  const x = rows.at(-1)?.epoch ?? 0;
  const label = (key: string, name: string, y: number | undefined, isStrong: boolean) =>
    y === undefined ? [] : [{ key, x, y, text: `${name} ${formatNumber(y)}`, isStrong }];
  return [...label('step', 'train', step?.loss, false), ...label('dev', 'dev', dev?.dev, true)];
}

export function lossTable(rows: readonly LossRow[]): Table<LossRow> {
  const rounded = (of: (row: LossRow) => number | undefined) => (row: LossRow) => roundFloat32(of(row));
  return {
    columns: savedColumns<LossRow>({
      epoch: rounded(({ epoch }) => epoch),
      first_step: ({ steps }) => steps?.[0],
      last_step: ({ steps }) => steps?.[1],
      mean_loss: rounded(({ loss }) => loss),
      least_loss: rounded(({ range }) => range?.[0]),
      greatest_loss: rounded(({ range }) => range?.[1]),
      dev_loss: rounded(({ dev }) => dev),
    }),
    rows,
  };
}
