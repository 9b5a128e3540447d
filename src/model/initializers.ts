import { GATES } from '../kernels/recurrent/cells.ts';
import { assert } from '../lib/assert.ts';
import { randomUniform } from '../lib/rng.ts';
import type { Dimensions } from './shapes.ts';

/** Inputs of an initializer. */
export interface Initialization {
  shape: readonly number[];
  dimensions: Dimensions;
  /** Key of the random numbers (lib/rng.ts). */
  key: number;
  /** [V, E] */
  wordTable: Float32Array;
}

export type Initializer = (initialization: Initialization) => Float32Array;

export const zeros: Initializer = ({ shape }) => new Float32Array(sizeOf(shape));

export const ones: Initializer = ({ shape }) => new Float32Array(sizeOf(shape)).fill(1);

/** Bias of a gate that starts a quarter open, so that the model begins almost like one without the gate. */
export const closedGate: Initializer = ({ shape }) => new Float32Array(sizeOf(shape)).fill(-1);

/** The given word table, which contains the pretrained vectors. */
export const givenWordTable: Initializer = ({ shape, wordTable }) => {
  assert(wordTable.length === sizeOf(shape), () => `initialWeights: word table of ${wordTable.length} for [${shape}]`);
  return wordTable;
};

/** Uniform in ±sqrt(3 / dimensions) (Ma & Hovy 2016 §3.2). */
export const embedding = uniform(({ shape: [, dimensions] }) => Math.sqrt(3 / dimensions!));

/** Glorot-uniform (Glorot & Bengio 2010, eq. 16). */
export const glorot = uniform(({ shape: [inputs, outputs] }) => Math.sqrt(6 / (inputs! + outputs!)));

/** Uniform in ±1/sqrt(hidden units), as PyTorch's nn.LSTM. */
export function recurrent(hidden: 'H' | 'F/2'): Initializer {
  return uniform(({ dimensions }) => 1 / Math.sqrt(dimensions[hidden]));
}

/** As `recurrent`; the forget gates of an LSTM start open, with a bias of 1 (Jozefowicz 2015 §5). */
export function lstmBias(hidden: 'H' | 'F/2'): Initializer {
  const random = recurrent(hidden);
  return (initialization) => {
    const bias = random(initialization); // [D·4H], gates i, f, g, o of each direction
    const units = initialization.dimensions[hidden];
    for (let forget = units; forget < bias.length; forget += GATES.lstm * units) {
      bias.fill(1, forget, forget + units);
    }
    return bias;
  };
}

function uniform(boundOf: (initialization: Initialization) => number): Initializer {
  return (initialization) => {
    const values = zeros(initialization);
    const bound = boundOf(initialization);
    for (let i = 0; i < values.length; i++) values[i] = (2 * randomUniform(initialization.key, i) - 1) * bound;
    return values;
  };
}

function sizeOf(shape: readonly number[]): number {
  return shape.reduce((product, dimension) => product * dimension, 1);
}
