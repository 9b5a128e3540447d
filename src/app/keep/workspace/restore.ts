import { serializeError } from '../../../lib/errors.ts';
import { recipeForgotten, recipeLoaded } from '../../stores/recipe.ts';
import type { WorkspaceStorage } from '../workspace-storage.ts';
import { recordOf, useHistoryStore, type RunRecord } from '../../stores/runs/history.ts';
import { textTyped, useSentenceStore } from '../../stores/sentence.ts';
import {
  restorationDismissed,
  useKeptWorkspaceStore,
  workspaceRestored,
  type KeptSource,
  type KeptWorkspace,
} from './store.ts';
import { failureReported, noticesDismissed } from '../../stores/notices.ts';
import { filesOf, rejectionsDismissed, selectModel, useWorkspaceStore, type Removed } from '../../stores/workspace.ts';
import { addFiles, discardRemoval, reloadFiles, removeFile } from '../../files/files.ts';
import { restoreFiguresOf } from '../restore-figures.ts';
import { activateModel } from '../run-actions.ts';
import { isSourceOf, keptFiles } from '../../files/kept-files.ts';
import { readings } from '../../files/readings.ts';
import { discardModel, figuresForgotten, removeModel } from '../../files/model.ts';
import { isTrainedElsewhere } from '../run-locks.ts';
import { crcOfFile } from '../../files/crc-of-file.ts';
import { fetchSample, loadSample } from '../../files/sample.ts';

/** The result of reading the sources of a workspace. */
interface ReadSources {
  files: File[];
  missing: string[];
  /** Copies that are not the file that was stored. */
  damaged: string[];
  /** Handles whose permission must be requested, which requires a user gesture. */
  locked: Map<string, FileSystemFileHandle>;
}

/** File handles of this page that need permission. */
export type LockedFiles = ReadSources['locked'];

/**
 * Restores the state of a page: files with their uses, recipe, sentence and model. Offers to resume the run that was in progress.
 *
 * @param hasAddress whether the address has a recipe, which then takes precedence
 * @returns files that were read from the storage, and those that need permission
 */
export function restoreWorkspace(
  storage: WorkspaceStorage,
  kept: KeptWorkspace,
  hasAddress: boolean,
): Promise<{ stored: File[]; locked: LockedFiles }> {
  return readings.run(() => restore(storage, kept, hasAddress));
}

async function restore(
  storage: WorkspaceStorage,
  kept: KeptWorkspace,
  hasAddress: boolean,
): ReturnType<typeof restoreWorkspace> {
  if (kept.recipe !== undefined && !hasAddress) recipeLoaded(kept.recipe);
  if (useSentenceStore.getState().text === '') textTyped(kept.text);
  const { files, missing, damaged, locked } = await readSources(storage, kept);
  await loadFiles(files, kept);
  const isRestored = await restoreModelOf(kept);
  const interrupted = await interruptedRun(kept);
  const hasOwn = kept.sources.some((source) => source.kept !== 'sample') || kept.model !== undefined;
  const isListLost = kept.damaged?.includes('sources') === true;
  const unchecked = kept.sources.filter((one) => isListLost && one.kept === 'copy' && one.crc === undefined);
  const parts = (kept.damaged ?? []).map((field) => PARTS[field] ?? field);
  workspaceRestored(
    {
      at: Date.now(),
      hasOwn,
      missing,
      damaged: [...damaged, ...parts],
      locked: [...locked.keys()],
      isModelLost: !isRestored && interrupted?.id !== kept.model, // otherwise the run goes on
      hasModel: selectModel(useWorkspaceStore.getState()) !== undefined,
      unchecked: unchecked.map(({ name }) => name),
    },
    interrupted?.id,
  );
  return { stored: files.filter((file) => !keptFiles.isSample(file)), locked };
}

/** Loads the files that were read of a workspace, with their uses. Those whose use is lost get the use that new files have. */
async function loadFiles(files: readonly File[], kept: KeptWorkspace): Promise<void> {
  keptFiles.keep(files);
  const present = new Set(filesOf(useWorkspaceStore.getState().workspace).map(({ name }) => name));
  const read = new Set(files.map(({ name }) => name));
  const lost = new Set(sourcesWithoutUse(kept).map(({ name }) => name));
  await reloadFiles(
    kept.files.filter(({ name }) => !present.has(name)),
    (zip) => read.has(zip) && !lost.has(zip),
  );
  const used = new Set(kept.files.map(({ name }) => name));
  await addFiles(keptFiles.take(({ name }) => read.has(name) && lost.has(name) && !isSourceOf(name, used)));
}

/** The sources whose use may be lost: what they contain is not known from the uses of files. */
export function sourcesWithoutUse({ sources, damaged = [] }: KeptWorkspace): readonly KeptSource[] {
  return damaged.includes('files') ? sources : sources.filter(({ isUseLost = false }) => isUseLost);
}

async function readSources(storage: WorkspaceStorage, { id, sources }: KeptWorkspace): Promise<ReadSources> {
  const read: ReadSources = { files: [], missing: [], damaged: [], locked: new Map() };
  const sample = sources.filter(({ kept }) => kept === 'sample');
  for (const source of sources) {
    if (source.kept === 'sample') continue;
    try {
      const file = await readSource(storage, id, source);
      if (file === undefined) read.missing.push(source.name);
      else if (file === 'damaged') read.damaged.push(source.name);
      else if (file instanceof File) read.files.push(file);
      else read.locked.set(source.name, file);
    } catch {
      read.missing.push(source.name); // moved or deleted
    }
  }
  if (sample.length === 0) return read;
  try {
    read.files.push(...(await fetchSample(sample.map(({ name }) => name))));
  } catch (error) {
    failureReported('load the sample', serializeError(error));
  }
  return read;
}

/** @returns the handle if the browser must ask for permission */
async function readSource(
  storage: WorkspaceStorage,
  id: KeptWorkspace['id'],
  source: KeptSource,
): Promise<File | FileSystemFileHandle | 'damaged' | undefined> {
  const { name } = source;
  const stored: unknown = await storage.file(id, name);
  if (stored === undefined) return undefined;
  if (stored instanceof Blob) {
    if (!(await isSameFile(stored, source))) return 'damaged';
    return stored instanceof File && stored.name === name ? stored : new File([stored], name);
  }
  if (!isHandle(stored)) return 'damaged';
  if ((await permissionOf(stored)) !== 'granted') return stored;
  return fileOf(stored, name);
}

const isHandle = (stored: unknown): stored is FileSystemFileHandle =>
  typeof stored === 'object' && stored !== null && 'getFile' in stored;

/** Whether a copy is the file that was stored. */
async function isSameFile(copy: Blob, { bytes, crc }: KeptSource): Promise<boolean> {
  return copy.size === bytes && (crc === undefined || (await crcOfFile(copy)) === crc);
}

/** Parts of a workspace in words. */
const PARTS: Readonly<Record<string, string>> = {
  files: 'how the files are used',
  sources: 'the list of files',
  recipe: 'the recipe',
  text: 'the sentence',
  model: 'which model was loaded',
  run: 'which run was in progress',
  changedAt: 'the time of the last change',
};

/** @param name under which it was added */
async function fileOf(handle: FileSystemFileHandle, name: string): Promise<File> {
  const file = keptFiles.renamed(await handle.getFile(), name);
  keptFiles.rememberHandle(file, handle);
  return file;
}

/** Requests permission and reads the locked files. Must be called in a user gesture. */
export async function unlockFiles(locked: LockedFiles, kept: KeptWorkspace): Promise<void> {
  const files: File[] = [];
  for (const [name, handle] of locked) {
    if ((await askPermission(handle)) !== 'granted') continue;
    try {
      files.push(await fileOf(handle, name));
    } catch (error) {
      failureReported(`read ${name}`, serializeError(error));
    }
  }
  if (files.length === 0) return;
  files.forEach(({ name }) => locked.delete(name));
  const { restored, interrupted } = useKeptWorkspaceStore.getState();
  if (restored !== undefined) workspaceRestored({ ...restored, locked: [...locked.keys()] }, interrupted);
  await readings.run(() => loadFiles(files, kept));
}

/** Restores the model of a run and its charts. (A model from a file is among the files.) @returns false if it is not stored */
async function restoreModelOf({ model }: KeptWorkspace): Promise<boolean> {
  if (model === undefined) return true;
  const record = recordOf(model);
  if (record?.model === undefined) return false;
  await activateModel(record);
  const inUse = selectModel(useWorkspaceStore.getState());
  if (useHistoryStore.getState().makers[inUse?.id ?? -1] === record.id) restoreFiguresOf(record);
  return true;
}

/** The run that was in progress when the page was closed. */
async function interruptedRun({ run }: KeptWorkspace): Promise<RunRecord | undefined> {
  const record = run === undefined ? undefined : recordOf(run);
  if (record === undefined || record.reason !== undefined) return undefined;
  return (await isTrainedElsewhere(record.id)) ? undefined : record;
}

/** Resets the page to its initial state with the sample. The user's files and model can be restored. */
export function startOver(): Promise<void> {
  return readings.run(removeAll);
}

async function removeAll(): Promise<void> {
  restorationDismissed();
  const { workspace, removed } = useWorkspaceStore.getState();
  for (const removal of removed) await discardRemoval(removal);
  if (workspace.previous !== undefined) await discardModel();
  if (workspace.model !== undefined) await removeModel();
  figuresForgotten(); // before the files, which take a second
  for (const { id, name } of filesOf(workspace)) await removeFile(id, name);
  for (const removal of useWorkspaceStore.getState().removed.filter(isOfSample)) await discardRemoval(removal);
  rejectionsDismissed();
  noticesDismissed();
  textTyped('');
  recipeForgotten();
  await loadSample();
}

function isOfSample({ files }: Removed): boolean {
  return files.every(({ name }) => keptFiles.isOfSample(name));
}

/** Part of the File System Access API that TypeScript's library lacks, as not every browser has it. */
interface AskingHandle extends FileSystemFileHandle {
  queryPermission?: (descriptor: { mode: 'read' }) => Promise<PermissionState>;
  requestPermission?: (descriptor: { mode: 'read' }) => Promise<PermissionState>;
}

async function permissionOf(handle: AskingHandle): Promise<PermissionState> {
  return (await handle.queryPermission?.({ mode: 'read' })) ?? 'granted';
}

async function askPermission(handle: AskingHandle): Promise<PermissionState> {
  return (await handle.requestPermission?.({ mode: 'read' })) ?? 'granted';
}
