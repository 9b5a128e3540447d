import { dispose, keep, tensor, type Tensor, type Tensor1D, type Tensor2D, type Tensor3D } from '../tensors/tensors.ts';
import type { Architecture, RunConfig } from '../config/schema.ts';
import { assert, defined } from '../lib/assert.ts';
import { isParameter, parameterList, taggerParameters, type Parameter } from './parameters.ts';
import { dimensionsOf, type VocabularyLists } from './shapes.ts';
import { randomKey } from './streams.ts';

/** Parameters on the device, by name. The update kernels change them in place. */
export type Weights = Record<string, Tensor>;

/** Parameters on the host, by name, as stored in checkpoints and bundles. */
export type HostWeights = Record<string, { shape: number[]; values: Float32Array }>;

interface TensorOfRank {
  1: Tensor1D;
  2: Tensor2D;
  3: Tensor3D;
}

/** A table of parameters with a tensor of its rank in place of each row. */
type TensorsOf<Table> =
  Table extends Parameter<infer Shape>
    ? TensorOfRank[Shape['length'] & keyof TensorOfRank]
    : Table extends object
      ? { [Part in keyof Table]: TensorsOf<Table[Part]> }
      : Table;

/** Parameters on the device in the structure of `taggerParameters`, for the forward pass. */
export type TaggerWeights = TensorsOf<ReturnType<typeof taggerParameters>>;

/** Those of a model whose emissions come from a network. */
export type NetworkWeights = TaggerWeights & {
  [Part in 'words' | 'layers' | 'output']: NonNullable<TaggerWeights[Part]>;
};

/** The weights of a network, for what only a network has. */
export function networkWeights(model: OfModel): NetworkWeights {
  const weights = taggerWeights(model);
  assert(isNetwork(weights), () => 'a feature CRF has no network');
  return weights;
}

export function isNetwork(weights: TaggerWeights): weights is NetworkWeights {
  return weights.words !== undefined;
}

export function taggerWeights({ config, vocabulary, weights }: OfModel): TaggerWeights {
  return tensorsOf(taggerParameters(config, vocabulary.features), weights);
}

/** The parts of a model that determine its parameters. */
interface OfModel {
  config: Architecture;
  vocabulary: VocabularyLists;
  weights: Weights;
}

/** The only cast from tensors by name to tensors of a known rank. */
function tensorsOf<Table>(table: Table, weights: Weights): TensorsOf<Table> {
  const select = (part: unknown): unknown => {
    if (typeof part !== 'object' || part === null) return part;
    if (isParameter(part)) return tensorNamed(weights, part.name);
    if (Array.isArray(part)) return part.map(select);
    return Object.fromEntries(Object.entries(part).map(([name, value]) => [name, select(value)]));
  };
  return select(table) as TensorsOf<Table>;
}

export function tensorNamed(tensors: Weights, name: string): Tensor {
  return defined(tensors[name], () => `no parameter ${name}`);
}

/**
 * Initial parameters. Each has a separate stream of random numbers, keyed by its position in the table.
 *
 * @param wordTable [V, E]
 */
export function initialWeights(config: RunConfig, vocabulary: VocabularyLists, wordTable: Float32Array): HostWeights {
  const dimensions = dimensionsOf(config, vocabulary);
  return Object.fromEntries(
    parameterList(config, vocabulary.features).map(({ name, shape: letters, initial }, place) => {
      const shape = letters.map((letter) => dimensions[letter]);
      const key = randomKey(config.seed, 'weights', place);
      return [name, { shape, values: initial({ shape, dimensions, key, wordTable }) }];
    }),
  );
}

/** Uploads copies of parameters to the device; they are kept until `disposeWeights`. */
export function uploadWeights(host: HostWeights): Weights {
  // Sliced, because the reference backend does not copy arrays, and updates are in place.
  return keepEach(Object.entries(host), ({ shape, values }) => tensor(values.slice(), shape, 'float32'));
}

/** Creates and keeps a tensor for each entry. If memory runs out, those created so far are freed. */
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

/** A consistent copy of all parameters on the host: every read begins before this function waits for any of them. */
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
