import { Client } from '../../src/lib/rpc.ts';
import type { WorkerRequests } from './engine.worker.ts';

/** The page of the bench. `?engine=tfjs`: the layers of TF.js, in the page; otherwise the studio's code, in a worker. */
globalThis.ask = location.search.includes('tfjs') ? await loadLayers() : startWorker();

async function loadLayers(): Promise<typeof globalThis.ask> {
  const { tfjsLayers } = await import('../peers/tfjs-layers.ts');
  return async (name, params) =>
    tfjsLayers[name as keyof typeof tfjsLayers](undefined, params as never, new AbortController().signal);
}

function startWorker(): typeof globalThis.ask {
  const worker = new Worker(new URL('./engine.worker.ts', import.meta.url), { type: 'module' });
  const client = new Client<WorkerRequests>(worker, {}, Error);
  document.querySelector('input')?.addEventListener('change', ({ target }) => {
    void client.request('give', [...((target as HTMLInputElement).files ?? [])]);
  });
  return (name, params) => client.request(name as keyof WorkerRequests, params as never);
}
