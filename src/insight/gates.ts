import type { RunConfig } from '../config/schema.ts';
import { largest } from './characters.ts';

/** A gate or state of a unit over the tokens. */
export interface UnitRow {
  name: string;
  /** Gates are in [0, 1]; candidates and states have a sign. */
  kind: 'gate' | 'signed';
  /** [T] */
  values: Float32Array;
}

export type Direction = 'forward' | 'backward';

/** One hidden unit of a direction over a sentence. */
export interface UnitTrace {
  direction: Direction;
  /** Index in its direction, from 0. */
  unit: number;
  /** [T] contribution to the emission of the tag: h · w. */
  contributions: Float32Array;
  /** The gates of its cell, its cell state if it has one, and its output h. */
  rows: UnitRow[];
}

/** A recurrent layer over T tokens: H units in each of D directions. Rows are forward ‖ backward. */
export interface LayerStates {
  cell: RunConfig['cell'];
  /** [D] */
  directions: readonly Direction[];
  H: number;
  /** [T, D·H] */
  y: Float32Array;
  /** [T, D·G·H], gates in blocks of H. */
  gates: Float32Array;
  /** [T, D·H] the cell state of an LSTM. */
  memory: Float32Array;
  /** [T, D·H] contribution of self-attention to y; undefined for a model without it. */
  attended: Float32Array | undefined;
  /** [T, D·H] contribution of the document to y; undefined for a model without documents. */
  added: Float32Array | undefined;
  /** [T, K] contribution of the other occurrences' drafts to the emissions; undefined for a model without documents. */
  addedScores: Float32Array | undefined;
  /** [D·H, K] and [K] of the linear layer: emissions = (y + attended + added) . w + b + addedScores. */
  output: { w: Float32Array; b: Float32Array };
}

/** In the order of kernels/recurrent/op.ts. */
const GATE_NAMES: Record<RunConfig['cell'], readonly { name: string; kind: UnitRow['kind'] }[]> = {
  lstm: [
    { name: 'input', kind: 'gate' },
    { name: 'forget', kind: 'gate' },
    { name: 'candidate', kind: 'signed' },
    { name: 'output', kind: 'gate' },
  ],
  gru: [
    { name: 'reset', kind: 'gate' },
    { name: 'update', kind: 'gate' },
    { name: 'candidate', kind: 'signed' },
  ],
  rnn: [],
};
/** G: blocks of H columns; the only gate of an RNN is its output. */
const BLOCKS: Record<RunConfig['cell'], number> = { lstm: 4, gru: 3, rnn: 1 };

/** [T, D·H] contribution of each unit to the emission of a tag at each token. With bias and document, they sum to the emission. */
export function unitContributions(states: LayerStates, tag: number): Float32Array {
  return throughOutput(states, states.y, tag);
}

function throughOutput(states: LayerStates, values: Float32Array, tag: number): Float32Array {
  const { w, b } = states.output;
  const columns = columnsOf(states);
  return values.map((value, i) => value * w[(i % columns) * b.length + tag]!);
}

const columnsOf = ({ directions, H }: LayerStates): number => directions.length * H;

/** An emission as a sum of the bias and the contributions of the units of each direction and of the document. */
export interface EmissionSum {
  bias: number;
  parts: { direction: Direction; sum: number }[];
  /** Undefined for a model without self-attention. */
  attention: number | undefined;
  /** Undefined for a model without documents. */
  document: number | undefined;
  emission: number;
}

/** @param contributions of `unitContributions` for the tag */
export function emissionSum(states: LayerStates, contributions: Float32Array, token: number, tag: number): EmissionSum {
  const parts = states.directions.map((direction, d) => ({
    direction,
    sum: total(ofDirection(states, contributions, token, d)),
  }));
  const bias = states.output.b[tag]!;
  const columns = columnsOf(states);
  const { attended, added, addedScores, output } = states;
  const contribution = (values: Float32Array) =>
    total(throughOutput(states, values, tag).subarray(token * columns, (token + 1) * columns));
  const attention = attended && contribution(attended);
  const document = added && contribution(added) + (addedScores?.[token * output.b.length + tag] ?? 0);
  const others = bias + (attention ?? 0) + (document ?? 0);
  return { bias, parts, attention, document, emission: parts.reduce((rest, { sum }) => rest + sum, others) };
}

const total = (values: Float32Array): number => values.reduce((sum, value) => sum + value, 0);

function ofDirection(states: LayerStates, contributions: Float32Array, token: number, d: number): Float32Array {
  const start = token * columnsOf(states) + d * states.H;
  return contributions.subarray(start, start + states.H);
}

/** The n units of each direction with the largest absolute contributions to an emission: columns of [D·H]. */
export function unitsThatMatter(states: LayerStates, contributions: Float32Array, token: number, n: number): number[] {
  return states.directions.flatMap((_, d) =>
    largest(ofDirection(states, contributions, token, d).map(Math.abs), n, () => true).map(
      (unit) => d * states.H + unit,
    ),
  );
}

/** @param column of [D·H] */
export function unitTrace(states: LayerStates, contributions: Float32Array, column: number): UnitTrace {
  const { cell, directions, H, y, gates, memory } = states;
  const columns = columnsOf(states);
  const G = BLOCKS[cell];
  const T = y.length / columns;
  const [d, unit] = [Math.floor(column / H), column % H];
  const over = (values: Float32Array, width: number, at: number) =>
    Float32Array.from({ length: T }, (_, t) => values[t * width + at]!);
  return {
    direction: directions[d]!,
    unit,
    contributions: over(contributions, columns, column),
    rows: [
      ...GATE_NAMES[cell].map(({ name, kind }, g) => ({
        name,
        kind,
        values: over(gates, columns * G, (d * G + g) * H + unit),
      })),
      ...(cell === 'lstm' ? [{ name: 'cell c', kind: 'signed', values: over(memory, columns, column) } as const] : []),
      { name: 'output h', kind: 'signed', values: over(y, columns, column) },
    ],
  };
}
