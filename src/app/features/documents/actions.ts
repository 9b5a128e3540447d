import { serializeError } from '../../../lib/errors.ts';
import { sha256 } from '../../../lib/sha256.ts';
import type { DocumentRequests, WrittenDocuments } from '../../../workers/wire/documents.ts';
import { selectModel, useWorkspaceStore } from '../../stores/workspace.ts';
import { ask } from '../../trainer/bridge.ts';
import { withDocumentWorker } from '../../trainer/documents.ts';
import { formatCounted } from '../../look/format.ts';
import { saveFile } from '../../ui/save-file.ts';
import { nextDoubtful, occurrences, textOf, withEntities } from './entities.ts';
import { useChoicesStore } from './choices.ts';
import {
  decisions,
  documentChanged,
  entered,
  entitySelected,
  newId,
  selectShown,
  textSelected,
  useDocumentsStore,
  writingChanged,
  type DocumentEntity,
  type OpenDocument,
  type SelectedText,
} from './store.ts';
import { documentTypes } from './types.ts';

/** Names of documents in a message. */
const MOST_LISTED = 5;

function shownDocument(): OpenDocument | undefined {
  return selectShown(useDocumentsStore.getState());
}

function changeShown(change: (entities: readonly DocumentEntity[]) => readonly DocumentEntity[]): void {
  const document = shownDocument();
  if (document !== undefined) documentChanged(document.id, ({ entities }) => ({ entities: change(entities) }));
}

/** Marks a text; in all places where it occurs, if wanted. */
export function markText(range: SelectedText, type: string, everywhere = false): void {
  const document = shownDocument();
  if (document === undefined) return;
  const others = everywhere ? occurrences(document.blocks, textOf(document.blocks, range), document.entities) : [];
  const ranges = others.some(({ block, start }) => block === range.block && start === range.start)
    ? others
    : [range, ...others];
  const added = ranges.map(({ block, start, end }): DocumentEntity => {
    return { id: newId(), block, start, end, type, probability: 1, by: 'hand' };
  });
  changeShown((entities) => withEntities(entities, added));
  textSelected(undefined);
}

export function selectedEntity(): DocumentEntity | undefined {
  const { selected } = useDocumentsStore.getState();
  return shownDocument()?.entities.find(({ id }) => id === selected);
}

/** Keeps the selected entity, with another type if given, and goes on to the next doubtful one. */
export function decide(type?: string): void {
  const entity = selectedEntity();
  if (entity === undefined) return;
  changeShown((entities) =>
    entities.map((other) => (other.id === entity.id ? { ...other, type: type ?? other.type, isDecided: true } : other)),
  );
  goToNextDoubtful();
}

/** Removes the selected entity, and those with the same text if wanted. */
export function unmark(everywhere = false): void {
  const document = shownDocument();
  const entity = selectedEntity();
  if (document === undefined || entity === undefined) return;
  const text = textOf(document.blocks, entity).toLowerCase();
  const isGone = (other: DocumentEntity) =>
    other.id === entity.id || (everywhere && textOf(document.blocks, other).toLowerCase() === text);
  const { threshold } = useChoicesStore.getState();
  const left = document.entities.filter((other) => !isGone(other));
  const before = document.entities.findLast((other) => !isGone(other) && other.block <= entity.block);
  documentChanged(document.id, ({ entities, rejected }) => ({
    entities: left,
    rejected: [...rejected, ...entities.filter((other) => isGone(other) && other.by === 'model')],
  }));
  entitySelected(nextDoubtful(left, threshold, before?.id)?.id);
}

export function goToNextDoubtful(): void {
  const { selected } = useDocumentsStore.getState();
  const { threshold } = useChoicesStore.getState();
  entitySelected(nextDoubtful(shownDocument()?.entities ?? [], threshold, selected)?.id);
}

/** The name of the current model, and the SHA-256 of its exact export. */
async function modelFingerprint(): Promise<DocumentRequests['write'][0]['head']['model']> {
  const model = selectModel(useWorkspaceStore.getState());
  if (model === undefined) return undefined;
  const { contents } = await ask('exportModel', { kind: 'zip', size: 'exact' });
  return { name: model.name, sha256: await sha256(new Uint8Array(await contents.arrayBuffer())) };
}

/** Writes all documents with the chosen ways, and saves them. */
export async function saveDocuments(): Promise<void> {
  const { documents, names, passphrase } = useDocumentsStore.getState();
  const { ways, threshold, mustReview } = useChoicesStore.getState();
  const ready = documents.filter(({ phase }) => phase === 'done');
  writingChanged({ written: 0, of: ready.length });
  const byType = Object.fromEntries(documentTypes().map((type) => [type, ways[type] ?? 'label']));
  const request: Omit<DocumentRequests['write'][0], 'head'> = {
    documents: ready.map(({ file, encoding, entities, rejected }) => ({
      file,
      encoding: encoding?.chosen,
      entities: [...entities],
      rejected: [...rejected],
    })),
    ways: { others: 'keep', byType },
    names,
    passphrase: passphrase === '' ? undefined : passphrase,
  };
  const onWritten = (written: number) => writingChanged({ written, of: ready.length });
  const written = await saving(async () => {
    const head = { model: await modelFingerprint(), threshold, mustReview };
    return withDocumentWorker((client) => client.request('write', { ...request, head }), onWritten);
  });
  for (const document of written.map((i) => ready[i]!))
    documentChanged(document.id, () => ({ saved: decisions(document) }));
  const unfinished = documents.filter(({ phase }) => phase !== 'done');
  const isUnread = ({ phase, blocks }: OpenDocument) => phase === 'failed' && blocks.length === 0;
  const lines = [
    ...listed('not read, and not saved', unfinished.filter(isUnread)),
    ...listed(
      'not searched to the end, and not saved',
      unfinished.filter((document) => !isUnread(document)),
    ),
    ...listed(
      'saved without a search for entities',
      ready.filter(({ tagged, blocks }) => tagged < blocks.length),
    ),
  ];
  if (lines.length > 0) entered({ outcome: [...useDocumentsStore.getState().outcome, ...lines] });
}

/** Says what is true of documents, if there are any. */
function listed(what: string, documents: readonly OpenDocument[]): string[] {
  if (documents.length === 0) return [];
  const names = documents.slice(0, MOST_LISTED).map(({ file }) => file.name);
  const more = documents.length > MOST_LISTED ? ', …' : '';
  return [`${formatCounted(documents.length, 'document')} ${what}: ${names.join(', ')}${more}`];
}

/** Reads a list of own names to replace those of a type by. */
export async function readOwnNames(type: string, file: File): Promise<void> {
  try {
    const read = await withDocumentWorker((client) => client.request('names', { file, type }));
    const { names } = useDocumentsStore.getState();
    const remarks = read.problems
      .slice(0, MOST_LISTED)
      .map(({ line, message }) => `${file.name}, line ${line}: ${message}`);
    entered({ names: { ...names, [type]: read.names }, outcome: remarks });
  } catch (error) {
    entered({ outcome: [serializeError(error).message] });
  }
}

/** Saves one table of the entities of all documents, or their counts by type and name. */
export async function saveTable(which: 'entities' | 'counts'): Promise<void> {
  const { entityTables } = await import('./table.ts');
  const tables = await entityTables(useDocumentsStore.getState().documents);
  saveFile(which === 'entities' ? 'entities.csv' : 'entities.counts.csv', tables[which], 'text/csv');
}

/** Puts the names back into redacted documents. */
export async function restoreDocuments(files: readonly File[]): Promise<void> {
  const { passphrase } = useDocumentsStore.getState();
  const key = files.find(({ name }) => name.endsWith('.key'));
  const redacted = files.filter((file) => file !== key && file.name !== 'manifest.jsonl');
  if (key === undefined || redacted.length === 0) {
    writingChanged(undefined, ['Choose the key file (.key) together with the redacted documents.']);
    return;
  }
  writingChanged({ written: 0, of: redacted.length });
  await saving(() => withDocumentWorker((client) => client.request('restore', { files: redacted, key, passphrase })));
}

/** @returns the indices of the documents that were saved */
async function saving(write: () => Promise<WrittenDocuments>): Promise<readonly number[]> {
  try {
    const { file, written, problems } = await write();
    if (file !== undefined) saveFile(file.name, file.bytes, 'application/octet-stream');
    const saved = written.length === 0 ? 'Nothing was saved.' : `Saved ${formatCounted(written.length, 'document')}.`;
    writingChanged(undefined, [saved, ...problems.map(({ name, message }) => `${name}: ${message}`)]);
    return written;
  } catch (error) {
    writingChanged(undefined, [serializeError(error).message]);
    return [];
  }
}
