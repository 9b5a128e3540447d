type Bytes = Uint8Array<ArrayBuffer>;

/**
 * The decompressed bytes of a stream. It may be cancelled at any time.
 *
 * Node's `DecompressionStream` ends the process if it is cancelled while it has output ("Controller is already closed"). So only its
 * input ends, and what it still has is dropped.
 */
export function inflate(compressed: ReadableStream<Bytes>, format: CompressionFormat): ReadableStream<Bytes> {
  let isCancelled = false;
  const gate = new TransformStream<Bytes, Bytes>({
    transform(chunk, controller) {
      if (isCancelled) controller.terminate();
      else controller.enqueue(chunk);
    },
  });
  const reader = compressed.pipeThrough(gate).pipeThrough(new DecompressionStream(format)).getReader();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel() {
      isCancelled = true;
      void drained(reader);
    },
  });
}

async function drained(reader: ReadableStreamDefaultReader<Bytes>): Promise<void> {
  try {
    while (!(await reader.read()).done);
  } catch {
    // its input ended early
  }
}
