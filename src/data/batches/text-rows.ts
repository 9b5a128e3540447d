import { linked, type Links } from './link-rows.ts';
import { lookupFromIndex, raggedRow, raggedRows, type Lookup, type Ragged } from './ragged.ts';

/** What a model of texts with one class reads of a batch, besides the tokens. */
export interface TextRows {
  /** B sequences of one item: the texts, as the loss sees them. */
  layout: Ragged;
  /** [B] gold ids; empty unless all texts have a class. */
  classes: Int32Array;
  /** [B] the row, of N, of the first token of each text. */
  first: Lookup;
  /** [B] the row of the last token. */
  last: Lookup;
  /** From the first token of each text to all its tokens, in order; all other tokens have no links. */
  links: Links;
}

/**
 * @param layout of the tokens
 * @param tags [N] the class of the text of each token; empty if they are not known
 */
export function textRows(layout: Ragged, tags: Int32Array): TextRows {
  const { lengths } = layout;
  const [B, N] = [lengths.length, raggedRows(layout)];
  const first = Int32Array.from({ length: B }, (_, b) => b); // item 0 of text b is row b
  const last = Int32Array.from(lengths, (length, b) => raggedRow(layout, b, length - 1));
  return {
    layout: { lengths: new Int32Array(B).fill(1), stepOffsets: Int32Array.of(0, B) },
    classes: tags.slice(0, B),
    first: lookupFromIndex(first, N),
    last: lookupFromIndex(last, N),
    links: linksToTexts(layout, N),
  };
}

function linksToTexts(layout: Ragged, N: number): Links {
  const offsets = new Int32Array(N + 1).fill(N);
  const targets = new Int32Array(N);
  let from = 0;
  layout.lengths.forEach((length, b) => {
    offsets[b] = from;
    for (let t = 0; t < length; t++) targets[from++] = raggedRow(layout, b, t);
  });
  const rows = Int32Array.from({ length: N }, (_, n) => n);
  return linked(rows, offsets, targets, N);
}
