import type { LegacyEncoding } from '../../../data/encodings.ts';
import { serializeError, throwIfAborted } from '../../../lib/errors.ts';
import { selectModel, useWorkspaceStore } from '../../stores/workspace.ts';
import { ask } from '../../trainer/bridge.ts';
import { readDocument, unpackDocuments } from '../../trainer/documents.ts';
import { withFound } from './entities.ts';
import {
  decided,
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

/** Works on a document after those before it, in place of what is still done with it. */
function queueWork(id: number, work: (signal: AbortSignal) => Promise<void>): void {
  const controller = new AbortController();
  cancels.get(id)?.abort();
  cancels.set(id, controller);
  queue = queue
    .then(() => notPaused(controller.signal))
    .then(() => {
      throwIfAborted(controller.signal);
      return work(controller.signal);
    })
    .then(
      (): Partial<OpenDocument> => ({ phase: 'done' }),
      (error: unknown): Partial<OpenDocument> => ({ phase: 'failed', problem: serializeError(error).message }),
    )
    .then((change) => {
      if (!controller.signal.aborted) documentChanged(id, () => change);
    })
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

/** Removes the documents that wait or are worked on; those that a person corrected stay. */
export function cancelDocuments(): void {
  for (const { id, phase, entities, rejected } of useDocumentsStore.getState().documents) {
    if (phase === 'done' || phase === 'failed') continue;
    const isKept = phase === 'tagging' && (decided(entities).length > 0 || rejected.length > 0);
    if (!isKept) removeDocument(id);
    else {
      cancels.get(id)?.abort();
      documentChanged(id, () => ({ phase: 'failed', problem: 'It is tagged in part. Tag again, to save it.' }));
    }
  }
}

function documentOf(id: number): OpenDocument | undefined {
  return useDocumentsStore.getState().documents.find((document) => document.id === id);
}

/** @param before its blocks when a person last decided about them; undefined: nothing is decided */
async function readAndTag(id: number, signal: AbortSignal, before?: OpenDocument['blocks']): Promise<void> {
  const document = documentOf(id);
  if (document === undefined) return;
  documentChanged(id, () => ({ phase: 'reading' }));
  let tagging = Promise.resolve();
  const begun = (first: OpenDocument['blocks']) => {
    if (signal.aborted) return;
    documentChanged(id, () => ({ blocks: first }));
    tagging = tag(id, signal);
    tagging.catch(() => undefined); // awaited below
  };
  const chosen = document.encoding?.chosen;
  const read = readDocument({ file: document.file, encoding: chosen }, signal, begun);
  const { blocks, notes, encoding } = await read.catch((error: unknown) => {
    // A part of a document would look like the whole.
    if (!signal.aborted) documentChanged(id, () => ({ blocks: [], entities: [], rejected: [] }));
    throw error;
  });
  throwIfAborted(signal);
  documentChanged(id, (now) => ({
    blocks,
    notes,
    encoding,
    phase: 'tagging',
    ...(before && placed(now, before, { blocks, notes })),
  }));
  await tagging;
  await tag(id, signal);
}

/** Tags the blocks that are not tagged yet. */
async function tag(id: number, signal: AbortSignal): Promise<void> {
  for (let most = FIRST_CHARACTERS; ; most = Math.min(2 * most, MOST_CHARACTERS)) {
    const document = documentOf(id);
    if (document === undefined || document.tagged >= document.blocks.length) return;
    if (selectModel(useWorkspaceStore.getState()) === undefined) return;
    await notPaused(signal);
    throwIfAborted(signal);
    const from = document.tagged;
    let to = from;
    for (let size = 0; to < document.blocks.length && (to === from || size < most); to++)
      size += document.blocks[to]!.text.length;
    const found = await ask('tagBlocks', { texts: document.blocks.slice(from, to).map(({ text }) => text) }, signal);
    const added = found.map(({ block, ...entity }): DocumentEntity => {
      return { ...entity, id: newId(), block: from + block, by: 'model' };
    });
    throwIfAborted(signal);
    documentChanged(id, (now) => ({ entities: withFound(now, added), tagged: to }));
  }
}

/** Reads a document in another encoding, or undefined: in the one that is guessed. Its entities are found again; what you decided stays. */
export function chooseEncoding(id: number, chosen: LegacyEncoding | undefined): void {
  const { blocks = [] } = documentOf(id) ?? {};
  documentChanged(id, ({ encoding, entities }) => ({
    phase: 'waiting',
    encoding: encoding && { ...encoding, chosen },
    problem: undefined,
    tagged: 0,
    entities: decided(entities),
  }));
  queueWork(id, (signal) => readAndTag(id, signal, blocks));
}

/** What a person decided, if it is still where it was. */
function placed(
  { entities, rejected }: OpenDocument,
  before: OpenDocument['blocks'],
  { blocks: after, notes }: Pick<OpenDocument, 'blocks' | 'notes'>,
): Partial<OpenDocument> {
  const isSame = before.length === after.length && before.every(({ text }, i) => text.length === after[i]!.text.length);
  if (isSame || entities.length + rejected.length === 0) return {};
  const lost = 'Your corrections were removed: in this encoding, the text has other lengths.';
  return { entities: [], rejected: [], saved: new Map(), notes: [...notes, lost] };
}

/** Tags all documents with the current model; what a person decided stays. */
export function tagAgain(): void {
  for (const { id, blocks, phase } of useDocumentsStore.getState().documents) {
    if (blocks.length === 0) continue;
    const isRead = phase !== 'reading' && phase !== 'waiting';
    documentChanged(id, ({ entities }) => ({
      phase: isRead ? 'tagging' : 'waiting',
      tagged: 0,
      problem: undefined,
      entities: decided(entities),
    }));
    queueWork(id, (signal) => (isRead ? tag : readAndTag)(id, signal));
  }
}
