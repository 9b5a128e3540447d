import { vectorFileId, VectorDatabase } from '../../src/data/embeddings/stored-vectors.ts';
import { defined } from '../../src/lib/assert.ts';
import { createEngine } from './engine.ts';
import { serveWorker } from './serve-worker.ts';

/** In a browser: as in the studio, all in a worker, and compact copies of vectors in the browser's storage. */
const files = serveWorker(
  createEngine({
    openFile: (name) => Promise.resolve(fileOf(name)),
    openSink: async ({ name }) => {
      const file = fileOf(name);
      return (await VectorDatabase.open()).sink(vectorFileId(file), file.name);
    },
  }),
);

function fileOf(name: string): File {
  return defined(files.get(name), () => `the page was given no file ${name}`);
}
