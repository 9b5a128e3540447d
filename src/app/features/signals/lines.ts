import { clippedShare, partsOf, updateRatio, type TrainingSignals } from '../../../eval/signals.ts';
import { lookOfSlot } from '../../look/entity-look.ts';
import { formatShare } from '../../../lib/format-share.ts';
import { formatCount, formatNumber } from '../../look/format.ts';

/** More points than a figure has pixels cannot be distinguished. */
const MAX_POINTS = 400;

/** A figure of signals: lines over the epochs. */
export interface SignalFigure {
  title: string;
  /** What it shows, and what to look for. */
  text: string;
  scale: 'linear' | 'log';
  lines: SignalLine[];
  /** A value that the lines are compared with. */
  limit?: { value: number; label: string };
  format: (value: number) => string;
}

export interface SignalLine {
  name: string;
  colour: string;
  dash: string | undefined;
  valueOf: (row: SignalRow) => number | undefined;
}

/** An observed step and its place in the run: 1.5 is the middle of the second epoch. */
export interface SignalRow extends TrainingSignals {
  epoch: number;
}

export function signalRows(signals: readonly TrainingSignals[], stepsPerEpoch: number): SignalRow[] {
  const every = Math.ceil(signals.length / MAX_POINTS);
  return signals
    .filter((_, i) => i % every === 0 || i === signals.length - 1)
    .map((one) => ({ ...one, epoch: one.step / stepsPerEpoch }));
}

/** The figures of a run. @param clipNorm 0: no clipping */
export function signalFigures(rows: readonly SignalRow[], clipNorm: number): SignalFigure[] {
  const clipped = rows.filter((row) => clippedShare(row, clipNorm) < 1).length;
  const ofParts = (valueOf: (part: TrainingSignals['parts'][number]) => number) =>
    partsOf(rows).map((part, i) =>
      line(partName(part), i, ({ parts }) => {
        const found = parts.find((one) => one.part === part);
        return found && valueOf(found);
      }),
    );
  const trainsWords = rows.some(({ wordLearningRate }) => wordLearningRate !== undefined);
  const hasFilters = rows.some(({ filters }) => filters !== undefined);
  return [
    {
      title: 'Gradient norm',
      text: 'Length of the gradient of all parameters, before clipping.',
      scale: 'log',
      lines: [line('gradient', 0, ({ gradientNorm }) => gradientNorm)],
      ...(clipNorm > 0 && {
        limit: { value: clipNorm, label: `clipping at ${formatNumber(clipNorm)}: ${shareText(clipped, rows.length)}` },
      }),
      format: formatNumber,
    },
    {
      title: 'Update to weight',
      text: 'Length of an update relative to that of the weights. About 0.001 is usual.',
      scale: 'log',
      lines: ofParts(updateRatio),
      format: formatNumber,
    },
    {
      title: 'Gradient by part',
      text: 'Length of the gradient of each part of the network.',
      scale: 'log',
      lines: ofParts(({ gradient }) => gradient),
      format: formatNumber,
    },
    {
      title: 'Learning rate',
      text: 'As the schedule sets it, for word vectors and for all other parameters.',
      scale: 'linear',
      lines: [
        line(trainsWords ? 'other' : 'all', 0, ({ learningRate }) => learningRate),
        ...(trainsWords ? [line('word vectors', 1, ({ wordLearningRate }) => wordLearningRate)] : []),
      ],
      format: formatNumber,
    },
    ...(hasFilters
      ? [
          {
            title: 'Active filters',
            text: 'Share of the character features that vary over the words of the batch at least a tenth as much as the one that varies most.',
            scale: 'linear',
            lines: [line('active', 0, ({ filters }) => filters && filters.active / filters.count)],
            limit: { value: 1, label: `all ${formatCount(rows.at(-1)?.filters?.count ?? 0)}` },
            format: (share) => formatShare(share),
          } satisfies SignalFigure,
        ]
      : []),
  ];
}

function line(name: string, slot: number, valueOf: SignalLine['valueOf']): SignalLine {
  const { colour, dash } = lookOfSlot(slot);
  return { name, colour, dash, valueOf };
}

const shareText = (count: number, all: number) => `${count} of ${formatCount(all)} steps`;

const NAMES: Readonly<Record<string, string>> = {
  words: 'word vectors',
  char: 'characters',
  output: 'output',
  crf: 'CRF',
  attention: 'self-attention',
  context: 'document',
  features: 'lists, columns',
  indicators: 'features',
  mix: 'encoder layers',
};

/** A part of the network in words: `layer0` is the first recurrent layer. */
export function partName(part: string): string {
  const [, layer] = /^layer(\d+)$/.exec(part) ?? [];
  return layer === undefined ? (NAMES[part] ?? part) : `layer ${Number(layer) + 1}`;
}

/** The extent of the vertical axis: all values, and the limit. */
export function signalExtent({ lines, limit, scale }: SignalFigure, rows: readonly SignalRow[]): [number, number] {
  const values = lines.flatMap(({ valueOf }) => rows.map(valueOf)).filter((value) => value !== undefined);
  const shown = [...values, ...(limit ? [limit.value] : [])].filter((value) => scale === 'linear' || value > 0);
  return [Math.min(...shown), Math.max(0, ...shown)];
}

/** The lines with their last values. 0 has no place on a logarithmic axis. */
export function signalLabels({ lines, scale, format }: SignalFigure, rows: readonly SignalRow[]) {
  const isShown = (value: number | undefined) => value !== undefined && (scale === 'linear' || value > 0);
  return lines.flatMap(({ name, colour, valueOf }) => {
    const last = rows.findLast((row) => isShown(valueOf(row)));
    const y = last && valueOf(last);
    return y === undefined ? [] : [{ key: name, colour, x: last!.epoch, y, text: `${name} ${format(y)}` }];
  });
}

/** The values of a step: `step 40: gradient 3.2`. */
export function describeStep({ lines, format }: SignalFigure, row: SignalRow): string {
  const values = lines.flatMap(({ name, valueOf }) => {
    const value = valueOf(row);
    return value === undefined ? [] : [`${name} ${format(value)}`];
  });
  return `step ${formatCount(row.step)}: ${values.join(', ')}`;
}
