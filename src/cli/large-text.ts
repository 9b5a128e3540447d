import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { requireWithin } from '../data/files/limits.ts';
import { codePointOffsets } from '../lib/code-points.ts';
import { textSentences } from '../tagging/chunks.ts';
import type { TextSentence } from '../tagging/tagged-text.ts';
import { failedTo } from './files.ts';

/** Smaller files are read at once. */
const LARGE_BYTES = 4 * 2 ** 20;
/** What is looked at to decide whether a file is text. */
const SAMPLE_BYTES = 2 ** 20;
/** A part of a text ends at a blank line or, if there is none in this many characters, at the end of a line. */
const PART_CHARACTERS = 2 ** 22;
const READ_BYTES = 2 ** 20;

/**
 * Whether a file is so large that it is tagged in parts, and in UTF-8, so that it can be read in parts.
 *
 * @param isText decides by the beginning of the file, up to the end of a line
 * @throws StudioError BadInput if it cannot be read
 */
export async function isLargeText(
  path: string,
  isText: (beginning: Uint8Array<ArrayBuffer>) => boolean | Promise<boolean>,
): Promise<boolean> {
  try {
    const info = await stat(path);
    if (!info.isFile() || info.size < LARGE_BYTES) return false;
    const beginning = await beginningOf(path);
    return beginning !== undefined && (await isPlainUtf8(path)) && (await isText(beginning));
  } catch (error) {
    throw failedTo('read', path, error);
  }
}

async function beginningOf(path: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const file = await open(path);
  try {
    const bytes = new Uint8Array(SAMPLE_BYTES);
    const { bytesRead } = await file.read(bytes);
    const end = bytes.subarray(0, bytesRead).lastIndexOf(10);
    return end < 0 ? undefined : bytes.slice(0, end + 1);
  } finally {
    await file.close();
  }
}

/** Whether all bytes are UTF-8, without zero characters. What else there is needs the remarks of `decodeText`. */
async function isPlainUtf8(path: string): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: READ_BYTES })) {
      if (decoder.decode(chunk as Uint8Array, { stream: true }).includes('\0')) return false;
    }
    decoder.decode();
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

/** The sentences of a large text, whose parts are in memory one after the other. @throws StudioError BadInput */
export async function* largeTextSentences(path: string): AsyncGenerator<TextSentence, void> {
  let before = 0;
  for await (const text of partsOf(path, createReadStream(path, { highWaterMark: READ_BYTES }))) {
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
): AsyncGenerator<string, void> {
  const decoder = new TextDecoder();
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
