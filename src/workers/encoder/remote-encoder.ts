import type { OpenEncoder } from '../../encoder/open-encoder.ts';
import { StudioError, throwIfAborted } from '../../lib/errors.ts';
import { Client } from '../../lib/rpc.ts';
import { startWorker } from '../../lib/worker-life.ts';
import type { EncoderRequests } from './encoder.worker.ts';

/** More threads are slower, since the matrices are small. */
const MAX_THREADS = 4;

/**
 * Opens an encoder in its own worker, so that it does not delay a run or the sentence box, and closing it frees all its memory.
 *
 * @throws StudioError BadInput, OutOfMemory, Cancelled
 */
export async function openRemoteEncoder(files: readonly File[], signal?: AbortSignal): Promise<OpenEncoder> {
  throwIfAborted(signal);
  const worker = startWorker(
    'encoder',
    (name) => new Worker(new URL('./encoder.worker.ts', import.meta.url), { type: 'module', name }),
  );
  const client = new Client<EncoderRequests>(worker, {}, (reason) => {
    const advice = 'Remove it and add it again, or use a smaller one.';
    return new StudioError('OutOfMemory', `The encoder stopped: ${reason}. ${advice}`);
  });
  const threads = globalThis.crossOriginIsolated ? Math.min(MAX_THREADS, navigator.hardwareConcurrency) : 1;
  return {
    description: await client.begin('open', { files, threads }, signal),
    compute: (identity, sentences, computing) => client.stream('compute', { identity, sentences }, computing),
    close: async () => {
      const advice = 'Add it again.';
      client.close(new StudioError('NotReady', `The encoder was removed while its features were computed. ${advice}`));
    },
  };
}
