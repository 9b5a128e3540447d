import type { EncodedCorpus, EncodedSentence } from './batch.ts';
import { linked, type Links } from './link-rows.ts';
import { raggedRow, raggedRows, type Ragged } from './ragged.ts';

/** Maximum tokens of a document whose words are linked: longer documents are split into windows of whole sentences. */
export const WINDOW_TOKENS = 1024;

/** Maximum links of a token, to the nearest occurrences: the cost of a document is linear in its length, not quadratic. */
export const MAX_LINKS = 10;

/** Whether two sentences may be linked: both belong to the same document, or to the same window of a long document. */
export function isSameWindow(a: EncodedSentence | undefined, b: EncodedSentence | undefined): boolean {
  return a?.document !== undefined && a.document === b?.document;
}

/** An occurrence of a word in a document. */
interface Token {
  row: number;
  place: number;
  /** The next occurrence of the word among the tokens, or -1. */
  next: number;
}

/** The first and the last occurrence of a word. */
interface Group {
  first: number;
  last: number;
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
    const tokens: Token[] = []; // of the document that have a key
    const groups = new Map<number, Group>();
    let place = 0; // in the document
    for (let i = first; i < end; i++) {
      const { sentence, b } = places[i]!;
      const { keys, document } = sentences[sentence]!;
      if (keys === undefined || document === undefined) continue;
      for (let t = 0; t < keys.length; t++) {
        const key = keys[t]!;
        if (key < 0) continue;
        const group = groups.get(key);
        if (group === undefined) groups.set(key, { first: tokens.length, last: tokens.length });
        else group.last = tokens[group.last]!.next = tokens.length;
        tokens.push({ row: raggedRow(layout, b, t), place: place + t, next: -1 });
      }
      place += keys.length;
    }
    for (const group of groups.values()) {
      if (group.first === group.last) continue;
      const found: Token[] = [];
      for (let at = group.first; at >= 0; at = found.at(-1)!.next) found.push(tokens[at]!);
      const before = rows.length;
      for (let i = 0; i < found.length; i++) {
        rows.push(found[i]!.row);
        addNearest(targets, found, i, before);
        offsets.push(targets.length);
      }
    }
  }
  return rows.length === 0 ? undefined : linked(rows, offsets, targets, raggedRows(layout));
}

/** Adds the occurrences nearest to occurrence i, at most `MAX_LINKS`; on a tie, the earlier one first. @param rows before the first */
function addNearest(targets: number[], found: readonly Token[], i: number, rows: number): void {
  const most = targets.length + MAX_LINKS;
  const here = found[i]!.place;
  for (let before = i - 1, after = i + 1; targets.length < most && (before >= 0 || after < found.length);) {
    const back = before < 0 ? Infinity : here - found[before]!.place;
    const ahead = after >= found.length ? Infinity : found[after]!.place - here;
    targets.push(rows + (back <= ahead ? before-- : after++));
  }
}
