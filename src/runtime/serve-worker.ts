import { defined } from '../lib/assert.ts';
import { serve, type Handlers, type Port } from '../lib/rpc.ts';
import { openEngine, type Engine } from './engine.ts';
import { openKernels, type Kernels } from './kernels.ts';
import { WORKER_NAME, type TaggerRequests } from './worker-protocol.ts';

interface Context {
  kernels: Promise<Kernels>;
  engine?: Engine;
}

const handlers: Handlers<Context, TaggerRequests> = {
  open: async (context, files) => {
    context.engine = await openEngine(files, context.kernels);
    return context.engine.summary;
  },
  batches: ({ engine }, { input, options }) => defined(engine, () => 'no model is open').batches(input, options),
};

/** Answers requests, if this is the worker of a tagger. */
export function serveIfWorker(scope: Port & { name?: string }): void {
  if (scope.name !== WORKER_NAME || 'document' in scope) return;
  const kernels = openKernels(); // while the model is being loaded
  kernels.catch(() => undefined); // reported when it is opened
  serve(scope, handlers, () => ({ kernels }));
}
