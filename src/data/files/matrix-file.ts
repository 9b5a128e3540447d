import type { RandomAccessFile } from './random-access-file.ts';
import type { PackedFile } from './unpack-zip.ts';

/** The name of the file beside gensim's `.kv` that has its vectors, if there are many. */
export function matrixOf(name: string): string {
  return `${name}.vectors.npy`;
}

/** Joins each `.kv` with its vectors: one file follows the other. Other arrays of it are left out. */
export function joinMatrices(files: readonly PackedFile[]): readonly PackedFile[] {
  const models = files.filter(({ name }) => files.some((other) => other.name === matrixOf(name)));
  if (models.length === 0) return files;
  const isPart = ({ name }: PackedFile) =>
    models.some((model) => name.startsWith(`${model.name}.`) && name.endsWith('.npy'));
  return files.flatMap((file) => {
    if (isPart(file)) return [];
    const matrix = files.find(({ name }) => name === matrixOf(file.name));
    if (matrix === undefined) return file;
    const open = async () => new File([await file.open(), await matrix.open()], file.name);
    return { name: file.name, open };
  });
}

/** A file followed by another one. */
export function joinedFiles(first: RandomAccessFile, second: RandomAccessFile): RandomAccessFile {
  return {
    name: first.name,
    size: first.size + second.size,
    slice(start, end) {
      const parts = [
        first.slice(Math.min(start, first.size), Math.min(end, first.size)),
        second.slice(Math.max(0, start - first.size), Math.max(0, end - first.size)),
      ];
      const joined = async () => new Blob(await Promise.all(parts.map((part) => part.arrayBuffer())));
      return {
        arrayBuffer: async () => (await joined()).arrayBuffer(),
        stream: () =>
          new ReadableStream<Uint8Array<ArrayBuffer>>({
            async start(controller) {
              controller.enqueue(new Uint8Array(await (await joined()).arrayBuffer()));
              controller.close();
            },
          }),
      };
    },
  };
}
