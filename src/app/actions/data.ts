import { serializeError } from '../../lib/errors.ts';
import type { CorpusFile, FileId, Params, Workspace } from '../../workers/protocol.ts';
import { ask, attempt } from '../bridge.ts';
import { failedTo } from '../stores/notices.ts';
import {
  fileRemoved,
  filesRejected,
  previewLoaded,
  readingBegan,
  readingEnded,
  removedForgotten,
  useWorkspaceStore,
  workspaceChanged,
  type RemovedFile,
} from '../stores/workspace.ts';
import { fileBehind, forgetFile, keepFiles } from './kept-files.ts';

const PREVIEW_SENTENCES = 5;

let queue: Promise<unknown> = Promise.resolve();
let reading: AbortController | undefined;

/** Reads files of any kind. Files added meanwhile wait for their turn. */
export function addFiles(files: File[]): Promise<void> {
  if (files.length === 0) return Promise.resolve();
  const turn = queue.then(() => readFiles(files));
  queue = turn;
  return turn;
}

async function readFiles(files: File[]): Promise<void> {
  reading = new AbortController();
  readingBegan();
  try {
    const before = useWorkspaceStore.getState().workspace;
    const after = await ask('addFiles', { files }, reading.signal);
    keepFiles(files, before, after);
    workspaceChanged(after);
    filesRejected(after.rejected);
  } catch (error) {
    failedTo(`add ${files.map(({ name }) => name).join(', ')}`, serializeError(error));
  } finally {
    readingEnded();
  }
}

/** What was read of the files under way is forgotten. */
export function cancelReading(): void {
  reading?.abort();
}

type Use = Omit<Params<'updateFile'>, 'id'>;

export async function updateFile(id: FileId, use: Use): Promise<void> {
  const answer = await attempt('change how the file is used', ask('updateFile', { id, ...use }));
  if (answer) workspaceChanged(answer.value);
}

export async function removeFile(id: FileId, name: string): Promise<void> {
  const { workspace } = useWorkspaceStore.getState();
  const corpus = workspace.files.find((file) => file.id === id);
  const answer = await attempt(`remove ${name}`, ask('removeFile', { id }));
  if (!answer) return;
  fileRemoved({ id, name, file: fileBehind(id), use: corpus && { role: corpus.role, tagColumn: corpus.tagColumn } });
  forgetFile(id);
  workspaceChanged(answer.value);
}

/** Adds a removed file again, to be used as it was. */
export async function undoRemoval({ id, file, use }: RemovedFile): Promise<void> {
  if (file === undefined) return;
  removedForgotten(id);
  const before = useWorkspaceStore.getState().workspace;
  await addFiles([file]);
  const returned = useWorkspaceStore.getState().workspace.files.find((corpus) => isNew(corpus, before));
  if (returned && use && (returned.role !== use.role || returned.tagColumn !== use.tagColumn)) {
    await updateFile(returned.id, use);
  }
}

function isNew({ id }: CorpusFile, before: Workspace): boolean {
  return before.files.every((file) => file.id !== id);
}

export async function showPreview(id: FileId, from: number): Promise<void> {
  const answer = await attempt('show sentences', ask('preview', { id, from, count: PREVIEW_SENTENCES }));
  if (answer) previewLoaded({ id, from, sentences: answer.value });
}

export function hidePreview(): void {
  previewLoaded(undefined);
}
