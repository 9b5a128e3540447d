import { dispose, keep, tensor, type Tensor } from '@tensorflow/tfjs-core';
import type { RunConfig } from '../config/schema.ts';
import { GATES } from '../kernels/recurrent/cells.ts';
import { assert, defined } from '../lib/assert.ts';
import { randomUniform, streamKey } from '../lib/rng.ts';
import { parameterShapes, type TaggerSizes } from './shapes.ts';

/** Parameters on the device, by name. The update kernels change them in place. */
export type Weights = Record<string, Tensor>;

/** Parameters on the host, by name: what a checkpoint holds and a bundle stores. */
export type HostWeights = Record<string, { shape: number[]; values: Float32Array }>;

export function weight<T extends Tensor>(weights: Weights, name: string): T {
  return defined(weights[name], () => `no parameter ${name}`) as T;
}

/**
 * Initial parameters.
 *
 * Embeddings are uniform in ±sqrt(3 / dimensions) (Ma & Hovy 2016 §3.2), recurrent weights and biases in ±1/sqrt(H) (PyTorch
 * nn.LSTM), filters and the output layer Glorot-uniform (Glorot & Bengio 2010, eq. 16); the LSTM's forget gate starts open,
 * bias 1 (Jozefowicz 2015 §5); the CRF starts at zero, so that the heatmap shows only what was learnt.
 *
 * @param wordTable [V, E]
 */
export function initialWeights(config: RunConfig, sizes: TaggerSizes, wordTable: Float32Array): HostWeights {
  const weights: HostWeights = {};
  Object.entries(parameterShapes(config, sizes)).forEach(([name, shape], site) => {
    const size = shape.reduce((a, b) => a * b, 1);
    if (name === 'words') {
      assert(wordTable.length === size, () => `initialWeights: word table of ${wordTable.length} for [${shape}]`);
      weights[name] = { shape, values: wordTable };
      return;
    }
    const values = new Float32Array(size);
    const bound = initialBound(name, shape, config);
    const key = streamKey(config.seed, site, 1);
    if (bound > 0) for (let i = 0; i < size; i++) values[i] = (2 * randomUniform(key, i) - 1) * bound;
    if (name.endsWith('.b') && (name.startsWith('char.lstm') || (name.startsWith('layer') && config.cell === 'lstm'))) {
      openForgetGates(values);
    }
    weights[name] = { shape, values };
  });
  return weights;
}

function initialBound(name: string, shape: number[], config: RunConfig): number {
  if (name === 'char.embedding') return Math.sqrt(3 / shape[1]!);
  if (name === 'char.filters' || name === 'output.w') return Math.sqrt(6 / (shape[0]! + shape[1]!));
  if (name.startsWith('char.lstm')) return 1 / Math.sqrt(config.charFeatures / 2);
  if (name.startsWith('layer')) return 1 / Math.sqrt(config.hidden);
  return 0;
}

/** @param bias [2·4H], gates i, f, g, o in each direction */
function openForgetGates(bias: Float32Array): void {
  const hidden = bias.length / (2 * GATES.lstm);
  for (const direction of [0, 1]) {
    const forget = (direction * GATES.lstm + 1) * hidden;
    bias.fill(1, forget, forget + hidden);
  }
}

/** Puts copies of parameters on the device; they stay until `disposeWeights`. */
export function uploadWeights(host: HostWeights): Weights {
  // Sliced, because the reference backend takes an array as it is, and updates are made in place.
  return keepEach(Object.entries(host), ({ shape, values }) => tensor(values.slice(), shape, 'float32'));
}

/** Makes a tensor of each entry, to stay. Where one fails, for want of memory, those made before it are freed. */
export function keepEach<T>(entries: Iterable<[name: string, T]>, make: (entry: T, name: string) => Tensor): Weights {
  const made: Weights = {};
  try {
    for (const [name, entry] of entries) made[name] = keep(make(entry, name));
    return made;
  } catch (error) {
    dispose(made);
    throw error;
  }
}

/** A copy of all parameters on the host, all of one moment: every read begins before this function waits for any. */
export async function downloadWeights(weights: Weights): Promise<HostWeights> {
  const reads = Object.entries(weights).map(async ([name, parameter]) => {
    const { shape } = parameter;
    return [name, { shape, values: new Float32Array(await parameter.data<'float32'>()) }] as const;
  });
  return Object.fromEntries(await Promise.all(reads));
}

export function disposeWeights(weights: Weights): void {
  dispose(weights);
}
