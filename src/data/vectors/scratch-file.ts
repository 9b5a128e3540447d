import { holdLock } from '../../lib/locks.ts';
import { CHUNK_ROWS, CompactVectors, type CompactChunk, type CompactSink } from './compact.ts';
import type { WordIndex } from './word-index.ts';

/** The synchronous operations of a browser's file that are used here. */
export type ScratchFile = Pick<FileSystemSyncAccessHandle, 'read' | 'write' | 'close'>;

const FOLDER = 'vectors';
/** Held while a file is created, because it can be removed until it is open. */
const LOCK = 'scratch files';

/**
 * Creates a file in the origin private file system and removes unused ones. Works in dedicated workers only.
 *
 * @throws if the browser has no such storage, as in some private windows
 */
export async function createScratchFile(): Promise<ScratchFile> {
  const release = await holdLock(LOCK);
  try {
    const folder = await removeUnused();
    const file = await folder.getFileHandle(crypto.randomUUID(), { create: true });
    return await file.createSyncAccessHandle();
  } finally {
    release();
  }
}

/**
 * Removes the scratch files of terminated workers, such as those of a crashed page. Files that are open in any page cannot be removed
 * and are kept.
 *
 * @throws if the browser has no such storage
 */
export async function removeUnusedScratchFiles(): Promise<void> {
  const release = await holdLock(LOCK);
  try {
    await removeUnused();
  } finally {
    release();
  }
}

/** @returns the folder of scratch files */
async function removeUnused(): Promise<FileSystemDirectoryHandle> {
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle(FOLDER, { create: true });
  for await (const name of folder.keys()) {
    await folder.removeEntry(name).catch(() => undefined); // the file is open
  }
  return folder;
}

/** Stores compact vectors in a file: for each chunk its scales, then its values. The file stays open until the worker ends. */
export class FileSink implements CompactSink {
  readonly #file: ScratchFile;
  #end = 0;

  constructor(file: ScratchFile) {
    this.#file = file;
  }

  /** Writes synchronously. Async, so that failures reject. */
  async write({ scales, values }: CompactChunk): Promise<void> {
    const bytes = new Uint8Array(scales.byteLength + values.byteLength); // one call per chunk, as calls are slow in private windows
    bytes.set(new Uint8Array(scales.buffer, scales.byteOffset, scales.byteLength));
    bytes.set(new Uint8Array(values.buffer, values.byteOffset, values.byteLength), scales.byteLength);
    const written = this.#file.write(bytes, { at: this.#end });
    if (written < bytes.length) throw new Error(`only ${written} of ${bytes.length} bytes were written`);
    this.#end += written;
  }

  finish(dimensions: number, index: WordIndex): Promise<CompactVectors> {
    const rowBytes = Float32Array.BYTES_PER_ELEMENT + dimensions;
    const readChunk = (chunk: number): CompactChunk | undefined => {
      const rows = Math.min(CHUNK_ROWS, index.size - chunk * CHUNK_ROWS);
      const bytes = new Uint8Array(rows * rowBytes);
      if (this.#file.read(bytes, { at: chunk * CHUNK_ROWS * rowBytes }) < bytes.length) return undefined;
      return {
        scales: new Float32Array(bytes.buffer, 0, rows),
        values: new Int8Array(bytes.buffer, rows * Float32Array.BYTES_PER_ELEMENT),
      };
    };
    return Promise.resolve(new CompactVectors(dimensions, index, async (chunk) => readChunk(chunk)));
  }

  /** `createScratchFile` will remove the file. */
  abort(): Promise<void> {
    this.#file.close();
    return Promise.resolve();
  }
}
