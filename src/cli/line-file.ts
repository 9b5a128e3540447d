import { createReadStream } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import type { Bytes } from '../lib/units.ts';
import { failedTo } from './files.ts';

const NEW_LINE = 0x0a;
const BLOCK: Bytes = 1 << 16;

/**
 * The lines of a file that grows by a line at a time, one held at a time. A last line without its end is none: a process that was
 * killed has left it. Only a line feed ends a line: JSON may have other characters that end lines.
 *
 * @throws StudioError BadInput if it cannot be read
 */
export async function* linesOf(path: string): AsyncGenerator<string, void> {
  try {
    let parts: string[] = [];
    for await (const block of createReadStream(path, 'utf8') as AsyncIterable<string>) {
      const [first = '', ...others] = block.split('\n');
      parts.push(first);
      for (const next of others) {
        yield parts.join('');
        parts = [next];
      }
    }
  } catch (error) {
    throw failedTo('read', path, error);
  }
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
