import type * as NodeThreads from 'node:worker_threads';
import type { Milliseconds } from '../../../lib/units.ts';
import { importFromNode } from '../../../lib/wasm.ts';
import { JobRing } from './job-ring.ts';
import { serveThread, type ThreadStart } from './serve.ts';

export interface Thread {
  stop: () => void;
}

/** Timeout of the start. It is exceeded if the script was not found or is not allowed. */
const START_WITHIN: Milliseconds = 20_000;

/**
 * Starts a thread: a browser worker or a Node worker.
 *
 * @param onError called if the thread breaks down later, except for failed tasks
 * @returns when the thread waits for tasks
 * @throws if the thread does not start
 */
export async function startThread(start: ThreadStart, onError: (message: string) => void): Promise<Thread> {
  let isRunning = false;
  const report = (message: string) => {
    if (isRunning) onError(message);
  };
  const worker = hasNodeWorkers() ? await nodeWorker(start, report) : browserWorker(start, report);
  const stop = () => {
    isRunning = false;
    worker.terminate();
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    await Promise.race([
      worker.ready,
      new Promise((_, reject) => {
        timer = setTimeout(() => reject(new Error(`it is not ready after ${START_WITHIN / 1000} s`)), START_WITHIN);
      }),
    ]);
    isRunning = true;
    return { stop };
  } catch (error) {
    stop();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** Deno and Bun have both kinds. Only a Node worker lets the process end, and needs no file. */
const hasNodeWorkers = () => {
  const { process } = globalThis as { process?: { versions?: { node?: string } } };
  return process?.versions?.node !== undefined;
};

interface StartingWorker {
  ready: Promise<unknown>;
  terminate: () => void;
}

function browserWorker(start: ThreadStart, onError: (message: string) => void): StartingWorker {
  const worker = new Worker(new URL('./thread.worker.ts', import.meta.url), {
    type: 'module',
    name: `simd thread ${start.thread}`,
  });
  const ready = new Promise((resolve, reject) => {
    worker.onmessage = resolve;
    worker.onerror = (event) => {
      event.preventDefault();
      const message = event.message || 'its script could not be loaded';
      reject(new Error(message));
      onError(message);
    };
  });
  worker.postMessage(start);
  return { ready, terminate: () => worker.terminate() };
}

/** Node's threads receive their code as text, which works both from sources and from a single built file. */
async function nodeWorker(start: ThreadStart, onError: (message: string) => void): Promise<StartingWorker> {
  const { Worker: NodeWorker } = await importFromNode<typeof NodeThreads>('node:worker_threads');
  const code = `import('node:worker_threads').then(({ parentPort, workerData }) =>
    (${String(serveThread)})(workerData, ${String(JobRing)}, () => parentPort.postMessage('ready')))`;
  const worker = new NodeWorker(code, { eval: true, workerData: start });
  worker.unref(); // waiting threads must not keep the process alive
  const ready = new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.on('error', (error) => {
      reject(error);
      onError(String(error));
    });
  });
  return { ready, terminate: () => void worker.terminate() };
}
