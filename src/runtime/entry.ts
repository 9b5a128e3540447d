import { serveIfWorker } from './serve-worker.ts';

// What tagger.mjs is built from.
export { Tagger } from './tagger.ts';

serveIfWorker(globalThis as unknown as Parameters<typeof serveIfWorker>[0]);
