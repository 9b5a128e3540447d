import type { VectorsRead } from '../../data/vectors/read-vectors.ts';
import type { CompactExtract, StoredVectors } from '../../data/vectors/stored-vectors.ts';
import { StudioError } from '../../lib/errors.ts';
import { Client, type Port } from '../../lib/rpc.ts';
import { startWorker } from '../../lib/worker-life.ts';
import type { VectorsFileOptions } from './read-vectors-file.ts';
import type { VectorsEvents, VectorsRequests } from './vectors-handlers.ts';

type VectorsClient = Client<VectorsRequests, VectorsEvents>;

/**
 * Reads a vectors file in its own worker, so that a run is not delayed. If the vectors are kept, that worker holds the index of all words,
 * the first vectors, and the copy of compressed text, which only one thread can have open. It serves look-ups until `stored` is
 * garbage-collected. Otherwise the worker ends when reading ends or is cancelled.
 *
 * @throws StudioError BadVectors; Cancelled; Internal if the worker stops
 */
export async function readVectorsInWorker(
  file: File,
  { wanted, selection, keep, signal, onProgress, onLost }: VectorsFileOptions,
  worker: Port = startVectorsWorker(),
): Promise<VectorsRead> {
  const client = new Client<VectorsRequests, VectorsEvents>(
    worker,
    { progress: (progress) => onProgress?.(progress), lost: () => onLost?.() },
    (reason) => stopped(file, reason),
  );
  const { read, isKept } = await client.begin('read', { file, wanted, selection, keep }, signal);
  if (isKept) return { ...read, stored: new RemoteVectors(read.vectors.dimensions, client) };
  client.close(stopped(file, 'no vectors were kept'));
  return { ...read, stored: undefined };
}

function startVectorsWorker(): Worker {
  return startWorker(
    'vectors',
    (name) => new Worker(new URL('./vectors.worker.ts', import.meta.url), { type: 'module', name }),
  );
}

function stopped({ name }: File, reason: string): StudioError {
  const advice = 'Remove the vectors and add them again.';
  return new StudioError('Internal', `The reader of ${name} stopped: ${reason}. ${advice}`);
}

/** Ends workers whose vectors were garbage-collected. Models may use vectors long after another file was chosen. */
const unused = new FinalizationRegistry<VectorsClient>((client) =>
  client.close(new StudioError('Internal', 'The vectors are no longer used.')),
);

/** Vectors that are kept in a worker. */
class RemoteVectors implements StoredVectors {
  readonly dimensions: number;
  readonly #client: VectorsClient;

  constructor(dimensions: number, client: VectorsClient) {
    this.dimensions = dimensions;
    this.#client = client;
    unused.register(this, client);
  }

  find(keys: Iterable<string>): Promise<Map<string, Float32Array<ArrayBuffer>>> {
    return this.#untilAnswered(this.#client.request('find', [...keys]));
  }

  extract(rows: number): Promise<CompactExtract> {
    return this.#untilAnswered(this.#client.request('extract', rows));
  }

  /** References `this` until the answer arrives, so that it is not garbage-collected before. */
  #untilAnswered<T>(answer: Promise<T>): Promise<T> {
    return answer.finally(() => this);
  }
}
