import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { Bytes } from '../../lib/units.ts';
import { CompactVectors, type CompactChunk, type CompactSink } from './compact.ts';
import { wordIndexFrom, type WordIndex } from './word-index.ts';

/** A vectors file whose compact copy is in the browser's storage. */
export interface StoredVectors {
  /** See `vectorFileId`. */
  id: string;
  name: string;
  dimensions: number;
  words: number;
}

interface StoredFile extends StoredVectors {
  /** [words], by row */
  hashes: Float64Array;
}

interface Schema extends DBSchema {
  /** Whole copies only: written last. */
  files: { key: string; value: StoredFile };
  /** By file and number. */
  chunks: { key: [string, number]; value: CompactChunk };
}

const NAME = 'tagsmith-vectors';
const VERSION = 1;

/** The same for the same file, as far as its name, size and date tell. */
export function vectorFileId({
  name,
  size,
  lastModified,
}: {
  name: string;
  size: Bytes;
  lastModified: number;
}): string {
  return `${name}:${size}:${lastModified}`;
}

/** Compact copies of vectors files, in IndexedDB: those words that only a later sentence holds are found there. */
export class VectorDatabase {
  private readonly database: IDBPDatabase<Schema>;

  private constructor(database: IDBPDatabase<Schema>) {
    this.database = database;
  }

  /** @param name of the database; tests use their own */
  static async open(name = NAME): Promise<VectorDatabase> {
    const database = await openDB<Schema>(name, VERSION, {
      upgrade(created) {
        created.createObjectStore('files', { keyPath: 'id' });
        created.createObjectStore('chunks');
      },
    });
    return new VectorDatabase(database);
  }

  close(): void {
    this.database.close();
  }

  async list(): Promise<StoredVectors[]> {
    const files = await this.database.getAll('files');
    return files.map(({ id, name, dimensions, words }) => ({ id, name, dimensions, words }));
  }

  /** The copy of a file; undefined where there is no whole one. */
  async find(id: string): Promise<CompactVectors | undefined> {
    const file = await this.database.get('files', id);
    return file === undefined ? undefined : this.vectors(id, file.dimensions, wordIndexFrom(file.hashes));
  }

  async delete(id: string): Promise<void> {
    const transaction = this.database.transaction(['files', 'chunks'], 'readwrite');
    await Promise.all([
      transaction.objectStore('files').delete(id),
      transaction.objectStore('chunks').delete(chunksOf(id)),
      transaction.done,
    ]);
  }

  /** Writes the copy of a file, in place of an older one under the same id. */
  async sink(id: string, name: string): Promise<CompactSink> {
    await this.delete(id);
    let chunks = 0;
    return {
      write: async (chunk) => {
        await this.database.put('chunks', chunk, [id, chunks++]);
      },
      finish: async (dimensions, index) => {
        await this.database.put('files', { id, name, dimensions, words: index.size, hashes: index.hashes });
        return this.vectors(id, dimensions, index);
      },
      abort: () => this.delete(id),
    };
  }

  private vectors(id: string, dimensions: number, index: WordIndex): CompactVectors {
    return new CompactVectors(dimensions, index, (chunk) => this.database.get('chunks', [id, chunk]));
  }
}

function chunksOf(id: string): IDBKeyRange {
  return IDBKeyRange.bound([id, 0], [id, Number.MAX_SAFE_INTEGER]);
}
