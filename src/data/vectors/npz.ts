import { requireWithin } from '../files/limits.ts';
import type { RandomAccessFile } from '../files/random-access-file.ts';
import { compressionOf, openZipEntry, sliceZipEntry, type ZipEntry } from '../files/zip.ts';
import { bad, isObject, matrixFrom, npyArray, type NumpyArray, stringsOf } from './numpy.ts';
import { readPickle } from './pickle.ts';
import { linesOf } from './word-matrix.ts';

/** Whether all files of an archive are arrays of NumPy. */
export function isNpz(entries: readonly ZipEntry[]): boolean {
  return entries.length > 0 && entries.every(({ name }) => name.endsWith('.npy'));
}

/**
 * The lines of text of an archive of arrays (`.npz` of NumPy): the first one of strings has the words, the first one of two dimensions
 * their vectors.
 *
 * @throws StudioError BadVectors if there are none
 */
export async function* npzLines(
  file: RandomAccessFile,
  entries: readonly ZipEntry[],
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let words: readonly string[] | undefined;
  let array: NumpyArray | undefined;
  for (const entry of entries) {
    const content = await contentOf(file, entry);
    const found = await npyArray(content, 0);
    if (found?.shape.length === 2) array ??= found;
    else if (found !== undefined) words ??= (await stringsOf(found)) ?? (await objectsOf(found));
  }
  if (words === undefined || array === undefined) {
    const names = entries.map(({ name }) => name.replace(/\.npy$/, '')).join(', ');
    throw bad(
      file.name,
      `has the arrays ${names}, expected one of words and one with their vectors: np.savez(file, words=…, vectors=…).`,
    );
  }
  yield* linesOf(file.name, { words, matrix: matrixFrom(file.name, array) });
}

/** An entry as a file: in the archive, or in memory if it is compressed. */
async function contentOf(file: RandomAccessFile, entry: ZipEntry): Promise<RandomAccessFile> {
  if (compressionOf(entry) === undefined) return sliceZipEntry(file, entry);
  requireWithin('unpackedBytes', entry.size, file.name);
  const unpacked = await new Response(await openZipEntry(file, entry)).blob();
  return { name: entry.name, size: unpacked.size, slice: (start, end) => unpacked.slice(start, end) };
}

/** The strings of an array of Python objects, which NumPy saves as a pickle. */
async function objectsOf({ type, size, bytesAt }: NumpyArray): Promise<string[] | undefined> {
  if (type !== '|O') return undefined;
  const { value } = readPickle(new Uint8Array(await bytesAt(0, size)));
  const list = isObject(value) && Array.isArray(value.state) ? value.state[4] : undefined;
  return Array.isArray(list) && list.every((item) => typeof item === 'string') ? list : undefined;
}
