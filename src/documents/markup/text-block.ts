import type { Block, Edit } from '../document.ts';
import type { Patch } from './patches.ts';

/**
 * Where a stretch of a block is in the source. If both are equally long, their characters are one to one; otherwise the
 * stretch stands for all of the source range: a character reference, white space, the element of a line break.
 *
 * @typeParam Node the text node; undefined: an element that stands for a character
 */
export interface Piece<Node> {
  /** Offset in the block. */
  at: number;
  length: number;
  start: number;
  end: number;
  node: Node | undefined;
}

export interface TextBlock<Node> extends Block {
  pieces: readonly Piece<Node>[];
}

/** Characters that do not show, and would split a word: soft hyphen, zero-width space, word joiner, byte order mark. */
const INVISIBLE = /[\u00AD\u200B\u2060\uFEFF]/;
const SPACE = /[ \t\r\n\f]+/;
const BETWEEN = /([ \t\r\n\f]+|[\u00AD\u200B\u2060\uFEFF])/;

/** Collects a block. */
export class BlockBuilder<Node> {
  readonly pieces: Piece<Node>[] = [];
  text = '';
  readonly #isHidden: boolean;
  readonly #collapses: boolean;

  readonly number: number;

  /** @param collapses whether white space is a single space, as in HTML @param isHidden see `Block` */
  constructor(collapses: boolean, number: number, isHidden = false) {
    this.number = number;
    this.#collapses = collapses;
    this.#isHidden = isHidden;
  }

  /** Adds text of a node. A source range of another length stands for it as a whole. */
  add(text: string, start: number, end: number, node: Node | undefined): void {
    if (end - start !== text.length || node === undefined) return this.#piece(text, start, end, node);
    let from = start;
    for (const part of text.split(BETWEEN)) {
      const to = from + part.length;
      if (INVISIBLE.test(part) && part.length === 1) this.#piece('', from, to, node);
      else if (!this.#collapses || !SPACE.test(part)) this.#piece(part, from, to, node);
      else if (this.text !== '' && !/\s$/.test(this.text)) this.#piece(' ', from, to, node);
      from = to;
    }
  }

  #piece(text: string, start: number, end: number, node: Node | undefined): void {
    const last = this.pieces.at(-1);
    const isExact = end - start === text.length;
    if (
      last !== undefined &&
      isExact &&
      last.end - last.start === last.length &&
      last.end === start &&
      last.node === node
    ) {
      last.end = end;
      last.length += text.length;
    } else if (text !== '') this.pieces.push({ at: this.text.length, length: text.length, start, end, node });
    this.text += text;
  }

  /** @param place see `Block`; undefined without text */
  block(place: string): TextBlock<Node> | undefined {
    const { text, pieces } = this;
    return text.trim() === '' ? undefined : { text, place, pieces, ...(this.#isHidden && { isHidden: true }) };
  }
}

/** How marks are written around the source of a stretch: what is inserted before and after it. */
export type MarkWriter<Node> = (node: Node, type: string) => { before: string; after: string } | undefined;

/** The patches that mark or replace ranges of a block. @param escape writes text between tags */
export function patchesOf<Node>(
  { pieces }: TextBlock<Node>,
  edits: readonly Edit[],
  mark: MarkWriter<Node>,
  escape: (text: string) => string,
): Patch[] {
  const patches: Patch[] = [];
  for (const { start, end, type, replacement } of edits) {
    let rest = replacement;
    for (const part of stretches(pieces, start, end)) {
      if (replacement !== undefined) {
        const isText = part.node !== undefined;
        patches.push({ start: part.start, end: part.end, text: isText ? escape(rest ?? '') : '' });
        if (isText) rest = '';
        continue;
      }
      const written = part.node === undefined ? undefined : mark(part.node, type);
      if (written === undefined) continue;
      patches.push({ start: part.start, end: part.start, text: written.before });
      patches.push({ start: part.end, end: part.end, text: written.after });
    }
  }
  return patches;
}

/** The source ranges of a range of a block, one for each node. */
function stretches<Node>(
  pieces: readonly Piece<Node>[],
  start: number,
  end: number,
): { start: number; end: number; node: Node | undefined }[] {
  const found: { start: number; end: number; node: Node | undefined }[] = [];
  for (const piece of pieces) {
    if (piece.at >= end || piece.at + piece.length <= start) continue;
    const isExact = piece.end - piece.start === piece.length;
    const from = isExact ? piece.start + Math.max(0, start - piece.at) : piece.start;
    const to = isExact ? piece.end - Math.max(0, piece.at + piece.length - end) : piece.end;
    const last = found.at(-1);
    if (last?.node !== undefined && last.node === piece.node) last.end = to;
    else found.push({ start: from, end: to, node: piece.node });
  }
  return found;
}
