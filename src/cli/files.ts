import { constants, createReadStream, existsSync, fstatSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { access, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { isatty } from 'node:tty';
import { requireWithin } from '../data/files/limits.ts';
import { joinedFiles, matrixOf } from '../data/files/matrix-file.ts';
import type { RandomAccessFile } from '../data/files/random-access-file.ts';
import { StudioError } from '../lib/errors.ts';
import { MOST_MODEL_BYTES } from '../lib/model-files.ts';

const READ_BYTES = 1 << 18;
/** Size of the two buffers with which a whole file is read. */
const CHUNK_BYTES = 1 << 20;

/**
 * Reads a corpus or a text.
 *
 * @throws StudioError BadInput if the file cannot be read, or exceeds the size limit
 */
export async function readCorpusBytes(path: string): Promise<Uint8Array<ArrayBuffer>> {
  return readBytes(path, limitOf(path));
}

const limitOf = (name: string) => (size: number) => requireWithin('corpusBytes', size, name);

/**
 * Reads a file, a pipe or a device.
 *
 * @param requireSize called with the size before memory is taken; throws if it is too large
 * @throws StudioError BadInput if it cannot be read
 */
export async function readBytes(
  path: string,
  requireSize: (size: number) => void = requireModelSize(path),
): Promise<Uint8Array<ArrayBuffer>> {
  try {
    const info = await stat(path);
    requireSize(info.size);
    if (info.isFile()) return withoutCopy(await readFile(path));
    if (info.isBlockDevice() || info.isCharacterDevice()) return await readDevice(path, requireSize);
    return await readStream(createReadStream(path), requireSize); // a pipe, which may have no end
  } catch (error) {
    throw error instanceof StudioError ? error : failedTo('read', path, error);
  }
}

/** Throws if a model, or what may be one, is too large. */
export function requireModelSize(path: string): (size: number) => void {
  return (size) => {
    if (size > MOST_MODEL_BYTES)
      throw new StudioError('BadInput', `${path} has more than ${MOST_MODEL_BYTES} bytes, the limit of a model.`);
  };
}

async function readStream(
  stream: AsyncIterable<unknown>,
  requireSize: (size: number) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    chunks.push(chunk as Buffer);
    requireSize((size += (chunk as Buffer).length));
  }
  return withoutCopy(Buffer.concat(chunks));
}

/** Reads a terminal, or a device without contents such as `/dev/null`. @throws StudioError BadInput for any other */
async function readDevice(path: string, requireSize: (size: number) => void): Promise<Uint8Array<ArrayBuffer>> {
  const device = await open(path);
  try {
    if (isatty(device.fd)) return await readStream(device.createReadStream({ autoClose: false }), requireSize);
    if ((await device.read(Buffer.alloc(1))).bytesRead === 0) return new Uint8Array();
  } finally {
    await device.close();
  }
  throw new StudioError('BadInput', `Cannot read ${path}: it is a device without an end, not a file.`);
}

/** The bytes of a buffer; a copy only if it shares its memory with others. */
function withoutCopy({ buffer, byteOffset, byteLength }: Buffer): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength);
  return byteLength === buffer.byteLength ? bytes : bytes.slice();
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
export function readStandardInput(): Promise<Uint8Array<ArrayBuffer>> {
  if (fstatSync(0).isCharacterDevice() && !isatty(0)) return readBytes('/dev/stdin', limitOf('standard input'));
  return readStream(process.stdin, limitOf('standard input'));
}

/**
 * Writes a temporary file and renames it, so that `path` never has partial contents. Creates the folder. Contents that come in parts
 * are written as they come.
 *
 * @throws StudioError BadInput if it cannot be written
 */
export async function writeAtomically(
  path: string,
  contents: Uint8Array | string | Iterable<string> | AsyncIterable<string>,
): Promise<void> {
  const folder = dirname(path);
  await makeFolder(folder);
  const temporary = join(folder, `.${basename(path)}.${process.pid}.tmp`);
  try {
    await writeFile(temporary, contents);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined); // the first error is reported
    throw error instanceof StudioError ? error : failedTo('write', path, error);
  }
}

const LOCK_FILE = '.tagsmith.lock';
const claimed = new Set<string>();

/**
 * Creates a folder for the results of a command, which no other process writes to until `releaseFolders`. Removes what a killed
 * process has left there.
 *
 * @throws StudioError BadInput if it cannot be created or written to, or if another process has claimed it
 */
export async function claimFolder(folder: string): Promise<void> {
  await makeFolder(folder);
  const path = join(folder, LOCK_FILE);
  const isLocked = existsSync(path);
  const owner = isLocked ? Number(readFileSync(path, 'utf8')) : 0;
  if (owner > 0 && owner !== process.pid && isAlive(owner)) {
    throw new StudioError(
      'BadInput',
      `Another tagsmith (process ${owner}) is writing to ${folder}. Wait for its end, or choose another --out. If that process is another program, remove ${path}.`,
    );
  }
  try {
    if (isLocked) rmSync(path, { force: true }); // left by a killed process; another one may be claiming the folder now
    writeFileSync(path, String(process.pid), { flag: 'wx' }); // of two that get here, one fails
  } catch (error) {
    throw failedTo('write to', folder, error);
  }
  claimed.add(path);
  await removeAbandoned(folder);
}

/** Lets other processes write to the folders that this one has claimed. */
export function releaseFolders(): void {
  for (const path of claimed) rmSync(path, { force: true });
  claimed.clear();
}

/** Removes temporary files of `writeAtomically` whose process was killed. */
async function removeAbandoned(folder: string): Promise<void> {
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

/** Opens a file of vectors: that of gensim with the vectors beside it, if there are any. */
export async function openVectors(path: string): Promise<RandomAccessFile> {
  const file = await openFile(path);
  const matrix = matrixOf(path);
  return (await exists(matrix)) ? joinedFiles(file, await openFile(matrix)) : file;
}
