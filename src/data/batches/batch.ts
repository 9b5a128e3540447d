import type { EncodedFeatures } from '../features/encode-features.ts';
import type { FeatureKindName } from '../vocabulary/features.ts';
import type { ActiveIndicators } from '../features/indicators.ts';
import type { Links } from './link-rows.ts';
import type { Bags, Lookup, Ragged } from './ragged.ts';
import type { TextRows } from './text-rows.ts';

/** A sentence as ids of a vocabulary. All arrays [T]. */
export interface EncodedSentence {
  /** Rows of the word table. */
  words: Int32Array;
  /** Indices of the forms in `EncodedCorpus.forms`. */
  forms: Int32Array;
  /** Tag ids; empty if the sentence is not annotated. */
  tags: Int32Array;
  /** [T] the tags that each token may have, [K] 1 for each; undefined for tokens whose tag is known. Absent if all are known. */
  allowed?: readonly (Uint8Array | undefined)[];
  /** Id of its document, or of a window of a long document; its sentences are consecutive. Undefined: not linked to other sentences. */
  document?: number | undefined;
  /** [T] equal for tokens that are the same word, -1 for words that are not linked. Only for models that read documents. */
  keys?: Int32Array;
  /** For each kind of features of the corpus, [T] indices into its combinations. */
  features?: Int32Array[];
  /** Share of the epochs that include the sentence, in (0, 1]; undefined: 1. */
  weight?: number;
  /** [T, d] encoder features in half precision; empty: zeros. */
  encoded?: Uint16Array;
  /** The active features of each token; for feature CRFs. */
  indicators?: ActiveIndicators;
}

export interface EncodedCorpus {
  sentences: EncodedSentence[];
  /** Character ids of each distinct form, at least one each: the input of the character encoder. */
  forms: Int32Array[];
  /** For models with features besides words and characters. */
  features?: EncodedFeatures[];
  /** For models with an encoder: d, and the value of each bit pattern (`float16Table`). */
  encoder?: { width: number; halves: Float32Array };
}

/** The look-ups of a character LSTM: its inputs, and the outputs that represent a form. */
export interface CharLstmLookups {
  /** [C] rows of the character table, which has Vc rows. */
  embedded: Lookup;
  /** [U] rows, of the C characters, of the last character of each form: where the forward direction ends. */
  last: Lookup;
  /** [U] rows of the first character of each form: where the backward direction ends. */
  first: Lookup;
}

/** The active features of the tokens of a batch. */
export interface BatchIndicators {
  /** [I] the distinct ones: rows of the table of weights, ascending. */
  rows: Int32Array;
  /** For each of N tokens, indices in `rows`. */
  bags: Bags;
}

/** Sizes to which the arrays of a batch are padded (`pad.ts`). */
export interface BatchSizes {
  /** Rows of tokens; also of inputs, distinct words, distinct forms, tokens with links and steps. */
  tokens: number;
  /** Characters of all forms. */
  characters: number;
  /** Characters of the longest form. */
  longestForm: number;
  /** 0 without links. */
  links: number;
  /** Links of self-attention; 0 without it. */
  attention: number;
  /** Distinct features, and features of all tokens; 0 for models without. */
  indicatorRows: number;
  indicatorItems: number;
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
  /** For each kind of features, [P · count] rows of its table; contiguous for each input. */
  features: Partial<Record<FeatureKindName, Lookup>>;
  /** [P, d] encoder features, with P = N. Undefined for models without an encoder. */
  encoded: { width: number; values: Float32Array } | undefined;
  /**
   * [N] the input of each token, if the inputs are the P distinct combinations of word, form and features. Undefined if every token is
   * a separate input, P = N.
   */
  tokenInputs: Int32Array | undefined;
  /** Only for a character LSTM. */
  charLstm: CharLstmLookups | undefined;
  /** Undefined if no token has links: for sentences without a document, and for models that read single sentences. */
  links: Links | undefined;
  /** Only for feature CRFs. */
  indicators?: BatchIndicators | undefined;
  /** Between all words of a sentence; only for models with self-attention. */
  attention?: Links | undefined;
  /** Only for models of texts with one class. */
  texts?: TextRows | undefined;
  /** [N] gold tag ids; empty unless all sentences are annotated. Where tags are unknown, those of a path that is allowed. */
  tags: Int32Array;
  /** [N, K] 1 for each tag that a token does not have; undefined if all tags are known. */
  excluded: Uint8Array | undefined;
  /** Set by `padBatch`: there are rows that belong to no sentence. */
  padded?: BatchSizes | undefined;
}
