import { defined } from '../../src/lib/assert.ts';
import { createEngine } from './engine.ts';
import { serveWorker } from './serve-worker.ts';

/** Runs in a browser: everything in a worker, as in the studio. */
const files = serveWorker(createEngine((name) => Promise.resolve(fileOf(name))));

function fileOf(name: string): File {
  return defined(files.get(name), () => `the page was given no file ${name}`);
}
