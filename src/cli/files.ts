import { constants, createReadStream } from 'node:fs';
import { access, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { requireWithin } from '../data/files/limits.ts';
import type { RandomAccessFile } from '../data/files/random-access-file.ts';
import { StudioError } from '../lib/errors.ts';

const READ_BYTES = 1 << 18;
/** Size of the two buffers with which a whole file is read. */
const CHUNK_BYTES = 1 << 20;

/**
 * Reads a corpus or a text.
 *
 * @throws StudioError BadInput if the file cannot be read, or exceeds the size limit
 */
export async function readCorpusBytes(path: string): Promise<Uint8Array<ArrayBuffer>> {
  const size = await stat(path).then(
    (info) => info.size,
    () => 0, // reading it reports the error
  );
  requireWithin('corpusBytes', size, path);
  return readBytes(path);
}

/** @throws StudioError BadInput if the file cannot be read */
export async function readBytes(path: string): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await readFile(path));
  } catch (error) {
    throw failedTo('read', path, error);
  }
}

/**
 * Opens a file for streaming from any position; it is never held in memory as a whole.
 *
 * @throws StudioError BadInput if it does not exist or is not a file
 */
export async function openFile(path: string): Promise<RandomAccessFile> {
  const info = await stat(path).catch((error: unknown) => {
    throw failedTo('read', path, error);
  });
  if (!info.isFile()) throw new StudioError('BadInput', `Cannot read ${path}: it is not a file.`);
  return {
    name: basename(path),
    size: info.size,
    slice: (start, end) => {
      const stream = () => readRange(path, start, Math.min(end, info.size));
      return { stream, arrayBuffer: () => new Response(stream()).arrayBuffer() };
    },
    chunks: () => readChunks(path),
  };
}

/**
 * Reads into two buffers in turn: one is filled while the consumer uses the other. Streams allocate a buffer per chunk, which keeps
 * the garbage collector busy.
 */
async function* readChunks(path: string): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const file = await open(path);
  const fill = (buffer: Uint8Array<ArrayBuffer>, position: number) => {
    const reading = file.read(buffer, { position });
    reading.catch(() => undefined); // handled when awaited
    return reading;
  };
  let filling = new Uint8Array(CHUNK_BYTES);
  let spare = new Uint8Array(CHUNK_BYTES);
  let reading = fill(filling, 0);
  try {
    for (let at = 0; ;) {
      const { bytesRead } = await reading;
      if (bytesRead === 0) return;
      at += bytesRead;
      const filled = filling.subarray(0, bytesRead);
      [filling, spare] = [spare, filling];
      reading = fill(filling, at);
      yield filled;
    }
  } finally {
    await reading.catch(() => undefined); // the read owns its buffer until then
    await file.close();
  }
}

function readRange(path: string, start: number, end: number): ReadableStream<Uint8Array<ArrayBuffer>> {
  if (end <= start) return new Blob().stream();
  const bytes = createReadStream(path, { start, end: end - 1, highWaterMark: READ_BYTES });
  return Readable.toWeb(bytes) as ReadableStream<Uint8Array<ArrayBuffer>>;
}

/**
 * Reads standard input to its end.
 *
 * @throws StudioError BadInput if it exceeds the size limit
 */
export async function readStandardInput(): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of process.stdin) {
    chunks.push(chunk as Buffer);
    requireWithin('corpusBytes', (size += (chunk as Buffer).length), 'standard input');
  }
  return new Uint8Array(Buffer.concat(chunks));
}

/**
 * Writes a temporary file and renames it, so that `path` never has partial contents. Creates the folder.
 *
 * @throws StudioError BadInput if it cannot be written
 */
export async function writeAtomically(path: string, contents: Uint8Array | string): Promise<void> {
  const folder = dirname(path);
  await makeFolder(folder);
  const temporary = join(folder, `.${basename(path)}.${process.pid}.tmp`);
  try {
    await writeFile(temporary, contents);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined); // the first error is reported
    throw failedTo('write', path, error);
  }
}

/** Removes temporary files of `writeAtomically` whose process was killed. */
export async function removeAbandoned(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const pid = /^\..+\.(\d+)\.tmp$/.exec(name)?.[1];
    if (pid !== undefined && !isAlive(Number(pid))) await rm(join(folder, name), { force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH'); // a process of another user is alive
  }
}

/**
 * Creates a folder, with its parents, and checks that it is writable. Call it before work whose results are written there.
 *
 * @throws StudioError BadInput if it cannot be created or written to
 */
export async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true });
    await access(path, constants.W_OK);
  } catch (error) {
    throw failedTo('write to', path, error);
  }
}

export async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

export function failedTo(act: 'read' | 'write' | 'write to', path: string, error: unknown): StudioError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const reasons: Record<string, string> = {
    ENOENT: 'no such file',
    EACCES: 'permission denied',
    EISDIR: 'it is a folder',
    EEXIST: 'it is not a folder',
    ENOTDIR: 'a part of its path is not a folder',
    ENOSPC: 'no space left on the device',
  };
  const reason = reasons[code] ?? (error instanceof Error ? error.message : String(error));
  return new StudioError('BadInput', `Cannot ${act} ${path}: ${reason}.`, { cause: error });
}
