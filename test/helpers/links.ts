import type { Tensor1D } from '../../src/tensors/tensors.ts';
import { raggedFromLengths } from '../../src/data/batches/ragged.ts';
import type { Links } from '../../src/data/batches/link-rows.ts';
import { linksOf } from '../../src/data/batches/links.ts';
import type { LinkTensors } from '../../src/kernels/links/op.ts';
import { lookupTensors } from '../../src/kernels/shared/ragged-tensors.ts';
import { randomIntegers, tensorOf } from './each-device.ts';

/** The links of a sentence of T tokens, drawn at random from the given number of distinct words. */
export function randomLinks({ T, words }: { T: number; words: number }): Links {
  const keys = randomIntegers(T, 7, words);
  const sentence = { words: keys, forms: keys, tags: keys, keys, document: 0 };
  return linksOf({ sentences: [sentence], forms: [] }, Int32Array.of(0), raggedFromLengths(Int32Array.of(T)))!;
}

export function integerTensor(values: Int32Array): Tensor1D {
  return tensorOf({ shape: [values.length], values }) as Tensor1D;
}

/** To be called inside a `tidy`. */
export function linkTensors({ rows, own, inverse }: Links): LinkTensors {
  const side = ({ offsets, entries, targets }: Links['own']) => ({
    offsets: integerTensor(offsets),
    entries: integerTensor(entries),
    targets: integerTensor(targets),
  });
  return { rows: lookupTensors(rows), own: side(own), inverse: side(inverse) };
}
