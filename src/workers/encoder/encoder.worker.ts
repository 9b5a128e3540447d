/** Entry of the worker that runs an encoder. */
import type { EncoderIdentity } from '../../data/vocabulary/features.ts';
import { openEncoder, type EncoderDescription, type OpenEncoder } from '../../encoder/open-encoder.ts';
import { defined } from '../../lib/assert.ts';
import { serve, transfer, type Handlers } from '../../lib/rpc.ts';
import { trustOwnScripts } from '../../lib/trusted-types.ts';
import { takeLock } from '../../lib/locks.ts';
import { onnxRuntime } from './onnx-runtime.ts';

export type EncoderRequests = {
  /** The first request. */
  open: [params: { files: readonly File[]; threads: number }, result: EncoderDescription];
  /** Features of each sentence: [T, d], transferred. */
  compute: [
    params: { identity: EncoderIdentity; sentences: readonly (readonly string[])[] },
    result: AsyncGenerator<{ sentence: number; features: Float32Array }>,
  ];
};

const handlers: Handlers<{ encoder?: OpenEncoder }, EncoderRequests> = {
  open: async (context, { files, threads }) => {
    context.encoder = await openEncoder(onnxRuntime(threads), files);
    return context.encoder.description;
  },
  async *compute({ encoder }, { identity, sentences }, signal) {
    const opened = defined(encoder, () => 'no encoder was opened');
    for await (const item of opened.compute(identity, sentences, signal)) yield transfer(item, [item.features.buffer]);
  },
};

void takeLock(self.name);
trustOwnScripts(self); // ONNX Runtime starts threads
serve(self, handlers, () => ({}));
