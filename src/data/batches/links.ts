import type { EncodedCorpus, EncodedSentence, Links } from './batch.ts';
import { lookupFromIndex, raggedRow, raggedRows, type Ragged } from './ragged.ts';

/** Maximum tokens of a document whose words are linked: longer documents are split into windows of whole sentences. */
export const WINDOW_TOKENS = 1024;

/** Maximum links of a token, to the nearest occurrences: the cost of a document is linear in its length, not quadratic. */
export const MAX_LINKS = 10;

/** Whether two sentences may be linked: both belong to the same document, or to the same window of a long document. */
export function isSameWindow(a: EncodedSentence | undefined, b: EncodedSentence | undefined): boolean {
  return a?.document !== undefined && a.document === b?.document;
}

/**
 * Links the occurrences of each word in the same document.
 *
 * @param order [B] indices of the batch's sentences, in the order of its layout
 * @returns undefined if no token has links
 */
export function linksOf({ sentences }: EncodedCorpus, order: Int32Array, layout: Ragged): Links | undefined {
  if (sentences[order[0] ?? 0]?.keys === undefined) return undefined; // the model reads single sentences
  const places = Array.from(order, (sentence, b) => ({ sentence, b })).sort((x, y) => x.sentence - y.sentence);
  const rows: number[] = [];
  const offsets = [0];
  const targets: number[] = [];
  for (let first = 0, end = 1; first < places.length; first = end++) {
    const sentenceAt = (i: number) => sentences[places[i]?.sentence ?? -1];
    while (isSameWindow(sentenceAt(first), sentenceAt(end))) end++;
    const occurrences = new Map<number, { row: number; place: number }[]>();
    let place = 0; // in the document
    for (const { sentence, b } of places.slice(first, end)) {
      const { keys, document } = sentences[sentence]!;
      if (keys === undefined || document === undefined) continue;
      keys.forEach((key, t) => {
        if (key < 0) return;
        const found = occurrences.get(key) ?? [];
        if (found.push({ row: raggedRow(layout, b, t), place: place + t }) === 1) occurrences.set(key, found);
      });
      place += keys.length;
    }
    for (const found of occurrences.values()) {
      if (found.length < 2) continue;
      const before = rows.length;
      found.forEach(({ row }, i) => {
        rows.push(row);
        for (const j of nearest(found, i)) targets.push(before + j);
        offsets.push(targets.length);
      });
    }
  }
  return rows.length === 0 ? undefined : linked(rows, offsets, targets, raggedRows(layout));
}

function linked(rows: number[], offsets: number[], targets: number[], count: number): Links {
  const owners = new Int32Array(targets.length);
  for (let m = 0; m < rows.length; m++) owners.fill(m, offsets[m], offsets[m + 1]);
  const leading = lookupFromIndex(Int32Array.from(targets), rows.length);
  return {
    rows: lookupFromIndex(Int32Array.from(rows), count),
    own: {
      offsets: Int32Array.from(offsets),
      entries: Int32Array.from(targets, (_, e) => e),
      targets: leading.index,
    },
    inverse: {
      offsets: leading.offsets,
      entries: leading.items,
      targets: leading.items.map((entry) => owners[entry]!),
    },
  };
}

/** The occurrences nearest to occurrence i, at most `MAX_LINKS`; on a tie, the earlier one first. */
function nearest(found: readonly { place: number }[], i: number): number[] {
  const chosen: number[] = [];
  const here = found[i]!.place;
  for (let before = i - 1, after = i + 1; chosen.length < MAX_LINKS && (before >= 0 || after < found.length);) {
    const back = before < 0 ? Infinity : here - found[before]!.place;
    const ahead = after >= found.length ? Infinity : found[after]!.place - here;
    chosen.push(back <= ahead ? before-- : after++);
  }
  return chosen;
}
