import type { BatchIndicators, EncodedCorpus } from './batch.ts';
import { distinct, placesIn } from './distinct.ts';
import { bagsFrom, raggedRow, raggedRows, type Ragged } from './ragged.ts';

/** The active features of the tokens of a batch; undefined for models without. @param order [B] indices of its sentences */
export function batchIndicators(
  { sentences }: EncodedCorpus,
  order: Int32Array,
  layout: Ragged,
): BatchIndicators | undefined {
  const active = Array.from(order, (index) => sentences[index]!.indicators);
  if (active.some((ofSentence) => ofSentence === undefined)) return undefined;
  const ofRow: Int32Array[] = Array.from({ length: raggedRows(layout) }); // [N]
  for (const [b, ofSentence] of active.entries()) {
    const { offsets, rows } = ofSentence!;
    for (let t = 0; t + 1 < offsets.length; t++) {
      ofRow[raggedRow(layout, b, t)] = rows.subarray(offsets[t], offsets[t + 1]);
    }
  }
  const offsets = new Int32Array(ofRow.length + 1);
  for (const [n, rows] of ofRow.entries()) offsets[n + 1] = offsets[n]! + rows.length;
  const items = new Int32Array(offsets.at(-1)!);
  for (const [n, rows] of ofRow.entries()) items.set(rows, offsets[n]);
  const rows = distinct(items);
  return { rows, bags: bagsFrom(offsets, placesIn(rows, items), rows.length) };
}
