import { serializeError } from '../../lib/errors.ts';
import type { CorpusFile, FileId } from '../../workers/wire/payloads.ts';
import { ask, attempt } from '../trainer/bridge.ts';
import { failureReported, noticeAdded } from '../stores/notices.ts';
import { useRecipeStore } from '../stores/recipe.ts';
import { selectIsActive, useRunStore } from '../stores/runs/run.ts';
import {
  filesAnswered,
  filesOf,
  filesRemoved,
  previewLoaded,
  removalDiscarded,
  selectFiles,
  useWorkspaceStore,
  workspaceChanged,
  type Removed,
} from '../stores/workspace.ts';
import { otherModelInUse } from './model.ts';
import { readings } from './readings.ts';
import { restoreUse } from './restore-use.ts';
import { workspaceAnswered } from './update-file.ts';
import { isSourceOf, keptFiles } from './kept-files.ts';
import { useOf, type FileUse } from '../stores/file-use.ts';
import type * as RecipeFiles from './recipe-files.ts';

const PREVIEW_SENTENCES = 5;

/** Reads files of any kind. Files that are added in the meantime are queued. */
export function addFiles(files: File[]): Promise<void> {
  return addInTurn(() => files);
}

/** Adds files from the user. Applies recipes among them, and offers the settings of a model. */
export function addOwnFiles(files: File[]): Promise<void> {
  return readings.run(() => addOwn(files));
}

async function addOwn(files: File[]): Promise<void> {
  const model = () => useWorkspaceStore.getState().workspace.model;
  const before = model();
  const { applyRecipes, offerSettings } = await recipeFiles(files);
  const others = await applyRecipes(files);
  const { distinctFiles } = await import('./distinct-files.ts');
  const loaded = useWorkspaceStore.getState().workspace.files.map(({ id }) => id);
  await addInTurn(() => distinctFiles(others));
  if (hasDecidedReadings()) {
    const { readAsKnown } = await import('./recipe-files.ts');
    await readAsKnown(({ id }) => !loaded.includes(id));
  }
  const after = model();
  if (after !== undefined && after.id !== before?.id) offerSettings(after);
}

/** Whether the recipe, or the user on a card, has decided how a file is read. */
function hasDecidedReadings(): boolean {
  const { readings } = useRecipeStore.getState().readings;
  return (
    Object.keys(readings ?? {}).length > 0 ||
    useWorkspaceStore.getState().workspace.files.some(({ reading }) => Object.keys(reading.settings).length > 0)
  );
}

/** Loads the code for recipes if a file may contain one. */
function recipeFiles(files: readonly File[]): Promise<Pick<typeof RecipeFiles, 'applyRecipes' | 'offerSettings'>> {
  if (files.some(({ name }) => /\.(json|zip)$/i.test(name))) return import('./recipe-files.ts');
  return Promise.resolve({ applyRecipes: (others) => Promise.resolve(others), offerSettings: () => undefined });
}

/** @param unreadable dropped files that the browser could not read */
export function addDropped({ files, unreadable }: { files: File[]; unreadable: string[] }): Promise<void> {
  if (unreadable.length > 0) {
    noticeAdded({
      kind: 'error',
      title: `Could not read ${unreadable.join(', ')}`,
      message: 'It may have been moved, or the browser is not allowed to read it. Add it with Add files.',
    });
  }
  return addOwnFiles(files);
}

/** @param choose called when all files that were added before are loaded */
export function addInTurn(choose: () => File[] | Promise<File[]>): Promise<void> {
  return readings.inTurn(async () => {
    await Promise.all(removals);
    const files = await choose();
    const isSample = (file: File) => keptFiles.isSample(file);
    // The user's own files come first, since they would remove the sample corpus.
    await readFiles(
      files.filter((file) => !isSample(file)),
      false,
    );
    await readFiles(files.filter(isSample), true);
  });
}

async function readFiles(files: File[], sample: boolean): Promise<void> {
  if (files.length === 0) return;
  await readings.run(async (signal) => {
    try {
      const { files: loaded, model } = useWorkspaceStore.getState().workspace;
      const before = model?.id;
      const after = await ask('addFiles', { files, sample }, signal);
      if (after.model !== undefined && after.model.id !== before) keptFiles.markModel(after.model.name);
      if (after.vectors !== undefined) keptFiles.markVectors(after.vectors.name);
      keptFiles.keep(files.filter(({ name }) => after.rejected.every((refused) => refused.name !== name)));
      workspaceAnswered(after);
      if (!sample) mentionUnused(loaded);
      if (after.model !== undefined && after.model.id !== before) otherModelInUse();
      filesAnswered(files, after.rejected);
    } catch (error) {
      failureReported(`add ${files.map(({ name }) => name).join(', ')}`, serializeError(error));
    }
  });
}

/** Adds a notice if the sample stays because the added training files have no usable tags. */
function mentionUnused(before: readonly CorpusFile[]): void {
  const unusedOf = (files: readonly CorpusFile[]) =>
    files.some(({ isSample }) => isSample) ? files.filter(({ role, isSample }) => role === 'unused' && !isSample) : [];
  const known = before.map(({ id }) => id);
  const files = () => selectFiles(useWorkspaceStore.getState());
  const unused = unusedOf(files()).filter(({ id }) => !known.includes(id));
  if (unused.length === 0 || selectIsActive(useRunStore.getState())) return;
  noticeAdded({
    holds: () => unused.every(({ id }) => unusedOf(files()).some((file) => file.id === id)),
    kind: 'note',
    title: `Not used yet: ${unused.map(({ name }) => name).join(', ')}`,
    topic: 'unused file',
    message:
      'There are no tags to learn from, so the sample stays in use. Choose the tag column and the role train on its card, or annotate it.',
  });
}

/** Cancels reading; nothing of the files is added. */
export function cancelReading(): void {
  readings.cancel();
}

/** Sets the columns that are inputs of the next model. */
export async function chooseColumns(names: string[]): Promise<void> {
  const answer = await attempt('read the columns', ask('chooseColumns', { names }));
  if (answer) workspaceAnswered(answer.value);
}

/** Removals without an answer yet: the name of such a file is free for the next one. */
const removals = new Set<Promise<void>>();

export async function removeFile(id: FileId, name: string): Promise<void> {
  const removal = remove(id, name);
  removals.add(removal);
  await removal;
  removals.delete(removal);
}

async function remove(id: FileId, name: string): Promise<void> {
  const files = filesOf(useWorkspaceStore.getState().workspace).filter((file) => file.id === id);
  const answer = await attempt(`remove ${name}`, ask('removeFile', { id }));
  if (!answer) return;
  filesRemoved({ name, files, isLost: false });
  workspaceChanged(answer.value);
}

/** Restores removed files with their use. */
export function undoRemoval(removed: Removed): Promise<void> {
  removalDiscarded(removed);
  if (removed.isLost) return reloadFiles(removed.files.map(useOf));
  return readings.inTurn(() =>
    readings.run(async (signal) => {
      try {
        workspaceAnswered(await ask('restoreFiles', { ids: removed.files.map(({ id }) => id) }, signal));
      } catch (error) {
        filesRemoved(removed);
        failureReported(`restore ${removed.name}`, serializeError(error));
      }
    }),
  );
}

/**
 * Reloads files that a previous trainer had, with their use. Other files in the same zip had been removed, so they are removed again.
 *
 * @param mayHoldSome whether a zip file of that name may contain any of them
 */
export function reloadFiles(
  were: readonly FileUse[],
  mayHoldSome: (zip: string) => boolean = () => false,
): Promise<void> {
  return readings.run(() => reload(were, mayHoldSome));
}

async function reload(were: readonly FileUse[], mayHoldSome: (zip: string) => boolean): Promise<void> {
  const present = () => filesOf(useWorkspaceStore.getState().workspace);
  const others = present().map(({ id }) => id);
  const names = new Set(were.map(({ name }) => name));
  const mayBeOf = (file: File) =>
    isSourceOf(file.name, names) || (keptFiles.mayHoldAny(file) && mayHoldSome(file.name));
  await addFiles(keptFiles.take(mayBeOf));
  for (const { id, name } of present()) {
    if (others.includes(id)) continue;
    const was = were.find((one) => one.name === name);
    await (was === undefined ? removeFile(id, name) : restoreUse(id, was));
  }
  const columns = [...new Set(were.flatMap(({ inputColumns = [] }) => inputColumns))];
  if (columns.length > 0) await chooseColumns(columns);
}

/** Discards removed files for good. */
export async function discardRemoval(removed: Removed): Promise<void> {
  removalDiscarded(removed);
  if (removed.isLost) return;
  await attempt(`discard ${removed.name}`, ask('discardFiles', { ids: removed.files.map(({ id }) => id) }));
}

export async function showPreview(id: FileId, from: number): Promise<void> {
  const answer = await attempt('show sentences', ask('preview', { id, from, count: PREVIEW_SENTENCES }));
  if (answer) previewLoaded({ id, from, sentences: answer.value });
}

export function hidePreview(): void {
  previewLoaded(undefined);
}
