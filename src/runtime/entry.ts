import { serveIfWorker } from './serve-worker.ts';

// What tagger.mjs is built from. It exports Tagger only; a saved page also starts the worker by itself.
export { startOwnWorker } from './own-worker.ts';
export { Tagger } from './tagger.ts';

serveIfWorker(globalThis as unknown as Parameters<typeof serveIfWorker>[0]);
