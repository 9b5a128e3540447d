import { serializeError } from '../../../lib/errors.ts';
import { selectModel, useWorkspaceStore } from '../../stores/workspace.ts';
import { ask } from '../../trainer/bridge.ts';
import { readDocument, unpackDocuments } from '../../trainer/documents.ts';
import { withEntities } from './entities.ts';
import {
  documentChanged,
  documentRemoved,
  documentsAdded,
  newId,
  selectIsAtWork,
  useDocumentsStore,
  type DocumentEntity,
  type OpenDocument,
} from './store.ts';

/** Characters that are tagged together: few at first, so that the first page is marked soon, then twice as many each time. */
const FIRST_CHARACTERS = 3000;
const MOST_CHARACTERS = 48_000;

// Documents and corrections are not kept: the browser would hold what is to be redacted.
globalThis.addEventListener?.('beforeunload', (event) => {
  if (selectIsAtWork(useDocumentsStore.getState())) event.preventDefault();
});

let queue: Promise<void> = Promise.resolve();
const cancels = new Map<number, AbortController>();

/** Reads documents, and those in zip archives, and tags them, one after the other. */
export async function addDocuments(files: readonly File[]): Promise<void> {
  for (const file of files) {
    if (!/\.zip$/i.test(file.name)) queueDocuments(documentsAdded([file]));
    else await addArchive(file);
  }
  return queue;
}

function queueDocuments(documents: readonly OpenDocument[]): void {
  for (const { id } of documents) queueWork(id, (signal) => readAndTag(id, signal));
}

async function addArchive(archive: File): Promise<void> {
  const unpacked = await unpackDocuments(archive).then(
    (parts) => parts,
    (error: unknown) => [{ file: archive, problem: serializeError(error).message }],
  );
  for (const { file, problem } of unpacked) {
    const added = documentsAdded([file]);
    if (problem === undefined) queueDocuments(added);
    else for (const { id } of added) documentChanged(id, () => ({ phase: 'failed', problem }));
  }
}

/** Works on a document after those before it. */
function queueWork(id: number, work: (signal: AbortSignal) => Promise<void>): void {
  const controller = new AbortController();
  cancels.set(id, controller);
  queue = queue
    .then(() => notPaused(controller.signal))
    .then(() => work(controller.signal))
    .then(
      () => documentChanged(id, () => ({ phase: 'done' })),
      (error: unknown) => {
        const { code, message } = serializeError(error);
        if (code !== 'Cancelled') documentChanged(id, () => ({ phase: 'failed', problem: message }));
      },
    )
    .finally(() => {
      if (cancels.get(id) === controller) cancels.delete(id);
    });
}

/** Resolves when reading and tagging go on, or the document was removed. */
function notPaused(signal: AbortSignal): Promise<void> {
  if (!useDocumentsStore.getState().isPaused || signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const end = () => {
      stop();
      signal.removeEventListener('abort', end);
      resolve();
    };
    const stop = useDocumentsStore.subscribe(({ isPaused }) => isPaused, end);
    signal.addEventListener('abort', end);
  });
}

/** Removes a document; cancels its reading. */
export function removeDocument(id: number): void {
  cancels.get(id)?.abort();
  documentRemoved(id);
}

/** Removes the documents that wait or are worked on. */
export function cancelDocuments(): void {
  for (const { id, phase } of useDocumentsStore.getState().documents)
    if (phase !== 'done' && phase !== 'failed') removeDocument(id);
}

function documentOf(id: number): OpenDocument | undefined {
  return useDocumentsStore.getState().documents.find((document) => document.id === id);
}

async function readAndTag(id: number, signal: AbortSignal): Promise<void> {
  const document = documentOf(id);
  if (document === undefined) return;
  documentChanged(id, () => ({ phase: 'reading' }));
  let tagging = Promise.resolve();
  const { blocks, notes } = await readDocument(document.file, signal, (first) => {
    documentChanged(id, () => ({ blocks: first }));
    tagging = tag(id, signal);
    tagging.catch(() => undefined); // awaited below
  });
  await tagging;
  documentChanged(id, () => ({ blocks, notes, phase: 'tagging' }));
  await tag(id, signal);
}

/** Tags the blocks that are not tagged yet. */
async function tag(id: number, signal: AbortSignal): Promise<void> {
  for (let most = FIRST_CHARACTERS; ; most = Math.min(2 * most, MOST_CHARACTERS)) {
    const document = documentOf(id);
    if (document === undefined || document.tagged >= document.blocks.length) return;
    if (selectModel(useWorkspaceStore.getState()) === undefined) return;
    await notPaused(signal);
    const from = document.tagged;
    let to = from;
    for (let size = 0; to < document.blocks.length && (to === from || size < most); to++)
      size += document.blocks[to]!.text.length;
    const found = await ask('tagBlocks', { texts: document.blocks.slice(from, to).map(({ text }) => text) }, signal);
    const added = found.map(({ block, ...entity }): DocumentEntity => {
      return { ...entity, id: newId(), block: from + block, by: 'model' };
    });
    documentChanged(
      id,
      ({ entities, tagged }) => (tagged === from ? { entities: [...entities, ...added], tagged: to } : {}), // else tagged again from the beginning
    );
  }
}

/** Tags all documents with the current model; what was marked by hand stays. */
export function tagAgain(): void {
  for (const { id, blocks } of useDocumentsStore.getState().documents) {
    if (blocks.length === 0) continue;
    documentChanged(id, ({ entities }) => ({
      phase: 'tagging',
      tagged: 0,
      problem: undefined,
      entities: decided(entities),
    }));
    queueWork(id, async (signal) => {
      await tag(id, signal);
      documentChanged(id, ({ entities }) => ({ entities: withEntities(entities, decided(entities)) }));
    });
  }
}

function decided(entities: readonly DocumentEntity[]): DocumentEntity[] {
  return entities.filter(({ by, isDecided }) => by === 'hand' || isDecided === true);
}
