import type { Cell } from '../kernels/recurrent/cells.ts';
import {
  closedGate,
  embedding,
  givenWordTable,
  glorot,
  lstmBias,
  ones,
  recurrent,
  zeros,
  type Initializer,
} from './initializers.ts';
import type { Architecture } from '../config/schema.ts';
import type { FeatureTables } from '../data/vocabulary/features.ts';
import { dimensionsOf, type Dimension, type VocabularyLists } from './shapes.ts';

/**
 * Parameters that the optimizer updates together, and under which its state is saved. `words` is the word table: only the rows
 * of a batch's words are updated, and only if the recipe fine-tunes them. `indicators` is the table of a feature CRF: only the rows of a
 * batch's features are updated.
 */
export type ParameterGroup = 'dense' | 'words' | 'indicators';

/** One parameter: its name in files, its shape in the letters of shapes.ts, its initializer, and its update group. */
export interface Parameter<Shape extends readonly Dimension[] = readonly Dimension[]> {
  name: string;
  shape: Shape;
  initial: Initializer;
  group: ParameterGroup;
}

function row<const Shape extends readonly Dimension[]>(
  name: string,
  shape: Shape,
  initial: Initializer,
  group: ParameterGroup = 'dense',
): Parameter<Shape> {
  return { name, shape, initial, group };
}

/**
 * The parameters of a tagger: one row each, in the order of the forward pass.
 *
 * @param features of its vocabulary
 */
export function taggerParameters(
  { emissions, charEncoder, cell, layers, decoder, attention, pooling, context, encoderLayers }: Architecture,
  features: FeatureTables = {},
) {
  if (emissions === 'features') return { ...NO_NETWORK, crf: decoder === 'crf' ? CRF : undefined };
  return {
    words: row('words', ['V', 'E'], givenWordTable, 'words'),
    characters: CHARACTER_ENCODERS[charEncoder],
    layers: sentenceLayers(cell, layers),
    output: {
      w: row('output.w', ['DH', 'K'], glorot),
      b: row('output.b', ['K'], zeros),
    },
    indicators: undefined,
    crf: decoder === 'crf' ? CRF : undefined,
    context: context === 'document' ? CONTEXT : undefined,
    features: {
      lists: features.lists && row('features.lists', ['Rl', 'El'], embedding),
      columns: features.columns && row('features.columns', ['Rc', 'Ecol'], embedding),
    },
    mix: features.encoder && encoderLayers === 'mix' ? MIX : undefined,
    attention: attention === 'sentence' ? ATTENTION : undefined, // last, so that all others begin as without it
    pooling: pooling === 'attention' ? POOLING : undefined,
  };
}

const CHARACTER_EMBEDDING = row('char.embedding', ['Vc', 'Ec'], embedding);

const CHARACTER_ENCODERS = {
  none: { kind: 'none' },
  cnn: {
    kind: 'cnn',
    embedding: CHARACTER_EMBEDDING,
    filters: row('char.filters', ['Ec', '3F'], glorot), // columns: previous, current, next character
    bias: row('char.bias', ['F'], zeros),
  },
  lstm: {
    kind: 'lstm',
    embedding: CHARACTER_EMBEDDING,
    lstm: recurrentLayer('char.lstm', 'lstm', {
      inputs: 'Ec',
      hidden: 'F/2',
      gates: '2F',
      allGates: '4F',
      directions: '2',
    }),
  },
} as const;

/** The weights of a feature CRF: see `indicatorScores` in tagger.ts. */
const NO_NETWORK = {
  words: undefined,
  characters: CHARACTER_ENCODERS.none,
  layers: undefined,
  output: undefined,
  indicators: row('indicators.w', ['Vi', 'K'], zeros, 'indicators'),
  context: undefined,
  features: { lists: undefined, columns: undefined },
  mix: undefined,
  attention: undefined,
  pooling: undefined,
};

/** Initially zero, so that the transition matrix on the page shows only learned scores. */
const CRF = {
  transitions: row('crf.transitions', ['K', 'K'], zeros),
  start: row('crf.start', ['K'], zeros),
  end: row('crf.end', ['K'], zeros),
};

/** Attention over the other occurrences of a word in its document: see `withContext` in tagger.ts. */
const CONTEXT = {
  q: row('context.q', ['DH', 'A'], glorot),
  k: row('context.k', ['DH', 'A'], glorot),
  v: row('context.v', ['DH', 'DH'], glorot),
  u: row('context.u', ['2DH', 'DH'], glorot),
  b: row('context.b', ['DH'], closedGate),
};

/** Self-attention over the sentence: see `withAttention` in tagger.ts. Values begin at zero, so that the model begins as one without it. */
const ATTENTION = {
  q: row('attention.q', ['DH', 'A'], glorot),
  k: row('attention.k', ['DH', 'A'], glorot),
  v: row('attention.v', ['DH', 'DH'], zeros),
};

/** Attention over the words of a text: see `pooledStates`. The query begins at zero: all words have the same weight. */
const POOLING = {
  w: row('pooling.w', ['DH', 'A'], glorot),
  b: row('pooling.b', ['A'], zeros),
  query: row('pooling.query', ['1', 'A'], zeros),
};

/** Layer mix of an encoder: see `encoderFeatures` in tagger.ts. Initially the mean of the layers. */
const MIX = {
  w: row('mix.w', ['Le'], zeros),
  gamma: row('mix.gamma', ['1'], ones),
};

/** Whether a parameter affects the output only for tokens with links. */
export function isOfContext({ name }: Parameter): boolean {
  return name.startsWith('context.');
}

type RecurrentLayer = ReturnType<typeof recurrentLayer>;

function sentenceLayers(cell: Cell, count: number): [first: RecurrentLayer, ...others: RecurrentLayer[]] {
  const layer = (index: number, inputs: 'I' | 'DH') =>
    recurrentLayer(`layer${index}`, cell, { inputs, hidden: 'H', gates: 'GH', allGates: 'DGH', directions: 'D' });
  return [layer(0, 'I'), ...Array.from({ length: count - 1 }, (_, i) => layer(i + 1, 'DH'))];
}

/** The directions of a layer: `gates` of one, `allGates` of the forward direction and then of the backward one. */
function recurrentLayer(
  name: string,
  cell: Cell,
  dimensions: {
    inputs: Dimension;
    hidden: 'H' | 'F/2';
    gates: Dimension;
    allGates: Dimension;
    directions: 'D' | '2';
  },
) {
  const { inputs, hidden, gates, allGates, directions } = dimensions;
  return {
    wx: row(`${name}.wx`, [inputs, allGates], recurrent(hidden)),
    b: row(`${name}.b`, [allGates], cell === 'lstm' ? lstmBias(hidden) : recurrent(hidden)),
    wh: row(`${name}.wh`, [directions, hidden, gates], recurrent(hidden)),
  };
}

/** The parameters as a list. */
export function parameterList(config: Architecture, features: FeatureTables | undefined): Parameter[] {
  return rowsOf(taggerParameters(config, features));
}

function rowsOf(table: unknown): Parameter[] {
  if (typeof table !== 'object' || table === null) return [];
  return isParameter(table) ? [table] : Object.values(table).flatMap(rowsOf);
}

/** Distinguishes a parameter from a group of parameters. */
export function isParameter(part: object): part is Parameter {
  return 'initial' in part;
}

/** Name → shape of each parameter. */
export function parameterShapes(config: Architecture, vocabulary: VocabularyLists): Record<string, number[]> {
  const dimensions = dimensionsOf(config, vocabulary);
  return Object.fromEntries(
    parameterList(config, vocabulary.features).map(({ name, shape }) => [
      name,
      shape.map((letter) => dimensions[letter]),
    ]),
  );
}

/** Total number of trainable values. */
export function parameterCount(config: Architecture, vocabulary: VocabularyLists): number {
  return Object.values(parameterShapes(config, vocabulary)).reduce(
    (sum, shape) => sum + shape.reduce((product, dimension) => product * dimension, 1),
    0,
  );
}
