import { answer, type Answer, type Request } from './protocol.ts';

type Ask = (request: Request) => Promise<Answer>;

/** The bench's page. `?engine=tfjs`: TF.js' own layers, in the page; else the studio's code, in a worker. */
const ask = location.search.includes('tfjs') ? await loadLayers() : startWorker();
Object.assign(globalThis, { ask });

async function loadLayers(): Promise<Ask> {
  const { tfjsLayers } = await import('../peers/tfjs-layers.ts');
  return (request) => answer(tfjsLayers, request);
}

function startWorker(): Ask {
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
