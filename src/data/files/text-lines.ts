import type { Bytes } from '../../lib/units.ts';
import { requireWithin } from './limits.ts';

/** Bytes decoded at a time. */
export const WINDOW: Bytes = 1 << 20;
/** Bytes decoded at first. Formats are detected from the first lines, which each detection decodes again. */
const FIRST_WINDOW: Bytes = 1 << 15;

/** Byte order marks within a line, unless they are a whole token. */
const BYTE_ORDER_MARKS = /\uFEFF+(?=[^\s,;])|(?<=[^\s,;])\uFEFF+/g;

/** Called with the number of bytes that were decoded, while lines are read. */
export type OnBytes = (bytes: Bytes) => void;

/**
 * The lines of a text, without their terminators (LF, CRLF, or CR if there is no LF) and byte order marks. Every iteration decodes the file
 * again from the start, so that a file takes no more memory than its bytes.
 */
export class TextLines implements Iterable<string> {
  readonly #file: string;
  readonly #bytes: Uint8Array;
  readonly #encoding: string;
  readonly #terminator: string;
  readonly #onBytes: OnBytes | undefined;
  /** Offset in the file, at most 1 MiB before the current line. */
  #lineStart: Bytes = 0;

  /**
   * @param file for messages
   * @param encoding a label of `TextDecoder`
   * @param terminator LF or CR
   */
  constructor(file: string, bytes: Uint8Array, encoding: string, terminator: '\n' | '\r', onBytes?: OnBytes) {
    this.#file = file;
    this.#bytes = bytes;
    this.#encoding = encoding;
    this.#terminator = terminator;
    this.#onBytes = onBytes;
  }

  /** @throws StudioError BadInput if a line is too long */
  *[Symbol.iterator](): Generator<string, void> {
    let unfinished: string[] = [];
    let characters = 0; // of the unfinished line
    let at = 0;
    for (const { text, next } of decodeWindows(this.#bytes, this.#encoding)) {
      let start = 0;
      if (unfinished.length === 0) this.#onBytes?.((this.#lineStart = at));
      at = next;
      for (let end = text.indexOf(this.#terminator); end >= 0; end = text.indexOf(this.#terminator, start)) {
        const rest = text.slice(start, end);
        start = end + 1;
        if (unfinished.length === 0) {
          yield this.#line(rest);
          continue;
        }
        yield this.#line([...unfinished, rest].join(''));
        unfinished = [];
        characters = 0;
      }
      if (start < text.length) unfinished.push(text.slice(start));
      characters += text.length - start;
      requireWithin('lineCharacters', characters, this.#file);
    }
    yield this.#line(unfinished.join(''));
  }

  /** Reports progress within the current line, which may be as long as the file. */
  readWithinLine(characters: number): void {
    this.#onBytes?.(Math.min(this.#lineStart + characters, this.#bytes.length));
  }

  #line(text: string): string {
    const line = text.endsWith('\r') ? text.replace(/\r+$/, '') : text; // Python on Windows writes \r\r\n
    return line.includes('\uFEFF') ? line.replaceAll(BYTE_ORDER_MARKS, '') : line;
  }
}

/** The text of a file in pieces, without a byte order mark at its start. */
export function* decodeInWindows(bytes: Uint8Array, encoding: string): Generator<string, void> {
  for (const { text } of decodeWindows(bytes, encoding)) yield text;
}

export function isUtf8(bytes: Uint8Array): boolean {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for (let at = 0; at < bytes.length; at += WINDOW) decoder.decode(bytes.subarray(at, at + WINDOW), { stream: true });
    decoder.decode();
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

/** Pieces of a text, and where the next one begins. The last one has what is left of an incomplete character. */
function* decodeWindows(bytes: Uint8Array, encoding: string): Generator<{ text: string; next: Bytes }, void> {
  const decoder = new TextDecoder(encoding);
  let at = 0;
  for (let size = FIRST_WINDOW; at < bytes.length; size = Math.min(2 * size, WINDOW)) {
    const next = Math.min(at + size, bytes.length);
    yield { text: decoder.decode(bytes.subarray(at, next), { stream: true }), next };
    at = next;
  }
  yield { text: decoder.decode(), next: at };
}

/** The first lines that satisfy a condition, at most `limit`. */
export function firstLines(lines: Iterable<string>, limit: number, test?: (line: string) => boolean): string[] {
  const first: string[] = [];
  for (const line of lines) {
    if (first.length === limit) break;
    if (test === undefined || test(line)) first.push(line);
  }
  return first;
}

export function isFilled(line: string): boolean {
  return line.trim() !== '';
}
