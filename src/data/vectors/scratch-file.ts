import { CHUNK_ROWS, CompactVectors, type CompactChunk, type CompactSink } from './compact.ts';
import type { WordIndex } from './word-index.ts';

/** What is used of the browser's file: reads and writes in place, at once. */
export type ScratchFile = Pick<FileSystemSyncAccessHandle, 'read' | 'write' | 'close'>;

const FOLDER = 'vectors';

/**
 * A new file in the origin's private file system. While it is open nobody else can open or remove it; files that are open no
 * more, of this worker or of earlier ones, are removed here. Dedicated workers only. Fails where the browser has no
 * such storage (some private windows).
 */
export async function createScratchFile(): Promise<ScratchFile> {
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle(FOLDER, { create: true });
  for await (const name of folder.keys()) {
    await folder.removeEntry(name).catch(() => undefined); // in use, here or in another page
  }
  const file = await folder.getFileHandle(crypto.randomUUID(), { create: true });
  return file.createSyncAccessHandle();
}

/**
 * A file that is not closed cannot be removed. Models may hold vectors long after their file has left: no one knows the
 * last user.
 */
const unused = new FinalizationRegistry<ScratchFile>((file) => file.close());

/** Compact vectors in a file: chunk after chunk, of each the scales and then the values. */
export class FileSink implements CompactSink {
  private readonly file: ScratchFile;
  private end = 0;

  constructor(file: ScratchFile) {
    this.file = file;
  }

  /** Writes at once; a promise, as sinks that fail reject. */
  async write({ scales, values }: CompactChunk): Promise<void> {
    const bytes = new Uint8Array(scales.byteLength + values.byteLength); // one call a chunk: in private windows calls are slow
    bytes.set(new Uint8Array(scales.buffer, scales.byteOffset, scales.byteLength));
    bytes.set(new Uint8Array(values.buffer, values.byteOffset, values.byteLength), scales.byteLength);
    const written = this.file.write(bytes, { at: this.end });
    if (written < bytes.length) throw new Error(`only ${written} of ${bytes.length} bytes were written`);
    this.end += written;
  }

  finish(dimensions: number, index: WordIndex): Promise<CompactVectors> {
    const rowBytes = Float32Array.BYTES_PER_ELEMENT + dimensions;
    const readChunk = (chunk: number): CompactChunk | undefined => {
      const rows = Math.min(CHUNK_ROWS, index.size - chunk * CHUNK_ROWS);
      const bytes = new Uint8Array(rows * rowBytes);
      if (this.file.read(bytes, { at: chunk * CHUNK_ROWS * rowBytes }) < bytes.length) return undefined;
      return {
        scales: new Float32Array(bytes.buffer, 0, rows),
        values: new Int8Array(bytes.buffer, rows * Float32Array.BYTES_PER_ELEMENT),
      };
    };
    const vectors = new CompactVectors(dimensions, index, async (chunk) => readChunk(chunk));
    unused.register(vectors, this.file);
    return Promise.resolve(vectors);
  }

  /** The maker of the next scratch file removes it. */
  abort(): Promise<void> {
    this.file.close();
    return Promise.resolve();
  }
}
