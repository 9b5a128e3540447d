import type { Bytes } from '../../lib/units.ts';

/** A file that can be read at any offset, such as the browser's `File`. */
export interface RandomAccessFile {
  name: string;
  size: Bytes;
  slice(start: number, end: number): Pick<Blob, 'stream' | 'arrayBuffer'>;
  /** The whole file, if there is a faster way than `slice().stream()`. A chunk is valid until the next one is requested. */
  chunks?(): AsyncIterable<Uint8Array<ArrayBuffer>>;
}

/** Covers every file signature that is checked. */
const HEAD: Bytes = 8;

export async function readHead(file: RandomAccessFile): Promise<Uint8Array> {
  return new Uint8Array(await file.slice(0, HEAD).arrayBuffer());
}

/** Iterates over a stream: not every browser's `ReadableStream` is async iterable. */
export async function* chunksOf(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined); // cancelling a stream that failed rejects
  }
}
