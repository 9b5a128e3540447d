import type { Answer, Request } from './protocol.ts';

/** The bench's page: passes files and requests on to a worker. `?engine=tfjs` is TF.js' own layers, else the studio's code. */
const worker = location.search.includes('tfjs')
  ? new Worker(new URL('../peers/tfjs-layers.worker.ts', import.meta.url), { type: 'module' })
  : new Worker(new URL('./engine.worker.ts', import.meta.url), { type: 'module' });

document.querySelector('input')?.addEventListener('change', ({ target }) => {
  worker.postMessage([...((target as HTMLInputElement).files ?? [])]);
});

Object.assign(globalThis, {
  ask: (request: Request) =>
    new Promise<Answer>((resolve) => {
      worker.onmessage = ({ data }: MessageEvent<Answer>) => resolve(data);
      worker.onerror = ({ message }) => resolve({ error: message });
      worker.postMessage(request);
    }),
});
