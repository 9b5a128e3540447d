import type * as NodeThreads from 'node:worker_threads';
import type { Milliseconds } from '../../../lib/units.ts';
import { importFromNode } from '../../../lib/wasm.ts';
import { serveThread, type ThreadStart } from './serve.ts';

export interface Thread {
  stop: () => void;
}

/** A thread that is not ready by then never will be: its script was not found, or is not allowed. */
const START_WITHIN: Milliseconds = 20_000;

/**
 * Starts a thread: a worker of the browser, or of Node.
 *
 * @returns when it waits for tasks
 * @throws when it does not start
 */
export async function startThread(start: ThreadStart): Promise<Thread> {
  const worker = typeof Worker === 'undefined' ? await nodeWorker(start) : browserWorker(start);
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    await Promise.race([
      worker.ready,
      new Promise((_, reject) => {
        timer = setTimeout(() => reject(new Error(`it is not ready after ${START_WITHIN / 1000} s`)), START_WITHIN);
      }),
    ]);
    return worker;
  } catch (error) {
    worker.stop();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

type StartingThread = Thread & { ready: Promise<unknown> };

function browserWorker(start: ThreadStart): StartingThread {
  const worker = new Worker(new URL('./thread.worker.ts', import.meta.url), {
    type: 'module',
    name: `simd thread ${start.thread}`,
  });
  const ready = new Promise((resolve, reject) => {
    worker.onmessage = resolve;
    worker.onerror = (event) => {
      event.preventDefault(); // later ones, too, are the pool's to find out
      reject(new Error(event.message || 'its script could not be loaded'));
    };
  });
  worker.postMessage(start);
  return { ready, stop: () => worker.terminate() };
}

/** Node's threads are given their code as text: it runs from sources and from one built file alike. */
async function nodeWorker(start: ThreadStart): Promise<StartingThread> {
  const { Worker: NodeWorker } = await importFromNode<typeof NodeThreads>('node:worker_threads');
  const code = `import('node:worker_threads').then(({ parentPort, workerData }) =>
    (${String(serveThread)})(workerData, () => parentPort.postMessage('ready')))`;
  const worker = new NodeWorker(code, { eval: true, workerData: start });
  worker.unref(); // waiting threads do not keep a program from ending
  const ready = new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.on('error', reject);
  });
  return { ready, stop: () => void worker.terminate() };
}
