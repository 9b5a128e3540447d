import { tensor1d, tensor2d, type Tensor1D, type Tensor2D } from '../tensors/tensors.ts';
import { ILLEGAL_SCORE } from '../crf/constraints.ts';
import type { Batch } from '../data/batches/batch.ts';
import type { Links } from '../data/batches/link-rows.ts';
import type { TextRows } from '../data/batches/text-rows.ts';
import type { FeatureKindName } from '../data/vocabulary/features.ts';
import type { LinkTensors } from '../kernels/links/op.ts';
import {
  bagTensors,
  lookupTensors,
  raggedTensors,
  type BagTensors,
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
  /** Rows of feature tables, contiguous for each input. */
  features: Partial<Record<FeatureKindName, LookupTensors>>; // [P · count]
  /** Encoder features; undefined for other models. */
  encoded: Tensor2D | undefined; // [P, d]
  tokenInputs: Tensor1D | undefined; // [N] into P; without it P = N
  tags: Tensor1D | undefined; // [N]
  /** Penalties of tags that a token does not have; undefined if all tags are known. */
  excluded: Tensor2D | undefined; // [N, K]
  /** Undefined if no token has links. */
  links: LinkTensors | undefined;
  /** Only for models with self-attention. */
  attention: LinkTensors | undefined;
  /** Only for feature CRFs: rows of the table of weights [I], and for each token indices of these. */
  indicators: { rows: Tensor1D; bags: BagTensors } | undefined;
  /** Only for models of texts with one class. */
  texts: TextTensors | undefined;
  /** Only for a character LSTM. */
  charLstm: { embedded: LookupTensors; last: LookupTensors; first: LookupTensors } | undefined;
}

/** What is labelled: the tokens of a batch, or its texts. */
export type LabelTensors = Pick<BatchTensors, 'layout' | 'tags' | 'excluded'>;

interface TextTensors extends LabelTensors {
  first: LookupTensors; // [B] into N
  last: LookupTensors; // [B] into N
  links: LinkTensors;
}

/** The items that a model labels: the tokens or, if each sentence is a text with one class, the texts. */
export function labelTensors(batch: BatchTensors): LabelTensors {
  return batch.texts ?? batch;
}

/** Call it inside a `tidy`, which disposes the tensors. */
export function batchTensors({ charLstm, links, attention, indicators, texts, ...batch }: Batch): BatchTensors {
  return {
    layout: raggedTensors(batch.layout, batch.padded?.tokens),
    words: tensor1d(batch.words, 'int32'),
    inputWords: lookupTensors(batch.inputWords),
    forms: raggedTensors(batch.forms, batch.padded?.characters),
    chars: tensor1d(batch.chars, 'int32'),
    inputForms: lookupTensors(batch.inputForms),
    features: Object.fromEntries(Object.entries(batch.features).map(([kind, lookup]) => [kind, lookupTensors(lookup)])),
    encoded: batch.encoded && tensor2d(batch.encoded.values, [batch.inputWords.index.length, batch.encoded.width]),
    tokenInputs: batch.tokenInputs && tensor1d(batch.tokenInputs, 'int32'),
    tags: batch.tags.length > 0 ? tensor1d(batch.tags, 'int32') : undefined,
    excluded: excludedTensor(batch),
    links: links && linksOnDevice(links),
    attention: attention && linksOnDevice(attention),
    indicators: indicators && { rows: tensor1d(indicators.rows, 'int32'), bags: bagTensors(indicators.bags) },
    texts: texts && textTensors(texts),
    charLstm: charLstm && {
      embedded: lookupTensors(charLstm.embedded),
      last: lookupTensors(charLstm.last),
      first: lookupTensors(charLstm.first),
    },
  };
}

/** Call it inside a `tidy`, which disposes the tensors. */
export function textTensors({ layout, classes, first, last, links }: TextRows): TextTensors {
  return {
    layout: raggedTensors(layout),
    tags: classes.length > 0 ? tensor1d(classes, 'int32') : undefined,
    excluded: undefined,
    first: lookupTensors(first),
    last: lookupTensors(last),
    links: linksOnDevice(links),
  };
}

function excludedTensor({ excluded, tags }: Pick<Batch, 'excluded' | 'tags'>): Tensor2D | undefined {
  if (excluded === undefined) return undefined;
  const penalties = Float32Array.from(excluded, (isExcluded) => isExcluded * ILLEGAL_SCORE);
  return tensor2d(penalties, [tags.length, excluded.length / tags.length]);
}

function linksOnDevice({ rows, own, inverse }: Links): LinkTensors {
  return { rows: lookupTensors(rows), own: linkTensors(own), inverse: linkTensors(inverse) };
}

function linkTensors({ offsets, entries, targets }: Links['own']): LinkTensors['own'] {
  return {
    offsets: tensor1d(offsets, 'int32'),
    entries: tensor1d(entries, 'int32'),
    targets: tensor1d(targets, 'int32'),
  };
}
