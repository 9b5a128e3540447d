/** Entry of the worker that runs an encoder. */
import { serializeError, StudioError } from '../../lib/errors.ts';
import { trustOwnScripts } from '../../lib/trusted-types.ts';
import { holdLock } from '../../lib/worker-life.ts';
import { openEncoder, type OpenEncoder } from '../../encoder/open-encoder.ts';
import type { FromEncoder, ToEncoder } from './encoder-messages.ts';
import { onnxRuntime } from './onnx-runtime.ts';

const scope = self as unknown as DedicatedWorkerGlobalScope;
const post = (message: FromEncoder, transfer: Transferable[] = []) => scope.postMessage(message, transfer);

holdLock(scope.name);
trustOwnScripts(scope); // ONNX Runtime starts threads

let encoder: Promise<OpenEncoder> = Promise.reject(new StudioError('NotReady', 'No encoder was opened.'));
encoder.catch(() => undefined);
const cancels = new Map<number, AbortController>();

scope.onmessage = ({ data }: MessageEvent<ToEncoder>) => {
  switch (data.kind) {
    case 'open':
      encoder = openEncoder(onnxRuntime(data.threads), data.files);
      encoder.then(
        ({ description }) => post({ kind: 'opened', description }),
        (error: unknown) => post({ kind: 'refused', error: serializeError(error) }),
      );
      return;
    case 'compute':
      void compute(data);
      return;
    case 'cancel':
      cancels.get(data.id)?.abort();
      return;
    default:
      data satisfies never;
  }
};

async function compute({ id, identity, sentences }: ToEncoder & { kind: 'compute' }): Promise<void> {
  const cancel = new AbortController();
  cancels.set(id, cancel);
  try {
    const opened = await encoder;
    for await (const { sentence, features } of opened.compute(identity, sentences, cancel.signal)) {
      post({ kind: 'features', id, sentence, features }, [features.buffer]);
    }
    post({ kind: 'done', id });
  } catch (error) {
    post({ kind: 'failed', id, error: serializeError(error) });
  } finally {
    cancels.delete(id);
  }
}
