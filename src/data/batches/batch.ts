import type { EncodedFeatures } from '../features/encode-features.ts';
import type { FeatureKindName } from '../vocabulary/features.ts';
import type { Lookup, Ragged } from './ragged.ts';

/** A sentence as ids of a vocabulary. All arrays [T]. */
export interface EncodedSentence {
  /** Rows of the word table. */
  words: Int32Array;
  /** Indices of the forms in `EncodedCorpus.forms`. */
  forms: Int32Array;
  /** Tag ids; empty if the sentence is not annotated. */
  tags: Int32Array;
  /** Its document, or window of one: sentences of one number follow each other. Undefined: it stands alone, without links. */
  document?: number | undefined;
  /** [T] equal for tokens that are the same word, -1 where a word is not linked. For models that read documents only. */
  keys?: Int32Array;
  /** Of each kind of features of the corpus, [T] indices into its combinations. */
  features?: Int32Array[];
  /** The share of the epochs in which it is trained on, in (0, 1]; undefined: 1. */
  weight?: number;
  /** [T, d] of an encoder, in half precision; empty: zeros. */
  encoded?: Uint16Array;
}

export interface EncodedCorpus {
  sentences: EncodedSentence[];
  /** Character ids of each distinct form, at least one each: the input of the character encoder. */
  forms: Int32Array[];
  /** For models with features besides words and characters. */
  features?: EncodedFeatures[];
  /** For models with an encoder: d, and the number of each bit pattern (`float16Table`). */
  encoder?: { width: number; halves: Float32Array };
}

/** The look-ups of a character LSTM: its inputs, and the outputs that represent a form. */
export interface CharLstmLookups {
  /** [C] rows of the character table, which has Vc rows. */
  embedded: Lookup;
  /** [U] rows of the last characters of the forms, of C: where the forward direction ends. */
  last: Lookup;
  /** [U] rows of the first characters: where the backward direction ends. */
  first: Lookup;
}

/** L links, grouped by the M tokens that they come from or lead to. */
export interface LinkRows {
  /** [M+1] */
  offsets: Int32Array;
  /** [L] the link, numbered in the order of `own`. */
  entries: Int32Array;
  /** [L] the token at its other end, in [0, M). */
  targets: Int32Array;
}

/** The links between occurrences of a word in a document, of a batch. */
export interface Links {
  /** [M] the row of each token that has links, of N. */
  rows: Lookup;
  /** From each token to its nearest others, nearest first. */
  own: LinkRows;
  /** To each token, in the order of the links. */
  inverse: LinkRows;
}

/** A batch as the input of the model. Sentences are sorted by length, longest first; tokens are time-major (see ragged.ts). */
export interface Batch {
  /** [B] indices of the sentences in the corpus. */
  sentences: Int32Array;
  /** B sequences of N tokens. */
  layout: Ragged;
  /** [W] the distinct words: rows of the word table, ascending. */
  words: Int32Array;
  /** [P] the word of each input, an index in `words`. */
  inputWords: Lookup;
  /** U distinct forms, longest first: sequences of C characters. */
  forms: Ragged;
  /** [C] character ids, in the layout of `forms`. */
  chars: Int32Array;
  /** [P] the form of each input, an index in the U forms. */
  inputForms: Lookup;
  /** [P · count] of each kind of features, the rows of its table; those of an input follow each other. */
  features: Partial<Record<FeatureKindName, Lookup>>;
  /** [P, d] of an encoder; then P = N. Undefined for other models. */
  encoded: { width: number; values: Float32Array } | undefined;
  /**
   * [N] the input of each token, if the inputs are the P distinct combinations of word, form and features. Undefined if every token is an input
   * of its own, P = N.
   */
  tokenInputs: Int32Array | undefined;
  /** Undefined for other character encoders. */
  charLstm: CharLstmLookups | undefined;
  /** Undefined where no token has links: in a sentence that stands alone, and for models that read sentences. */
  links: Links | undefined;
  /** [N] gold tag ids; empty unless all sentences are annotated. */
  tags: Int32Array;
}
