import type { Tensor1D, Tensor2D } from '../../tensors/tensors.ts';
import { assert } from '../../lib/assert.ts';
import { differentiable } from '../shared/differentiable.ts';
import { kernel, run } from '../shared/kernel.ts';
import type { RaggedTensors } from '../shared/ragged-tensors.ts';

type CharInputs = { chars: Tensor1D; lengths: Tensor1D; stepOffsets: Tensor1D };

/** See `charMaxPool`; also returns the position of each maximum (the first, on a tie). */
export const CharMaxPool = kernel<CharInputs & { tables: Tensor2D }, object, readonly [y: Tensor2D, argmax: Tensor2D]>(
  'CharMaxPool',
);

/** The gradient: only the window at each maximum contributes. */
export const CharMaxPoolGrad = kernel<
  CharInputs & { dy: Tensor2D; argmax: Tensor2D },
  { charCount: number },
  readonly [dTables: Tensor2D]
>('CharMaxPoolGrad');

/**
 * A width-3 convolution over the characters of each word form, and the maximum over its positions (Ma & Hovy 2016 §2.1).
 *
 * The convolution of embedded characters is the sum of three rows of small tables, `tables = charEmbedding . W`, computed
 * once for the alphabet instead of once per position:
 *
 *     z[u, p, f] = tables[c(p-1), f] + tables[c(p), F + f] + tables[c(p+1), 2F + f]     (outside the word: 0)
 *     y[u, f]    = max over p of z[u, p, f]
 *
 * @param tables [Vc, 3F]: previous, current, next character
 * @param chars [C] int32 character ids of all forms, in the layout of `forms`
 * @param forms U sequences
 * @returns [U, F]
 */
export function charMaxPool(tables: Tensor2D, chars: Tensor1D, forms: RaggedTensors): Tensor2D {
  const [charCount, columns] = tables.shape;
  assert(columns % 3 === 0, () => `charMaxPool: tables have ${columns} columns, not a multiple of 3`);
  assert(chars.size === forms.rows, () => `charMaxPool: ${chars.size} characters for ${forms.rows} rows`);
  const { lengths, stepOffsets } = forms;
  return differentiable(
    [tables],
    (x) => {
      const [y, argmax] = run(CharMaxPool, { tables: x, chars, lengths, stepOffsets }, {});
      return { y, saved: [argmax] as const };
    },
    (dy, [argmax]) => run(CharMaxPoolGrad, { dy, argmax, chars, lengths, stepOffsets }, { charCount }),
  );
}
