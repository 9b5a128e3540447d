import { tensor1d, type Tensor1D } from '@tensorflow/tfjs-core';
import type { Batch } from '../data/batch.ts';
import { lookupFromIndex, raggedRow } from '../data/batches/ragged.ts';
import {
  lookupTensors,
  raggedTensors,
  type LookupTensors,
  type RaggedTensors,
} from '../kernels/shared/ragged-tensors.ts';

/** A batch on the device. */
export interface BatchTensors {
  layout: RaggedTensors; // B sentences, N tokens
  words: Tensor1D; // [W] rows of the word table
  inputWords: LookupTensors; // [P] into W
  forms: RaggedTensors; // U forms, C characters
  chars: Tensor1D; // [C]
  inputForms: LookupTensors; // [P] into U
  tokenInputs: Tensor1D | undefined; // [N] into P; without it P = N
  tags: Tensor1D | undefined; // [N]
  /** What only the character LSTM reads. */
  charLstm: { embedded: LookupTensors; last: LookupTensors; first: LookupTensors } | undefined;
}

/**
 * To be called inside a `tidy`, which disposes them.
 *
 * @param alphabet Vc, where the model's character encoder is an LSTM
 */
export function batchTensors(batch: Batch, alphabet: number | undefined): BatchTensors {
  return {
    layout: raggedTensors(batch.layout),
    words: tensor1d(batch.words, 'int32'),
    inputWords: lookupTensors(batch.inputWords),
    forms: raggedTensors(batch.forms),
    chars: tensor1d(batch.chars, 'int32'),
    inputForms: lookupTensors(batch.inputForms),
    tokenInputs: batch.tokenInputs && tensor1d(batch.tokenInputs, 'int32'),
    tags: batch.tags.length > 0 ? tensor1d(batch.tags, 'int32') : undefined,
    charLstm: alphabet === undefined ? undefined : charLstmTensors(batch, alphabet),
  };
}

/** Where the forward direction ends in each form (its last character) and the backward one (its first). */
function charLstmTensors({ forms, chars }: Batch, alphabet: number): BatchTensors['charLstm'] {
  const last = Int32Array.from(forms.lengths, (length, u) => raggedRow(forms, u, length - 1)); // [U]
  const first = Int32Array.from(forms.lengths, (_, u) => u); // [U]
  return {
    embedded: lookupTensors(lookupFromIndex(chars, alphabet)),
    last: lookupTensors(lookupFromIndex(last, chars.length)),
    first: lookupTensors(lookupFromIndex(first, chars.length)),
  };
}
