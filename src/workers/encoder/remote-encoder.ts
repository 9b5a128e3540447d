import type { EncoderDescription, OpenEncoder } from '../../encoder/open-encoder.ts';
import { deserializeError, serializeError, StudioError, throwIfAborted } from '../../lib/errors.ts';
import { withReportedEnd, workerName } from '../../lib/worker-life.ts';
import type { FromEncoder, ToEncoder } from './encoder-messages.ts';

/** More threads are slower, since the matrices are small. */
const MAX_THREADS = 4;

type Answer = Extract<FromEncoder, { id: number }>;

/**
 * Opens an encoder in its own worker, so that it does not delay a run or the sentence box, and closing it frees all its memory.
 *
 * @throws StudioError BadInput, OutOfMemory, Cancelled
 */
export async function openRemoteEncoder(files: readonly File[], signal?: AbortSignal): Promise<OpenEncoder> {
  throwIfAborted(signal);
  const name = workerName('encoder');
  const worker = withReportedEnd(
    new Worker(new URL('./encoder.worker.ts', import.meta.url), { type: 'module', name }),
    name,
  );
  const send = (message: ToEncoder) => worker.postMessage(message);
  const waiting = new Map<number, (answer: Answer) => void>();
  let failed: StudioError | undefined;
  /** Fails all pending and future requests. */
  const fail = (error: StudioError) => {
    failed = error;
    for (const [id, answer] of waiting) answer({ kind: 'failed', id, error: serializeError(error) });
  };
  const opened = new Promise<EncoderDescription>((resolve, reject) => {
    const cancel = () => reject(new StudioError('Cancelled', 'Cancelled.'));
    signal?.addEventListener('abort', cancel, { once: true });
    worker.onerror = (event) => {
      event.preventDefault();
      const reason = event.message || 'it could not be started';
      const error = new StudioError(
        'OutOfMemory',
        `The encoder stopped: ${reason}. Remove it and add it again, or use a smaller one.`,
      );
      reject(error);
      fail(error);
    };
    worker.onmessage = ({ data }: MessageEvent<FromEncoder>) => {
      if (data.kind === 'opened') resolve(data.description);
      else if (data.kind === 'refused') reject(deserializeError(data.error));
      else waiting.get(data.id)?.(data);
    };
  });
  const threads = globalThis.crossOriginIsolated ? Math.min(MAX_THREADS, navigator.hardwareConcurrency) : 1;
  send({ kind: 'open', files, threads });
  let lastId = 0;
  try {
    const description = await opened;
    return {
      description,
      compute: (identity, sentences, computing) => {
        if (failed !== undefined) throw failed;
        const id = ++lastId;
        const cancel = () => send({ kind: 'cancel', id });
        return answersOf(
          (receive) => {
            throwIfAborted(computing);
            waiting.set(id, receive);
            computing?.addEventListener('abort', cancel, { once: true });
            send({ kind: 'compute', id, identity, sentences });
          },
          () => {
            computing?.removeEventListener('abort', cancel);
            waiting.delete(id);
            cancel();
          },
        );
      },
      close: () => {
        fail(new StudioError('NotReady', 'The encoder was removed while its features were computed. Add it again.'));
        worker.terminate();
        return Promise.resolve();
      },
    };
  } catch (error) {
    worker.terminate();
    throw error;
  }
}

/** Yields answers as they arrive, up to the last. */
async function* answersOf(
  begin: (receive: (answer: Answer) => void) => void,
  end: () => void,
): AsyncGenerator<{ sentence: number; features: Float32Array }, void> {
  const queue: Answer[] = [];
  let wake = () => {};
  try {
    begin((answer) => {
      queue.push(answer);
      wake();
    });
    for (;;) {
      const answer = queue.shift();
      if (answer === undefined) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        continue;
      }
      if (answer.kind === 'done') return;
      if (answer.kind === 'failed') throw deserializeError(answer.error);
      yield { sentence: answer.sentence, features: answer.features };
    }
  } finally {
    end();
  }
}
