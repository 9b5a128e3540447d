/**
 * Dimension letters, used in every shape comment of the project:
 *
 *   B   sentences of a batch              N   tokens of a batch
 *   U   distinct word forms of a batch    C   characters of those forms
 *   W   distinct words of a batch         T   tokens of the longest sentence
 *   P   distinct inputs of a batch        K   tags
 *   V   words of the vocabulary           Vc  characters of the alphabet
 *   E   word dimensions                   Ec  character dimensions
 *   F   character features                I   input of the first layer: E + F, embedded features, d or d / Le
 *   d   features of an encoder            Le  layers that they consist of, where these are mixed
 *   Rl  rows of lists, El dimensions      Rc  rows of columns, Ecol dimensions
 *   H   hidden units per direction        G   gates of the cell: LSTM 4, GRU 3, RNN 1
 *   D   directions: 2, or 1               A   dimensions of queries and keys of the context
 *   M   tokens of a batch that have links
 *   Vi  features that a feature CRF has weights for
 */
import type { Architecture } from '../config/schema.ts';
import { featureKinds } from '../data/vocabulary/features.ts';
import type { Vocabulary } from '../data/vocabulary/vocabulary.ts';
import { GATES } from '../kernels/recurrent/cells.ts';

/** The lists of a vocabulary, of which only the lengths are used. */
export type VocabularyLists = Pick<Vocabulary, 'words' | 'characters' | 'tags'> & Partial<Pick<Vocabulary, 'features'>>;

/** Sizes of the dimension letters in parameter shapes, and of their products. */
export type Dimensions = ReturnType<typeof dimensionsOf>;
export type Dimension = keyof Dimensions;

export function dimensionsOf(config: Architecture, { words, characters, tags, features }: VocabularyLists) {
  const { charEncoder, wordDim: E, charDim: Ec, charFeatures: F, cell, hidden: H, direction } = config;
  const { listDim: El, columnDim: Ecol, encoderLayers } = config;
  const { lists, columns } = featureKinds(features);
  const Le = encoderLayers === 'mix' ? (features?.encoder?.layers.length ?? 1) : 1;
  const D = direction === 'both' ? 2 : 1;
  const GH = GATES[cell] * H;
  return {
    V: words.length,
    E,
    Vc: characters.length,
    Ec,
    F,
    'F/2': F / 2,
    '2F': 2 * F,
    '3F': 3 * F,
    '4F': 4 * F,
    I:
      E +
      (charEncoder === 'none' ? 0 : F) +
      (lists?.count ?? 0) * El +
      (columns?.count ?? 0) * Ecol +
      (features?.encoder?.width ?? 0) / Le,
    Vi: features?.indicators?.length ?? 0,
    Rl: lists?.rows ?? 0,
    El,
    Rc: columns?.rows ?? 0,
    Ecol,
    Le,
    D,
    H,
    DH: D * H,
    '2DH': 2 * D * H,
    A: 64,
    GH,
    DGH: D * GH,
    K: tags.length,
    '1': 1,
    '2': 2,
  };
}
