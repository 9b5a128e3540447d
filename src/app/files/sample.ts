import { serializeError, StudioError, throwIfAborted } from '../../lib/errors.ts';
import type { Milliseconds } from '../../lib/units.ts';
import { failureReported } from '../stores/notices.ts';
import { progressed, useWorkspaceStore } from '../stores/workspace.ts';
import { addInTurn } from './files.ts';
import { readings } from './readings.ts';
import { keptFiles } from './kept-files.ts';

/** Folder of the sample, relative to the page, so that it works under any path. */
const CORPUS = ['train', 'dev', 'test'].map((part) => ({ path: `sample/${part}.conll`, name: `sample.${part}` }));
const VECTORS = { path: 'embeddings/glove.6B.100d.40k.zip', name: 'glove.6B.100d.40k.zip' };
const PROGRESS_EVERY: Milliseconds = 100;

/**
 * Loads the sample corpus and vectors, unless the user has added their own in the meantime. The corpus, a twentieth of the size, is
 * available while the vectors are loading.
 *
 * @param after when to begin; the page counts as reading until then
 */
export function loadSample(after?: Promise<void>): Promise<void> {
  return readings.run(async (signal) => {
    try {
      await after;
      const fetched = fetchFile(VECTORS.path, VECTORS.name, signal);
      fetched.catch(() => undefined); // reported below, unless the corpus failed first
      const corpus = await Promise.all(CORPUS.map(({ path, name }) => fetchFile(path, name, signal)));
      keptFiles.markSample(corpus);
      await addInTurn(() => (useWorkspaceStore.getState().workspace.files.length === 0 ? corpus : []));
      const vectors = await fetched;
      keptFiles.markSample([vectors]);
      await addInTurn(() => (useWorkspaceStore.getState().workspace.vectors ? [] : [vectors]));
    } catch (error) {
      failureReported('load the sample', serializeError(error));
    }
  });
}

/** Fetches files of the sample by name, to restore them. */
export async function fetchSample(names: readonly string[]): Promise<File[]> {
  const files = await Promise.all(
    [...CORPUS, VECTORS].filter(({ name }) => names.includes(name)).map(({ path, name }) => fetchFile(path, name)),
  );
  keptFiles.markSample(files);
  return files;
}

async function fetchFile(path: string, name: string, signal?: AbortSignal): Promise<File> {
  try {
    const response = await fetch(new URL(path, document.baseURI), signal && { signal });
    if (!response.ok || response.body === null) throw new Error(`status ${response.status}`);
    // For a compressed response, the length differs from that of the received data.
    const isPacked = response.headers.has('Content-Encoding');
    const total = isPacked ? 0 : Number(response.headers.get('Content-Length'));
    return new File(await readChunks(response.body, name, total), name);
  } catch (error) {
    throwIfAborted(signal);
    throw new StudioError(
      'BadInput',
      `${path} could not be loaded from the server of this page (${String(error)}). Add your own files, or reload the page.`,
      { cause: error },
    );
  }
}

async function readChunks(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  name: string,
  total: number,
): Promise<Uint8Array<ArrayBuffer>[]> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  const reader = body.getReader();
  let done = 0;
  let toldAt: Milliseconds = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    chunks.push(part.value);
    done += part.value.length;
    if (performance.now() - toldAt < PROGRESS_EVERY) continue;
    toldAt = performance.now();
    progressed({ task: 'reading', name, done, total, unit: 'bytes' });
  }
  return chunks;
}
