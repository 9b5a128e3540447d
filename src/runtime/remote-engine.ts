import { Client } from '../lib/rpc.ts';
import type { Engine } from './engine.ts';
import type { ModelFiles } from './model-files.ts';
import type { TaggerRequests } from './worker-protocol.ts';

/** Opens a model in a worker. It computes the next batches while the caller uses the current one. @throws Error */
export async function openRemoteEngine(worker: Worker, files: ModelFiles): Promise<Engine> {
  const client = new Client<TaggerRequests>(
    worker,
    {},
    (reason) => new Error(`Tagsmith: the worker failed: ${reason}.`),
  );
  return {
    summary: await client.begin('open', files),
    batches: (input, options) => client.stream('batches', { input, options }),
    close: () => client.close(new Error('Tagsmith: the tagger is closed.')),
  };
}
