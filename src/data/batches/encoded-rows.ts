import type { Batch, EncodedCorpus } from './batch.ts';
import { raggedRow, raggedRows, type Ragged } from './ragged.ts';

/** The features of an encoder for the tokens of a batch. @param order [B] indices of its sentences */
export function encodedRows(
  { sentences, encoder }: EncodedCorpus,
  order: Int32Array,
  layout: Ragged,
): Batch['encoded'] {
  if (encoder === undefined) return undefined;
  const { width, halves } = encoder;
  const values = new Float32Array(raggedRows(layout) * width); // [N, d]
  for (const [b, sentence] of order.entries()) {
    const rows = sentences[sentence]!.encoded;
    if (rows === undefined) continue;
    for (let i = 0, t = 0; i < rows.length; t++) {
      let at = raggedRow(layout, b, t) * width;
      for (const end = i + width; i < end; i++) values[at++] = halves[rows[i]!]!;
    }
  }
  return { width, values };
}
