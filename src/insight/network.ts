import type { RunConfig } from '../config/schema.ts';

export type StageId =
  | 'features'
  | 'characters'
  | 'character-encoder'
  | 'word-vectors'
  | 'inputs'
  | 'recurrent'
  | 'attention'
  | 'document'
  | 'emissions'
  | 'decoder';

/** A stage of the model for one sentence, with the shape of its output. */
export interface Stage {
  id: StageId;
  name: string;
  /** Output shape. */
  shape: readonly number[];
  /** Describes the computation. */
  how: string;
}

/** Values of the dimension letters of src/model/shapes.ts for one sentence and model. */
export interface NetworkSizes {
  /** T */
  tokens: number;
  /** Distinct forms, U. */
  forms: number;
  /** Characters of those forms, C. */
  characters: number;
  /** I, all input features of a token; of a feature CRF, the features that have weights. */
  inputs: number;
  /** Describes how the layers of an encoder are mixed; undefined if they are not. */
  mix?: string | undefined;
  /** K */
  tags: number;
}

const CELLS: Record<RunConfig['cell'], string> = { lstm: 'LSTM', gru: 'GRU', rnn: 'RNN' };

/** The model from characters to tags, in the order of the forward pass (src/model/tagger.ts; Ma & Hovy 2016, figure 3). */
export function networkStages(
  {
    wordDim,
    charEncoder,
    charDim,
    charFeatures,
    cell,
    hidden,
    layers,
    direction,
    attention,
    context,
    decoder,
    emissions,
  }: RunConfig,
  { tokens, forms, characters, inputs, mix, tags }: NetworkSizes,
): Stage[] {
  const decoding: Stage = {
    id: 'decoder',
    name: decoder === 'crf' ? 'CRF' : 'Softmax',
    shape: [tokens],
    how: decoder === 'crf' ? 'the tag sequence of the highest total score' : 'the most probable tag of each token',
  };
  if (emissions === 'features') {
    return [
      {
        id: 'features',
        name: 'Features',
        shape: [tokens, inputs],
        how: 'which features of a word and its neighbours are on',
      },
      {
        id: 'emissions',
        name: 'Emissions',
        shape: [tokens, tags],
        how: 'the sum of the weights of the active features',
      },
      decoding,
    ];
  }
  const hasCharacters = charEncoder !== 'none';
  const features = inputs - wordDim - (hasCharacters ? charFeatures : 0);
  const parts = [
    'word vector',
    ...(hasCharacters ? ['character features'] : []),
    ...(features > 0 ? [`${features} numbers of further inputs`] : []),
  ];
  const layersText = layers === 1 ? '' : `, ${layers} layers`;
  const ofCharacters: Stage[] = [
    {
      id: 'characters',
      name: 'Characters',
      shape: [characters, charDim],
      how: `a vector for each character of ${forms} distinct words`,
    },
    {
      id: 'character-encoder',
      name: charEncoder === 'lstm' ? 'Character BiLSTM' : 'Character CNN',
      shape: [forms, charFeatures],
      how:
        charEncoder === 'lstm'
          ? 'the last state of each direction'
          : `${charFeatures} filters over three characters of the padded word, the maximum of each`,
    },
  ];
  const units = hidden === 1 ? '1 unit' : `${hidden} units`;
  return [
    ...(hasCharacters ? ofCharacters : []),
    {
      id: 'word-vectors',
      name: 'Word vectors',
      shape: [tokens, wordDim],
      how: 'a row of the word table for each token',
    },
    ...(parts.length > 1
      ? [
          {
            id: 'inputs',
            name: 'Inputs',
            shape: [tokens, inputs],
            how: `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}, joined${mix === undefined ? '' : `; ${mix}`}`,
          } as const,
        ]
      : []),
    {
      id: 'recurrent',
      name: direction === 'both' ? `Bi${CELLS[cell]}` : `${CELLS[cell]}, ${direction}`,
      shape: [tokens, direction === 'both' ? 2 * hidden : hidden],
      how: `${direction === 'both' ? `${units} forward and ${hidden} backward` : `${units}, ${direction} only`}${layersText}`,
    },
    ...(attention === 'sentence'
      ? [
          {
            id: 'attention',
            name: 'Self-attention',
            shape: [tokens, direction === 'both' ? 2 * hidden : hidden],
            how: 'attention to the states of all words of the sentence, added',
          } as const,
        ]
      : []),
    ...(context === 'document'
      ? [
          {
            id: 'document',
            name: 'Document',
            shape: [tokens, direction === 'both' ? 2 * hidden : hidden],
            how: 'attention to the states of the same word elsewhere in the text, added through a gate',
          } as const,
        ]
      : []),
    { id: 'emissions', name: 'Emissions', shape: [tokens, tags], how: 'a score for each tag, by a linear layer' },
    decoding,
  ];
}
