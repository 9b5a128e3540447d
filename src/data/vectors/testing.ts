import type { RandomAccessFile } from '../files/random-access-file.ts';

/** A file whose stream has chunks of `chunk` bytes. */
export function fileOf(content: string | Uint8Array, name = 'vectors.txt', chunk = 7): RandomAccessFile {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : Uint8Array.from(content);
  return {
    name,
    size: bytes.length,
    slice(start, end) {
      const part = bytes.slice(start, end);
      return {
        arrayBuffer: () => Promise.resolve(part.buffer),
        stream: () =>
          new ReadableStream({
            start(controller) {
              for (let at = 0; at < part.length; at += chunk) controller.enqueue(part.slice(at, at + chunk));
              controller.close();
            },
          }),
      };
    },
  };
}
