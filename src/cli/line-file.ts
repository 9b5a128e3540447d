import { createReadStream } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import type { Bytes } from '../lib/units.ts';
import { failedTo } from './files.ts';

const NEW_LINE = 0x0a;
const BLOCK: Bytes = 1 << 16;

/**
 * The lines of a file that grows by a line at a time. What a process that was killed has written of a last line is no line, and is removed.
 * Only one line is held at a time.
 *
 * @throws StudioError BadInput if it cannot be read
 */
export async function* linesOf(path: string): AsyncGenerator<string, void> {
  try {
    await removePartialLine(path);
    yield* createInterface({ input: createReadStream(path, 'utf8'), crlfDelay: Infinity });
  } catch (error) {
    throw failedTo('read', path, error);
  }
}

async function removePartialLine(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    const { size } = await file.stat();
    const end = await endOfLines(file, size);
    if (end < size) await file.truncate(end);
  } finally {
    await file.close();
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
