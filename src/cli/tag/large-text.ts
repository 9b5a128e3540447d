import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { Problem } from '../../data/corpus.ts';
import {
  BEYOND_ASCII,
  MAX_INVALID_SHARE,
  readAsLegacy,
  REPLACEMENT,
  UTF8_BEYOND_ASCII,
  type Encoding,
} from '../../data/files/decode-text.ts';
import type { LegacyEncoding } from '../../data/encodings.ts';
import { decodeLegacy, encodingChoices } from '../../data/files/legacy-encodings.ts';
import { requireWithin } from '../../data/files/limits.ts';
import { codePointOffsets } from '../../lib/code-points.ts';
import { textSentences } from '../../tagging/texts/chunks.ts';
import type { TextSentence } from '../../tagging/tagged-text.ts';
import { failedTo } from '../files.ts';

/** Smaller files are read at once. */
const LARGE_BYTES = 4 * 2 ** 20;
/** What is looked at to decide whether a file is text. */
const SAMPLE_CHARACTERS = 2 ** 20;
/** How many times smaller gzip makes a text, at most about. */
const MOST_PACKED = 8;
/** A part of a text ends at a blank line or, if there is none in this many characters, at the end of a line. */
const PART_CHARACTERS = 2 ** 22;
const READ_BYTES = 2 ** 20;

/** A text that is read in parts. */
export interface LargeText {
  path: string;
  encoding: Encoding;
  /** That the encoding was guessed. */
  problems: readonly Problem[];
}

/**
 * A text that is so large that it is tagged in parts, also compressed with gzip: in UTF-8, UTF-16 with a byte order mark, or a legacy encoding.
 * Undefined if it is something else, or needs the remarks of `decodeText`.
 *
 * @param chosen encoding of what is neither UTF-8 nor UTF-16
 * @param isText decides by the beginning of the file in UTF-8, up to the end of a line
 * @throws StudioError BadInput if it cannot be read
 */
export async function largeText(
  path: string,
  isText: (beginning: Uint8Array<ArrayBuffer>) => boolean | Promise<boolean>,
  chosen?: LegacyEncoding,
): Promise<LargeText | undefined> {
  try {
    const info = await stat(path);
    const least = isPacked(path) ? LARGE_BYTES / MOST_PACKED : LARGE_BYTES;
    if (!info.isFile() || info.size < least) return undefined;
    const scan = new EncodingScan(path);
    try {
      for await (const chunk of chunksOf(path)) if (!scan.add(chunk)) return undefined;
    } catch (error) {
      if (isPacked(path)) return undefined; // damaged: reading it as a whole says so
      throw error;
    }
    const found = scan.end(chosen);
    const beginning = found && (await beginningOf(path, found.encoding));
    return beginning !== undefined && (await isText(beginning)) ? { path, ...found! } : undefined;
  } catch (error) {
    throw failedTo('read', path, error);
  }
}

const isPacked = (path: string): boolean => /\.gz$/i.test(path);

function chunksOf(path: string): AsyncIterable<Uint8Array> {
  const file = createReadStream(path, { highWaterMark: READ_BYTES });
  return isPacked(path) ? pipeline(file, createGunzip({ chunkSize: READ_BYTES }), () => undefined) : file; // iterating throws its errors
}

/** The first lines in UTF-8; undefined if the first one is too long. */
async function beginningOf(path: string, encoding: Encoding): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const decoder = new TextDecoder(encoding);
  let text = '';
  for await (const chunk of chunksOf(path)) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length >= SAMPLE_CHARACTERS) break;
  }
  const end = text.lastIndexOf('\n');
  return end < 0 ? undefined : new TextEncoder().encode(text.slice(0, end + 1));
}

/** Finds the encoding of a text like `decodeText`, chunk by chunk. */
class EncodingScan {
  readonly #file: string;
  #wide: Encoding | undefined;
  #decoder = new TextDecoder();
  #strict: TextDecoder | undefined = new TextDecoder('utf-8', { fatal: true });
  #isFirst = true;
  #isBeyondAscii = false;
  #characters = 0;
  #invalid = 0;
  #lines = 0;
  /** The first line with bytes that are not UTF-8, and the encoding that those around it are likely in. */
  #guess: { encoding: LegacyEncoding; problem: Problem } | undefined;

  constructor(file: string) {
    this.#file = file;
  }

  /** @returns false if this is no text */
  add(chunk: Uint8Array): boolean {
    if (this.#isFirst) {
      this.#isFirst = false;
      this.#wide = { '255,254': 'utf-16le', '254,255': 'utf-16be' }[chunk.subarray(0, 2).join()] as
        | Encoding
        | undefined;
      if (this.#wide !== undefined) this.#decoder = new TextDecoder(this.#wide);
    }
    const text = this.#decoder.decode(chunk, { stream: true });
    if (text.includes('\0')) return false;
    if (this.#wide !== undefined) return true;
    try {
      this.#strict?.decode(chunk, { stream: true });
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      this.#strict = undefined;
    }
    this.#note(text, chunk);
    return true;
  }

  /** @returns undefined if it is not clear, or there are bytes of several encodings */
  end(chosen: LegacyEncoding | undefined): Omit<LargeText, 'path'> | undefined {
    if (this.#wide !== undefined) return { encoding: this.#wide, problems: [] };
    try {
      this.#strict?.decode();
    } catch {
      this.#strict = undefined; // cut in the middle of a character
    }
    if (this.#strict !== undefined) return { encoding: 'utf-8', problems: [] };
    if (chosen !== undefined) return { encoding: chosen, problems: [] };
    if (this.#guess === undefined) return undefined;
    const { encoding, problem } = this.#guess;
    const isClear = !this.#isBeyondAscii && this.#invalid <= MAX_INVALID_SHARE * this.#characters;
    return isClear || encoding !== 'windows-1252' ? { encoding, problems: [problem] } : undefined;
  }

  #note(text: string, chunk: Uint8Array): void {
    this.#isBeyondAscii ||= UTF8_BEYOND_ASCII.test(text);
    this.#characters += text.length;
    const first = text.indexOf(REPLACEMENT);
    for (let at = first; at >= 0; at = text.indexOf(REPLACEMENT, at + 1)) this.#invalid++;
    if (first >= 0 && this.#guess === undefined) {
      const encoding = encodingChoices(wholeLines(chunk))[0]?.encoding ?? 'windows-1252';
      const lines = decodeLegacy(chunk, encoding).split('\n');
      const at = lines.findIndex((line) => BEYOND_ASCII.test(line));
      const problem = { file: this.#file, ...readAsLegacy(encoding, this.#lines + at + 1, lines[at] ?? '') };
      this.#guess = { encoding, problem };
    }
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) this.#lines++;
  }
}

/** The lines of a chunk that are not cut, if there are any. */
function wholeLines(chunk: Uint8Array): Uint8Array {
  const lines = chunk.subarray(chunk.indexOf(LINE_FEED) + 1, chunk.lastIndexOf(LINE_FEED) + 1);
  return lines.some((byte) => byte > 0x7f) ? lines : chunk;
}

const LINE_FEED = 10;

/** The sentences of a large text, whose parts are in memory one after the other. @throws StudioError BadInput */
export async function* largeTextSentences({
  path,
  encoding,
}: Pick<LargeText, 'path' | 'encoding'>): AsyncGenerator<TextSentence, void> {
  let before = 0;
  for await (const text of partsOf(path, chunksOf(path), PART_CHARACTERS, encoding)) {
    for (const sentence of textSentences(text)) yield { ...sentence, before };
    before += codePointOffsets(text)(text.length);
  }
}

/**
 * The parts of a text: whole paragraphs, as far as these have fewer than `PART_CHARACTERS`; then whole lines.
 *
 * @throws StudioError BadInput for a line that is too long
 */
export async function* partsOf(
  name: string,
  bytes: AsyncIterable<Uint8Array>,
  most = PART_CHARACTERS,
  encoding: Encoding = 'utf-8',
): AsyncGenerator<string, void> {
  const decoder = new TextDecoder(encoding);
  let rest = '';
  for await (const chunk of bytes) {
    rest += decoder.decode(chunk, { stream: true });
    if (rest.length < most) continue;
    const end = lastBreak(rest);
    if (end === 0) requireWithin('lineCharacters', rest.length, name);
    else yield rest.slice(0, end);
    rest = rest.slice(end);
  }
  rest += decoder.decode();
  if (rest !== '') yield rest;
}

/** The end of the last blank line or, without one, of the last line; 0 without any. */
function lastBreak(text: string): number {
  const blank = Math.max(text.lastIndexOf('\n\n'), text.lastIndexOf('\n\r\n'));
  if (blank >= 0) return text.indexOf('\n', blank + 1) + 1;
  return text.lastIndexOf('\n') + 1;
}
