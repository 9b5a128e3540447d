import { raggedRow, type Ragged } from '../../data/batches/ragged.ts';

/**
 * The specification of the `CharMaxPool` kernel in float64 (Ma & Hovy 2016 §2.1).
 *
 * @param tables [Vc, 3F]: previous, current, next character
 * @param chars [C] in the layout of `forms`
 * @param forms U sequences
 * @returns y [U, F], argmax [U, F]: the first position p of the maximum, from 0
 */
export function charMaxPoolReference(
  tables: ArrayLike<number>,
  chars: ArrayLike<number>,
  F: number,
  forms: Ragged,
): { y: Float64Array; argmax: Int32Array } {
  const U = forms.lengths.length;
  const y = new Float64Array(U * F).fill(-Infinity);
  const argmax = new Int32Array(U * F);
  for (let u = 0; u < U; u++) {
    for (let p = 0; p < forms.lengths[u]!; p++) {
      for (let f = 0; f < F; f++) {
        let z = 0;
        for (const entry of windowEntries(chars, F, forms, u, p, f)) z += tables[entry]!;
        if (z > y[u * F + f]!) {
          y[u * F + f] = z;
          argmax[u * F + f] = p;
        }
      }
    }
  }
  return { y, argmax };
}

/**
 * The specification of the `CharMaxPoolGrad` kernel in float64: the gradient of a maximum goes to its first
 * position.
 *
 * @param dy [U, F]
 * @param argmax [U, F]
 * @returns [Vc, 3F]
 */
export function charMaxPoolGradReference(
  dy: ArrayLike<number>,
  argmax: ArrayLike<number>,
  chars: ArrayLike<number>,
  { F, charCount }: { F: number; charCount: number },
  forms: Ragged,
): Float64Array {
  const dTables = new Float64Array(charCount * 3 * F);
  for (let u = 0; u < forms.lengths.length; u++) {
    for (let f = 0; f < F; f++) {
      for (const entry of windowEntries(chars, F, forms, u, argmax[u * F + f]!, f)) dTables[entry]! += dy[u * F + f]!;
    }
  }
  return dTables;
}

/** Which entries of the tables make up `z[u, p, f]`: one for each character of the window that lies in the form. */
function windowEntries(chars: ArrayLike<number>, F: number, forms: Ragged, u: number, p: number, f: number): number[] {
  const entries: number[] = [];
  for (let k = 0; k < 3; k++) {
    const position = p + k - 1;
    if (position < 0 || position >= forms.lengths[u]!) continue;
    entries.push((chars[raggedRow(forms, u, position)]! * 3 + k) * F + f);
  }
  return entries;
}
