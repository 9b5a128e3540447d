import type { Lookup, Ragged } from './batches/ragged.ts';

/** A sentence as numbers, for a given vocabulary. All arrays [T]. */
export interface EncodedSentence {
  /** Rows of the word table. */
  words: Int32Array;
  /** Ids of the distinct forms (as written), into the `forms` of the encoded corpus: what the character encoder sees. */
  forms: Int32Array;
  /** Tag ids; empty where there is no gold. */
  tags: Int32Array;
}

export interface EncodedCorpus {
  sentences: EncodedSentence[];
  /** Character ids of each distinct form, cut to a maximum length, at least one each. */
  forms: Int32Array[];
}

/** The look-ups of a character LSTM: what goes in, and where each direction ends. */
export interface CharLstmLookups {
  /** [C] characters, into the Vc of the alphabet. */
  embedded: Lookup;
  /** [U] the last character of each form, into the C characters: where the forward direction ends. */
  last: Lookup;
  /** [U] the first one: where the backward direction ends. */
  first: Lookup;
}

/** One batch, as the model takes it. Sentences longest first, tokens time-major (see ragged.ts). */
export interface Batch {
  /** [B] index of each sentence in its corpus. */
  sentences: Int32Array;
  layout: Ragged; // B sequences, N rows
  /** [W] the batch's distinct words: rows of the word table, ascending. */
  words: Int32Array;
  /** [P] into `words`. */
  inputWords: Lookup;
  /** U sequences of characters, the batch's distinct forms, longest first. */
  forms: Ragged;
  /** [C] character ids, in the layout of `forms`. */
  chars: Int32Array;
  /** [P] into the U forms. */
  inputForms: Lookup;
  /** [N] into the P inputs, where these are the distinct pairs of a word and a form; else the tokens are the inputs, P = N. */
  tokenInputs: Int32Array | undefined;
  /** What a character LSTM reads; undefined for other encoders. */
  charLstm: CharLstmLookups | undefined;
  /** [N] gold tag ids, or empty. */
  tags: Int32Array;
}
