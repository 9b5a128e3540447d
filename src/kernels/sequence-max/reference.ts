import { raggedRow, type Ragged } from '../../data/batches/ragged.ts';

/**
 * The specification of the `SequenceMax` kernel in float64.
 *
 * @param x [N, D]
 * @returns y [B, D], argmax [B, D]: the first item t of the maximum
 */
export function sequenceMaxReference(
  x: ArrayLike<number>,
  D: number,
  sequences: Ragged,
): { y: Float64Array; argmax: Int32Array } {
  const B = sequences.lengths.length;
  const y = new Float64Array(B * D).fill(-Infinity);
  const argmax = new Int32Array(B * D);
  for (let b = 0; b < B; b++) {
    for (let t = 0; t < sequences.lengths[b]!; t++) {
      const row = raggedRow(sequences, b, t);
      for (let d = 0; d < D; d++) {
        if (x[row * D + d]! <= y[b * D + d]!) continue;
        y[b * D + d] = x[row * D + d]!;
        argmax[b * D + d] = t;
      }
    }
  }
  return { y, argmax };
}

/**
 * The specification of the `SequenceMaxGrad` kernel in float64.
 *
 * @param dy [B, D]
 * @param argmax [B, D]
 * @returns [rows, D]
 */
export function sequenceMaxGradReference(
  dy: ArrayLike<number>,
  argmax: ArrayLike<number>,
  { D, rows }: { D: number; rows: number },
  sequences: Ragged,
): Float64Array {
  const dx = new Float64Array(rows * D);
  for (let i = 0; i < dy.length; i++) {
    const row = raggedRow(sequences, Math.floor(i / D), argmax[i]!);
    dx[row * D + (i % D)]! += dy[i]!;
  }
  return dx;
}
