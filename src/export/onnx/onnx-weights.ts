import type { RunConfig } from '../../config/schema.ts';
import { defined } from '../../lib/assert.ts';
import type { HostWeights } from '../../model/weights.ts';

type Cell = RunConfig['cell'];

/** Indices of our gates in ONNX order: i o f c for the i f g o of an LSTM, z r h for the r z n of a GRU. */
export const GATE_ORDERS: Record<Cell, readonly number[]> = { lstm: [0, 3, 1, 2], gru: [1, 0, 2], rnn: [0] };

type Matrix = HostWeights[string];

/**
 * The parameters that ONNX expects in a different layout than the safetensors file: `char.W` [F, Ec, 3] for `char.filters`; `W` [D, GH,
 * inputs], `R` [D, GH, H] and `B` [D, 2GH] of each recurrent layer for its `wx`, `wh` and `b`. Quantization tools find weights only as
 * initializers.
 *
 * @returns in the order in which they are stored
 */
export function weightsForOnnx(config: RunConfig, weights: HostWeights): HostWeights {
  if (config.emissions === 'features') return {};
  const parameter = (name: string) => defined(weights[name], () => `the model has no ${name}`);
  const layers = Array.from({ length: config.layers }, (_, i): [string, Cell] => [`layer${i}`, config.cell]);
  if (config.charEncoder === 'lstm') layers.unshift(['char.lstm', 'lstm']);
  return {
    ...(config.charEncoder === 'cnn' && { 'char.W': filters(parameter('char.filters')) }),
    ...Object.assign({}, ...layers.map(([name, cell]) => recurrent(name, cell, parameter))),
  };
}

/** Whether a name in the safetensors file is of a parameter that `weightsForOnnx` rearranges. */
export function isRearranged(name: string): boolean {
  return /^(?:char\.filters|(?:char\.lstm|layer\d+)\.(?:wx|wh|b))$/.test(name);
}

/** [Ec, 3F] to [F, Ec, 3] */
function filters({ shape, values }: Matrix): Matrix {
  const [Ec, columns] = shape as [number, number];
  const F = columns / 3;
  return filled([F, Ec, 3], (i) => {
    const [f, e, column] = [Math.floor(i / (3 * Ec)), Math.floor(i / 3) % Ec, i % 3];
    return values[e * columns + column * F + f]!;
  });
}

function recurrent(name: string, cell: Cell, parameter: (name: string) => Matrix): HostWeights {
  const [wx, wh, b] = ['wx', 'wh', 'b'].map((part) => parameter(`${name}.${part}`)) as [Matrix, Matrix, Matrix];
  const [D, H] = wh.shape as [number, number];
  const order = GATE_ORDERS[cell];
  const GH = order.length * H;
  const inputs = wx.shape[0]!;
  /** Our column for an ONNX row of a direction. */
  const columnOf = (row: number) => order[Math.floor(row / H)]! * H + (row % H);
  return {
    [`${name}.W`]: filled([D, GH, inputs], (i) => {
      const [row, input] = [Math.floor(i / inputs), i % inputs];
      return wx.values[input * D * GH + Math.floor(row / GH) * GH + columnOf(row % GH)]!;
    }),
    [`${name}.R`]: filled([D, GH, H], (i) => {
      const [row, unit] = [Math.floor(i / H), i % H];
      return wh.values[(Math.floor(row / GH) * H + unit) * GH + columnOf(row % GH)]!;
    }),
    // ONNX adds two biases: the second one is zero.
    [`${name}.B`]: filled([D, 2 * GH], (i) => {
      const [direction, row] = [Math.floor(i / (2 * GH)), i % (2 * GH)];
      return row < GH ? b.values[direction * GH + columnOf(row)]! : 0;
    }),
  };
}

function filled(shape: number[], value: (i: number) => number): Matrix {
  const values = new Float32Array(shape.reduce((product, dimension) => product * dimension, 1));
  for (let i = 0; i < values.length; i++) values[i] = value(i);
  return { shape, values };
}
