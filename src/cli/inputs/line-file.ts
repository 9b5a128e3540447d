import { createReadStream } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import type { Bytes } from '../../lib/units.ts';
import { failedTo } from '../files.ts';

const NEW_LINE = 0x0a;
const BLOCK: Bytes = 1 << 16;

/**
 * The lines of a file that grows by a line at a time, one held at a time. A last line without its end is none: a
 * process that was killed has left it. JSON may have other characters that end lines.
 *
 * @throws StudioError BadInput if it cannot be read
 */
export async function* linesOf(path: string): AsyncGenerator<string, void> {
  try {
    for await (const lines of wholeLines(createReadStream(path))) yield* lines;
  } catch (error) {
    throw failedTo('read', path, error);
  }
}

/**
 * Groups of lines as they arrive, in UTF-8. Only a line feed ends a line.
 *
 * @returns what follows the last one
 */
export async function* wholeLines(blocks: AsyncIterable<Uint8Array>): AsyncGenerator<string[], string> {
  const decoder = new TextDecoder();
  let parts: string[] = []; // of a line that may have many blocks
  for await (const block of blocks) {
    const [first = '', ...others] = decoder.decode(block, { stream: true }).split('\n');
    parts.push(first);
    const last = others.pop();
    if (last === undefined) continue;
    yield [parts.join(''), ...others];
    parts = [last];
  }
  return parts.join('') + decoder.decode();
}

/** Removes a last line without its end. @throws StudioError BadInput if the file cannot be written */
export async function removePartialLine(path: string): Promise<void> {
  try {
    const file = await open(path, 'r+');
    try {
      const { size } = await file.stat();
      const end = await endOfLines(file, size);
      if (end < size) await file.truncate(end);
    } finally {
      await file.close();
    }
  } catch (error) {
    throw failedTo('write', path, error);
  }
}

/** The offset after the last line end. */
async function endOfLines(file: FileHandle, size: Bytes): Promise<Bytes> {
  const block = new Uint8Array(BLOCK);
  for (let end = size; end > 0; end -= BLOCK) {
    const start = Math.max(0, end - BLOCK);
    const { bytesRead } = await file.read(block, 0, end - start, start);
    const last = block.subarray(0, bytesRead).lastIndexOf(NEW_LINE);
    if (last >= 0) return start + last + 1;
  }
  return 0;
}
