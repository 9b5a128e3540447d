import type { VectorsRead } from '../../data/vectors/read-vectors.ts';
import type { CompactExtract, StoredVectors } from '../../data/vectors/stored-vectors.ts';
import { deserializeError, StudioError } from '../../lib/errors.ts';
import { withReportedEnd, workerName } from '../../lib/worker-life.ts';
import type { VectorsFileOptions } from './read-vectors-file.ts';
import type { FromLookUps, FromReading, LookUp, LookUpResults, ToVectors } from './vectors-messages.ts';

/** The used part of a worker. */
export type VectorsWorker = Pick<Worker, 'postMessage' | 'terminate' | 'onmessage' | 'onerror'>;

/**
 * Reads a vectors file in its own worker, so that a run is not delayed. If the vectors are kept, that worker holds the index of all words,
 * the first vectors, and the copy of compressed text, which only one thread can have open. It serves look-ups until `stored` is
 * garbage-collected. Otherwise the worker ends when reading ends or is cancelled.
 *
 * @throws StudioError BadVectors; Cancelled; Internal if the worker stops
 */
export async function readVectorsInWorker(
  file: File,
  options: VectorsFileOptions,
  worker: VectorsWorker = startWorker(),
): Promise<VectorsRead> {
  try {
    const { read, isKept } = await readIn(worker, file, options);
    if (isKept) {
      return {
        ...read,
        stored: new RemoteVectors(read.vectors.dimensions, new LookUps(worker, file.name, options.onLost)),
      };
    }
    worker.terminate();
    return { ...read, stored: undefined };
  } catch (error) {
    worker.terminate();
    throw error;
  }
}

function startWorker(): Worker {
  const name = workerName('vectors');
  return withReportedEnd(new Worker(new URL('./vectors.worker.ts', import.meta.url), { type: 'module', name }), name);
}

function readIn(
  worker: VectorsWorker,
  file: File,
  { wanted, keep, signal, onProgress }: VectorsFileOptions,
): Promise<FromReading & { kind: 'read' }> {
  let cancel = () => {};
  const answer = new Promise<FromReading & { kind: 'read' }>((resolve, reject) => {
    cancel = () => reject(new StudioError('Cancelled', 'Cancelled.'));
    if (signal?.aborted) cancel();
    signal?.addEventListener('abort', cancel, { once: true });
    worker.onerror = (event) => reject(stopped(event, file.name));
    worker.onmessage = ({ data }: MessageEvent<FromReading>) => {
      if (data.kind === 'progress') onProgress?.(data.progress);
      else if (data.kind === 'read') resolve(data);
      else reject(deserializeError(data.error));
    };
    worker.postMessage({ kind: 'read', file, wanted, keep } satisfies ToVectors);
  });
  return answer.finally(() => signal?.removeEventListener('abort', cancel));
}

function stopped(event: ErrorEvent, name: string): StudioError {
  event.preventDefault();
  const reason = event.message || 'it could not be started';
  return new StudioError(
    'Internal',
    `The reader of ${name} stopped: ${reason}. Remove the vectors and add them again.`,
  );
}

/** Ends workers whose vectors were garbage-collected. Models may use vectors long after another file was chosen. */
const kept = new FinalizationRegistry<LookUps>((lookUps) => lookUps.end());

/** Vectors that are kept in a worker. */
class RemoteVectors implements StoredVectors {
  readonly dimensions: number;
  readonly #lookUps: LookUps;

  constructor(dimensions: number, lookUps: LookUps) {
    this.dimensions = dimensions;
    this.#lookUps = lookUps;
    kept.register(this, lookUps);
  }

  find(keys: Iterable<string>): Promise<Map<string, Float32Array<ArrayBuffer>>> {
    return this.#lookUps.ask(this, { method: 'find', keys: [...keys] });
  }

  extract(rows: number): Promise<CompactExtract> {
    return this.#lookUps.ask(this, { method: 'extract', rows });
  }
}

interface Pending {
  resolve: (result: unknown) => void;
  reject: (error: StudioError) => void;
  /** Referenced, so that it is not garbage-collected before the answer. */
  vectors: RemoteVectors;
}

/** The look-ups in a worker. References `RemoteVectors` only while a look-up is pending, so that they can be garbage-collected. */
class LookUps {
  readonly #worker: VectorsWorker;
  readonly #pending = new Map<number, Pending>();
  #lastId = 0;
  #failed: StudioError | undefined;

  /** @param name of the file */
  constructor(worker: VectorsWorker, name: string, onLost: (() => void) | undefined) {
    this.#worker = worker;
    worker.onerror = (event) => {
      this.#failed = stopped(event, name);
      for (const { reject } of this.#pending.values()) reject(this.#failed);
      this.#pending.clear();
      this.end(); // frees its copy of the vectors
    };
    worker.onmessage = ({ data }: MessageEvent<FromLookUps>) => {
      if (data.kind === 'lost') {
        onLost?.();
        return;
      }
      const pending = this.#pending.get(data.id);
      this.#pending.delete(data.id);
      if (data.kind === 'result') pending?.resolve(data.result);
      else pending?.reject(deserializeError(data.error));
    };
  }

  async ask<Method extends LookUp['method']>(
    vectors: RemoteVectors,
    lookUp: Extract<LookUp, { method: Method }>,
  ): Promise<LookUpResults[Method]> {
    if (this.#failed !== undefined) throw this.#failed;
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      // The worker returns the result of this method.
      this.#pending.set(id, { resolve: resolve as (result: unknown) => void, reject, vectors });
      this.#worker.postMessage({ kind: 'lookUp', id, ...lookUp } satisfies ToVectors);
    });
  }

  end(): void {
    this.#worker.terminate();
  }
}
