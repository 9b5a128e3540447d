import { zipSync } from 'fflate';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { connectTrainer } from '../../../test/app/connected-trainer.ts';
import { PacedTrainer } from '../../../test/app/paced-trainer.ts';
import { sampleFile } from '../../../test/app/sample-files.ts';
import { writeRecipeFile } from '../../config/recipe-file.ts';
import { DEFAULT_CONFIG } from '../../config/schema.ts';
import { StudioError } from '../../lib/errors.ts';
import { settingChanged, useRecipeStore } from '../stores/recipe.ts';
import { useNoticeStore } from '../stores/notices.ts';
import { filesOf, selectFiles, selectHasOwn, useWorkspaceStore } from '../stores/workspace.ts';
import { watchFiles } from './choose-preset.ts';
import { removeModel, restoreModel } from './model.ts';
import {
  addFiles,
  addOwnFiles,
  cancelReading,
  discardRemoval,
  hidePreview,
  removeFile,
  showPreview,
  undoRemoval,
} from './files.ts';
import { keptFiles } from './kept-files.ts';
import { updateFile } from './update-file.ts';
import { restartTrainer } from './session.ts';

const files = () => selectFiles(useWorkspaceStore.getState());

let trainer: PacedTrainer;

beforeEach(() => {
  trainer = connectTrainer();
});

test('requests to read files run one after the other', async () => {
  await Promise.all([addFiles([sampleFile('a.train')]), addFiles([sampleFile('a.dev'), sampleFile('glove.txt')])]);
  expect(files().map(({ name, role }) => [name, role])).toEqual([
    ['a.train', 'train'],
    ['a.dev', 'dev'],
  ]);
  expect(useWorkspaceStore.getState()).toMatchObject({ reading: 0, progress: undefined });
});

test('unusable files are reported, the others are added', async () => {
  await addFiles([sampleFile('photo.png'), sampleFile('a.train')]);
  expect(files()).toHaveLength(1);
  expect(useWorkspaceStore.getState().rejected).toMatchObject([{ name: 'photo.png', error: { code: 'BadInput' } }]);
});

test('the notice about the recipe names the files that it was changed for, and goes with the files that it is about', async () => {
  onTestFinished(watchFiles());
  const notices = () => useNoticeStore.getState().notices.map(({ message }) => message);
  await addFiles([sampleFile('a.train')]);
  settingChanged('epochs', 3);
  await addFiles([sampleFile('b.train'), sampleFile('glove.txt')]);
  expect(notices()).toEqual([
    expect.stringMatching(/^It was changed for a\.train\. Check that it suits a\.train, b\.train/),
  ]);
  const [a, b] = files();
  await removeFile(a!.id, 'a.train');
  expect(notices()).toEqual([expect.stringMatching(/^It was changed for a\.train\. Check that it suits b\.train/)]);
  await removeFile(b!.id, 'b.train');
  expect(notices()).toEqual([]);
  expect(selectHasOwn(useWorkspaceStore.getState())).toBe(true); // vectors without a corpus: Start over is offered
});

test('a file that is loaded already is not added again, unless it has changed', async () => {
  const names = () => files().map(({ name }) => name);
  const notices = () => useNoticeStore.getState().notices.map(({ title }) => title);
  await addOwnFiles([sampleFile('a.train'), sampleFile('a.dev')]);
  await addOwnFiles([sampleFile('a.train'), sampleFile('b.train')]);
  expect(names()).toEqual(['a.train', 'a.dev', 'b.train']);
  expect(notices()).toEqual(['Already loaded: a.train']);
  await addOwnFiles([new File(['Mira B-PER\n'], 'a.train')]);
  expect(names()).toContain('a (2).train');
  await removeFile(files().find(({ name }) => name === 'a.train')!.id, 'a.train');
  await addOwnFiles([sampleFile('a.train')]);
  expect(names()).toContain('a.train');
  expect(notices()).toHaveLength(1);
});

test('the message about a file stays until the file is read again', async () => {
  const rejected = () => useWorkspaceStore.getState().rejected.map(({ name }) => name);
  await addFiles([sampleFile('photo.png')]);
  await addFiles([sampleFile('a.train'), sampleFile('x.pdf')]);
  expect(rejected()).toEqual(['photo.png', 'x.pdf']);
  await addFiles([sampleFile('photo.png')]);
  expect(rejected()).toEqual(['x.pdf', 'photo.png']);
});

test('cancelled reading is not reported as an error', async () => {
  trainer.delays.set('addFiles', new Promise(() => undefined));
  void addFiles([sampleFile('a.train')]);
  await vi.waitFor(() => expect(trainer.asked).toHaveLength(1));
  cancelReading();
  await vi.waitFor(() => expect(useWorkspaceStore.getState().reading).toBe(0));
  expect(useNoticeStore.getState().notices).toEqual([]);
});

test('undoing a removal restores the file with its role and options', async () => {
  await addFiles([sampleFile('a.train'), sampleFile('b.test')]);
  const [, test] = files();
  await updateFile(test!.id, { role: 'unused', tagColumn: 2 });
  await removeFile(test!.id, test!.name);
  expect(files().map(({ name }) => name)).toEqual(['a.train']);
  const [removed] = useWorkspaceStore.getState().removed;
  expect(removed).toMatchObject({ name: 'b.test', files: [{ id: test!.id, role: 'unused' }], isLost: false });
  await undoRemoval(removed!);
  expect(files().at(-1)).toMatchObject({ name: 'b.test', role: 'unused', tagColumn: 2 });
  expect(useWorkspaceStore.getState().removed).toEqual([]);
});

test('a file has its own name if another of that name is being removed', async () => {
  await addFiles([sampleFile('a.train'), sampleFile('b.test')]);
  let resolve = () => {};
  trainer.delays.set('removeFile', new Promise<void>((answer) => (resolve = answer)));
  const removal = removeFile(files()[1]!.id, 'b.test');
  const addition = addOwnFiles([sampleFile('b.test')]);
  await vi.waitFor(() => expect(trainer.lastAsked('removeFile')).toBeDefined());
  resolve();
  await Promise.all([removal, addition]);
  expect(files().map(({ name }) => name)).toEqual(['a.train', 'b.test']);
});

test('a removal that cannot be undone stays in the list', async () => {
  await addFiles([sampleFile('a.train')]);
  await removeFile(files()[0]!.id, 'a.train');
  const [removed] = useWorkspaceStore.getState().removed;
  trainer.refusals.set('restoreFiles', new StudioError('BadInput', 'It is gone.'));
  await undoRemoval(removed!);
  expect(useWorkspaceStore.getState()).toMatchObject({
    removed: [{ ...removed!, at: expect.any(Number) as number }],
    reading: 0,
  });
  expect(useNoticeStore.getState().notices).toMatchObject([{ title: 'Could not restore a.train' }]);
});

/** Restarts the trainer after a crash, with one file removed. */
async function restartWithoutTest() {
  await addFiles([sampleFile('a.train'), sampleFile('b.test')]);
  await updateFile(files()[1]!.id, { role: 'unused', tagColumn: 2 });
  await removeFile(files()[1]!.id, 'b.test');
  trainer.crash('memory access out of bounds');
  trainer = new PacedTrainer();
  await restartTrainer(() => trainer.port);
  expect(files().map(({ name }) => name)).toEqual(['a.train']);
  return useWorkspaceStore.getState().removed;
}

test('after a crash a removed file is restored from the original, with its role and options', async () => {
  const removed = await restartWithoutTest();
  expect(removed).toMatchObject([{ name: 'b.test', isLost: true }]);
  await undoRemoval(removed[0]!);
  expect(files()).toMatchObject([
    { name: 'a.train', role: 'train' },
    { name: 'b.test', role: 'unused', tagColumn: 2 },
  ]);
  expect(useWorkspaceStore.getState().removed).toEqual([]);
});

test('after a crash, and for the next visit, vectors are the last ones, not those of a zip that they replaced', async () => {
  const zip = zipSync({ 'glove.txt': new Uint8Array(await sampleFile('glove.txt').arrayBuffer()) });
  await addFiles([sampleFile('a.train'), new File([zip], 'glove.zip')]);
  expect(useWorkspaceStore.getState().workspace.vectors?.name).toBe('glove.zip');
  await addFiles([sampleFile('glove.txt')]);
  const loaded = ['a.train', 'glove.txt'];
  expect(keptFiles.present(new Set(loaded), undefined).map(({ name }) => name)).toEqual(loaded);
  trainer = new PacedTrainer();
  await restartTrainer(() => trainer.port);
  expect(filesOf(useWorkspaceStore.getState().workspace).map(({ name }) => name)).toEqual(loaded);
});

test('after a crash, no request asks the new trainer to discard files that it never had', async () => {
  const [removed] = await restartWithoutTest();
  await discardRemoval(removed!);
  expect(useWorkspaceStore.getState().removed).toEqual([]);
  expect(trainer.asked.map(({ name }) => name)).not.toContain('discardFiles');
});

test('texts are restored after a crash, including removed ones', async () => {
  const texts = () => useWorkspaceStore.getState().workspace.texts.map(({ name }) => name);
  await addFiles([sampleFile('a.txt'), sampleFile('b.txt')]);
  await removeFile(useWorkspaceStore.getState().workspace.texts[1]!.id, 'b.txt');
  trainer.crash('memory access out of bounds');
  trainer = new PacedTrainer();
  await restartTrainer(() => trainer.port);
  expect(texts()).toEqual(['a.txt']);
  await undoRemoval(useWorkspaceStore.getState().removed[0]!);
  expect(texts()).toEqual(['a.txt', 'b.txt']);
});

test('a removed or replaced model can be restored', async () => {
  const model = () => useWorkspaceStore.getState().workspace.model?.name;
  const previous = () => useWorkspaceStore.getState().workspace.previous?.name;
  await addFiles([sampleFile('one.zip')]);
  await removeModel();
  expect([model(), previous()]).toEqual([undefined, 'one']);
  await restoreModel();
  expect([model(), previous()]).toEqual(['one', undefined]);
  await addFiles([sampleFile('two.zip')]);
  expect([model(), previous()]).toEqual(['two', 'one']);
  await restoreModel();
  expect([model(), previous()]).toEqual(['one', 'two']);
});

test('a preview is closed when its file is removed', async () => {
  await addFiles([sampleFile('a.train'), sampleFile('b.test')]);
  const [, test] = files();
  await showPreview(test!.id, 5);
  expect(useWorkspaceStore.getState().preview).toMatchObject({ id: test!.id, from: 5 });
  await removeFile(test!.id, test!.name);
  expect(useWorkspaceStore.getState().preview).toBeUndefined();
  await showPreview(files()[0]!.id, 0);
  hidePreview();
  expect(useWorkspaceStore.getState().preview).toBeUndefined();
});

test('what was decided for a file holds for files of its form that are added later, and in a recipe', async () => {
  const decided = () => files().map(({ name, reading: { settings } }) => [name, settings.scheme]);
  await addFiles([sampleFile('a.train')]);
  await updateFile(files()[0]!.id, { scheme: 'none' });
  await addOwnFiles([sampleFile('b.test'), new File(['Ada;B-PER\nran;O\n\n'.repeat(20)], 'c.test')]);
  expect(decided()).toEqual([
    ['a.train', 'none'],
    ['b.test', 'none'],
    ['c.test', undefined],
  ]);
  expect(useNoticeStore.getState().notices.map(({ title }) => title)).toContain('b.test is read like a.train');
  const { form } = files()[0]!.reading;
  const readings = { 'other.train': { tagColumn: 2 } };
  const recipe = writeRecipeFile({
    presetId: 'tagsmith',
    config: DEFAULT_CONFIG,
    seeds: 1,
    readings,
    forms: { 'other.train': form! },
  });
  for (const { id, name } of files()) await removeFile(id, name);
  await addOwnFiles([new File([recipe], 'recipe.json'), sampleFile('d.train')]);
  expect(files().map(({ reading: { settings } }) => settings.tagColumn)).toEqual([2]);
});

test('files are read as a recipe says, also those that are added later; Undo reads them as before', async () => {
  const readings = { 'a.train': { scheme: 'none' }, 'b.test': { tagColumn: 2 }, 'other.dev': { tagColumn: 0 } };
  const recipe = writeRecipeFile({ presetId: 'tagsmith', config: DEFAULT_CONFIG, seeds: 1, readings });
  await addFiles([sampleFile('a.train')]);
  await addOwnFiles([new File([recipe], 'recipe.json'), sampleFile('b.test')]);
  const decided = () => files().map(({ name, reading: { settings } }) => [name, settings.scheme, settings.tagColumn]);
  expect(decided()).toEqual([
    ['a.train', 'none', undefined],
    ['b.test', undefined, 2],
  ]);
  useNoticeStore.getState().notices[0]!.action!.act();
  await vi.waitFor(() =>
    expect(decided()).toEqual([
      ['a.train', undefined, undefined],
      ['b.test', undefined, 2],
    ]),
  );
  const before = useRecipeStore.getState();
  for (const file of ['a.train', 'other.dev']) {
    const bad = { ...readings, [file]: { scheme: 'BILUO' } };
    const contents = writeRecipeFile({ presetId: 'tagsmith', config: { ...DEFAULT_CONFIG, epochs: 7 }, seeds: 3, readings: bad }); // prettier-ignore
    await addOwnFiles([new File([contents], `bad ${file}.json`)]);
    expect(useNoticeStore.getState().notices.at(-1)).toMatchObject({
      title: `Could not use the settings of bad ${file}.json`,
      message: expect.stringContaining('scheme cannot be "BILUO"'),
    });
    expect(useRecipeStore.getState()).toEqual(before);
  }
});

test('settings without readings leave loaded files as they are, also those like one that was decided on its card', async () => {
  await addFiles([sampleFile('a.train'), sampleFile('b.test')]);
  await updateFile(files()[0]!.id, { scheme: 'none' });
  const updates = () => trainer.asked.filter(({ name }) => name === 'updateFile').length;
  const before = updates();
  const recipe = (readings?: object) =>
    writeRecipeFile({ presetId: 'tagsmith', config: DEFAULT_CONFIG, seeds: 1, ...readings });
  await addOwnFiles([new File([recipe()], 'recipe.json')]);
  expect(files().map(({ reading: { settings } }) => settings.scheme)).toEqual(['none', undefined]);
  await addOwnFiles([new File([recipe({ readings: { 'a.train': { scheme: 'none' } } })], 'same.json')]);
  expect(updates()).toBe(before);
});
