import { answer, type Answer } from './protocol.ts';

/** The page of the bench. `?engine=tfjs`: the layers of TF.js, in the page; otherwise the studio's code, in a worker. */
globalThis.ask = location.search.includes('tfjs') ? await loadLayers() : startWorker();

async function loadLayers(): Promise<typeof globalThis.ask> {
  const { tfjsLayers } = await import('../peers/tfjs-layers.ts');
  return (request) => answer(tfjsLayers, request);
}

function startWorker(): typeof globalThis.ask {
  const worker = new Worker(new URL('./engine.worker.ts', import.meta.url), { type: 'module' });
  document.querySelector('input')?.addEventListener('change', ({ target }) => {
    worker.postMessage([...((target as HTMLInputElement).files ?? [])]);
  });
  return (request) =>
    new Promise((resolve) => {
      worker.onmessage = ({ data }: MessageEvent<Answer>) => resolve(data);
      worker.onerror = ({ message }) => resolve({ error: message });
      worker.postMessage(request);
    });
}
