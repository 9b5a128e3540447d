import { openEngine, type Engine, type TaggedBatch } from './engine.ts';
import { openKernels } from './kernels.ts';
import { WORKER_NAME, type Answer, type Request } from './worker-protocol.ts';

/** The parts of a worker's global scope that are used. */
interface WorkerScope {
  name?: string;
  onmessage: ((event: { data: Request }) => void) | null;
  postMessage(answer: Answer): void;
}

/** Answers requests, if this is the worker of a tagger. */
export function serveIfWorker(scope: WorkerScope): void {
  if (scope.name !== WORKER_NAME || 'document' in scope) return;
  const runs = new Map<number, AsyncGenerator<TaggedBatch, void>>();
  const kernels = openKernels(); // while the model is being loaded
  kernels.catch(() => undefined); // reported when it is opened
  let engine: Engine | undefined;

  async function answer(request: Request): Promise<Answer> {
    const { id } = request;
    switch (request.kind) {
      case 'open':
        engine = await openEngine(request.files, kernels);
        return { id, summary: engine.summary };
      case 'start':
        if (engine !== undefined) runs.set(request.run, engine.batches(request.input, request.options));
        return { id };
      case 'next': {
        const next = await runs.get(request.run)?.next();
        if (next?.done !== false) runs.delete(request.run);
        return { id, batch: next?.value ?? undefined };
      }
      case 'stop':
        await runs.get(request.run)?.return();
        runs.delete(request.run);
        return { id };
      default:
        return request satisfies never;
    }
  }

  scope.onmessage = ({ data }) => {
    answer(data).then(
      (result) => scope.postMessage(result),
      (error: unknown) =>
        scope.postMessage({ id: data.id, error: error instanceof Error ? error.message : String(error) }),
    );
  };
}
