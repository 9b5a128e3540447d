import { serializeError } from '../../lib/errors.ts';
import type { FileId, Params, Workspace } from '../../workers/protocol.ts';
import { ask, attempt } from '../bridge.ts';
import { failedTo } from '../stores/notices.ts';
import {
  filesRejected,
  filesRemoved,
  previewLoaded,
  readingBegan,
  readingEnded,
  removedForgotten,
  useWorkspaceStore,
  workspaceChanged,
  type Removed,
} from '../stores/workspace.ts';
import { fileBehind, forgetFile, isSample, keepFiles } from './kept-files.ts';

const PREVIEW_SENTENCES = 5;
/** The only corpora that leave without being removed. */
const SAMPLE_CORPUS = 'Sample corpus';

let queue: Promise<unknown> = Promise.resolve();
let reading: AbortController | undefined;

/** Reads files of any kind. Files added meanwhile wait for their turn. */
export function addFiles(files: File[]): Promise<void> {
  return addInTurn(() => files);
}

/** @param choose called when all that was added before is there */
export function addInTurn(choose: () => File[]): Promise<void> {
  const turn = queue.then(async () => {
    const files = choose();
    // A person's own files first: the sample corpus would leave for them.
    await readFiles(
      files.filter((file) => !isSample(file)),
      false,
    );
    await readFiles(files.filter(isSample), true);
  });
  queue = turn;
  return turn;
}

/** Until `readingEnded`. @returns aborted by `cancelReading` */
export function beginReading(): AbortSignal {
  reading = new AbortController();
  readingBegan();
  return reading.signal;
}

async function readFiles(files: File[], sample: boolean): Promise<void> {
  if (files.length === 0) return;
  const signal = beginReading();
  try {
    const before = useWorkspaceStore.getState().workspace;
    const after = await ask('addFiles', { files, sample }, signal);
    keepFiles(files, before, after);
    workspaceAnswered(after);
    filesRejected(after.rejected);
  } catch (error) {
    failedTo(`add ${files.map(({ name }) => name).join(', ')}`, serializeError(error));
  } finally {
    readingEnded();
  }
}

/** Takes what the trainer has now. What others replaced, without being asked to, can come back. */
function workspaceAnswered(after: Workspace): void {
  const { workspace: before } = useWorkspaceStore.getState();
  const corpora = before.files.filter(({ id }) => after.files.every((file) => file.id !== id));
  const { vectors } = before;
  removedTogether(
    before,
    corpora.map(({ id }) => id),
    SAMPLE_CORPUS,
  );
  if (vectors && vectors.id !== after.vectors?.id) removedTogether(before, [vectors.id], vectors.name);
  workspaceChanged(after);
}

function removedTogether({ files }: Workspace, ids: FileId[], name: string): void {
  const [id] = ids;
  if (id === undefined) return;
  const useOf = (id: FileId) => {
    const corpus = files.find((file) => file.id === id);
    return corpus && { role: corpus.role, tagColumn: corpus.tagColumn };
  };
  filesRemoved({ id, name, files: ids.map((each) => ({ file: fileBehind(each), use: useOf(each) })) });
  ids.forEach(forgetFile);
}

/** What was read of the files under way is forgotten. */
export function cancelReading(): void {
  reading?.abort();
}

type Use = Omit<Params<'updateFile'>, 'id'>;

export async function updateFile(id: FileId, use: Use): Promise<void> {
  const answer = await attempt('change how the file is used', ask('updateFile', { id, ...use }));
  if (answer) workspaceAnswered(answer.value);
}

export async function removeFile(id: FileId, name: string): Promise<void> {
  const { workspace } = useWorkspaceStore.getState();
  const answer = await attempt(`remove ${name}`, ask('removeFile', { id }));
  if (!answer) return;
  removedTogether(workspace, [id], name);
  workspaceChanged(answer.value);
}

/** Adds removed files again, to be used as they were. */
export async function undoRemoval({ id, files }: Removed): Promise<void> {
  removedForgotten(id);
  const before = new Set(useWorkspaceStore.getState().workspace.files.map((corpus) => corpus.id));
  await addFiles(files.flatMap(({ file }) => file ?? []));
  for (const { file, use } of files) {
    const fresh = useWorkspaceStore.getState().workspace.files.filter((corpus) => !before.has(corpus.id));
    // What came out of a zip has another name.
    const returned = fresh.length === 1 ? fresh[0] : fresh.find(({ name }) => name === file?.name);
    if (returned && use && (returned.role !== use.role || returned.tagColumn !== use.tagColumn)) {
      await updateFile(returned.id, use);
    }
  }
}

export async function showPreview(id: FileId, from: number): Promise<void> {
  const answer = await attempt('show sentences', ask('preview', { id, from, count: PREVIEW_SENTENCES }));
  if (answer) previewLoaded({ id, from, sentences: answer.value });
}

export function hidePreview(): void {
  previewLoaded(undefined);
}
