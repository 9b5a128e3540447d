import { groupBy } from '../../lib/group-by.ts';
import type { DocumentFile, DocumentReader, OpenedDocument } from '../document.ts';
import { applyPatches, type Patch } from '../markup/patches.ts';
import { decodeDocument } from './decode.ts';
import { BlockBuilder, patchesOf, type TextBlock } from '../markup/text-block.ts';

/** A stretch of text without markup. */
type Stretch = Record<never, never>;

/** Paragraphs, separated by blank lines. */
const PARAGRAPH = /[^\S\r\n]*\S[\s\S]*?(?=\r?\n[^\S\r\n]*\r?\n|\s*$(?![\s\S]))/g;

/** Text without markup; in JSON, with the characters that its escapes stand for. */
export const reader: DocumentReader = {
  read: (file) => readFlat(file, undefined, /\.(jsonl?|ndjson)$/i.test(file.name) ? JSON_ESCAPES : PLAIN),
};

/** How characters of a text are written in its source. */
export interface Escapes {
  /** Finds what stands for a character; undefined: every character stands for itself. */
  pattern?: RegExp;
  decode: (written: string) => string;
  encode: (text: string) => string;
}

const PLAIN: Escapes = { decode: (written) => written, encode: (text) => text };

const JSON_ESCAPES: Escapes = {
  pattern: /\\(?:u[\da-fA-F]{4}|["\\/bfnrt])/g,
  decode: (written) => JSON.parse(`"${written}"`) as string,
  encode: (text) => JSON.stringify(text).slice(1, -1),
};

/**
 * Text that is read as paragraphs.
 *
 * @param markup what is not text in a paragraph; undefined: nothing
 */
export function readFlat(file: DocumentFile, markup: RegExp | undefined, escapes = PLAIN): OpenedDocument {
  const { name, bytes } = file;
  const { text, isUtf8, encoding, notes } = decodeDocument(file);
  const hasMark = isUtf8 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const between: Patch[] = []; // markup, as it is
  const blocks: TextBlock<Stretch>[] = [];
  for (const { 0: paragraph, index } of text.matchAll(PARAGRAPH)) {
    const builder = new BlockBuilder<Stretch>(false, blocks.length + 1);
    let at = index;
    for (const { 0: part, index: from } of markup === undefined ? [] : paragraph.matchAll(markup)) {
      const start = index + from;
      addWritten(builder, text.slice(at, start), at, escapes);
      at = start + part.length;
      between.push({ start, end: at, text: part });
    }
    addWritten(builder, text.slice(at, index + paragraph.length), at, escapes);
    const block = builder.block(`paragraph ${builder.number}`);
    if (block !== undefined) blocks.push(block);
  }
  return {
    blocks,
    notes,
    encoding,
    write(edits, scrub) {
      const byBlock = groupBy(edits, ({ block }) => block);
      const mark = (_: Stretch, type: string) => ({ before: '[', after: `](${type})` });
      const patches = [...byBlock].flatMap(([i, own]) => patchesOf(blocks[i]!, own, mark, escapes.encode));
      if (scrub !== undefined) {
        for (const { start, end, text: written } of between) {
          const scrubbed = written.startsWith('<!--') ? '' : scrub(written);
          if (scrubbed !== written) patches.push({ start, end, text: scrubbed });
        }
      }
      return {
        extension: /\.[^.]*$/.exec(name)?.[0] ?? '.txt',
        bytes: new TextEncoder().encode((hasMark ? '\uFEFF' : '') + applyPatches(text, patches)),
      };
    },
  };
}

/** Adds a stretch of the source. @param from its offset */
function addWritten(builder: BlockBuilder<Stretch>, source: string, from: number, { pattern, decode }: Escapes): void {
  const node: Stretch = {};
  let at = 0;
  for (const { 0: written, index } of pattern === undefined ? [] : source.matchAll(pattern)) {
    builder.add(source.slice(at, index), from + at, from + index, node);
    at = index + written.length;
    builder.add(decode(written), from + index, from + at, node);
  }
  builder.add(source.slice(at), from + at, from + source.length, node);
}
