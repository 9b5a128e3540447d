import { serveIfWorker } from './serve-worker.ts';

// Entry point of tagger.mjs. The build exports Tagger only; a saved page also starts the worker by itself.
export { startOwnWorker } from './own-worker.ts';
export { Tagger } from './tagger.ts';

serveIfWorker(globalThis as never);
