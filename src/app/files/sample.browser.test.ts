import { zipSync } from 'fflate';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { connectTrainer } from '../../../test/app/connected-trainer.ts';
import type { PacedTrainer } from '../../../test/app/paced-trainer.ts';
import { sampleFile } from '../../../test/app/sample-files.ts';
import type { Params } from '../../workers/wire/protocol.ts';
import { useNoticeStore } from '../stores/notices.ts';
import { presetChosen, useRecipeStore } from '../stores/recipe.ts';
import { selectFiles, useWorkspaceStore } from '../stores/workspace.ts';
import { addFiles, cancelReading, removeFile } from './files.ts';
import { keptFiles } from './kept-files.ts';
import { loadSample } from './sample.ts';
import { updateFile } from './update-file.ts';
import { watchExpiry } from '../shell/expiry.ts';
import { startWatching } from '../shell/watch.ts';

const files = () => selectFiles(useWorkspaceStore.getState());
/** The files of each request. */
const asked = () =>
  trainer.asked.flatMap(({ name, params }) => (name === 'addFiles' ? [params as Params<'addFiles'>] : []));
const answers = vi.fn<typeof fetch>();
/** Small files in place of the sample. */
const answer = async (address: unknown) =>
  (address as URL).href.includes('glove') ? vectorsAnswer() : new Response(sampleFile('a.train'));

async function vectorsAnswer(): Promise<Response> {
  const zip = zipSync({ 'glove.txt': new Uint8Array(await sampleFile('glove.txt').arrayBuffer()) });
  return new Response(zip as Uint8Array<ArrayBuffer>);
}

let trainer: PacedTrainer;

beforeEach(() => {
  trainer = connectTrainer();
  answers.mockReset().mockImplementation(answer);
  vi.stubGlobal('fetch', answers);
});

afterEach(() => vi.unstubAllGlobals());

test('the sample is fetched from the address of the page, and marked as the sample', async () => {
  await loadSample();
  expect(useNoticeStore.getState().notices).toEqual([]);
  const addresses = answers.mock.calls.map(([address]) => (address as URL).href);
  expect(addresses.every((address) => address.startsWith(new URL('.', document.baseURI).href))).toBe(true);
  expect(files().map(({ name, role }) => [name, role])).toEqual([
    ['sample.train', 'train'],
    ['sample.dev', 'dev'],
    ['sample.test', 'test'],
  ]);
  expect(useWorkspaceStore.getState().workspace.vectors).toBeDefined();
  expect(asked().map(({ sample, files }) => [sample, files.length])).toEqual([
    [true, 3],
    [true, 1],
  ]);
  expect(useWorkspaceStore.getState()).toMatchObject({ reading: 0, progress: undefined });
});

test('without a chosen recipe, the sample uses the quick preset and own files the one for documents', async () => {
  const stop = startWatching();
  await loadSample();
  expect(useRecipeStore.getState()).toMatchObject({ recipe: { presetId: 'tagsmith-quick' }, isOwn: false });
  expect(location.hash).toBe('');
  for (const { id, name } of files()) await removeFile(id, name);
  await addFiles([sampleFile('own.train')]);
  expect(useRecipeStore.getState().recipe.presetId).toBe('tagsmith-documents');
  presetChosen('ncrfpp');
  await loadSample();
  expect(useRecipeStore.getState().recipe.presetId).toBe('ncrfpp');
  stop();
});

test('files that are added while the sample loads are kept, with the vectors of the sample', async () => {
  let answer: (response: Response) => void = () => undefined;
  answers.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)));
  const loaded = loadSample();
  await addFiles([sampleFile('own.train')]);
  answer(await vectorsAnswer());
  await loaded;
  expect(files().map(({ name }) => name)).toEqual(['own.train']);
  expect(useWorkspaceStore.getState().workspace.vectors).toBeDefined();
});

test('its corpus is available before its vectors, whose loading can be cancelled', async () => {
  answers.mockImplementationOnce(
    (_, init) =>
      new Promise((_resolve, reject) => {
        init!.signal!.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
      }),
  );
  const loaded = loadSample();
  await expect.poll(() => files().length, { timeout: 15_000 }).toBe(3);
  expect(useWorkspaceStore.getState()).toMatchObject({ reading: 1, isOpening: true });
  cancelReading();
  await loaded;
  expect(files()).toHaveLength(3);
  expect(useWorkspaceStore.getState()).toMatchObject({
    reading: 0,
    isOpening: false,
    workspace: { vectors: undefined },
  });
  expect(useNoticeStore.getState().notices).toEqual([]);
});

test('after a crash it is still marked as the sample, and own files are added first', async () => {
  await loadSample();
  const kept = keptFiles.take(() => true);
  expect(kept).toHaveLength(4);
  await addFiles([...kept, sampleFile('own.test')]);
  const names = asked()
    .slice(2)
    .map(({ files, sample }) => ({ sample, names: files.map(({ name }) => name) }));
  expect(names).toEqual([
    { sample: false, names: ['own.test'] },
    { sample: true, names: kept.map(({ name }) => name) },
  ]);
});

test('a failed request for the sample is reported', async () => {
  answers.mockImplementation(() => Promise.resolve(new Response('', { status: 404 })));
  await loadSample();
  const [notice] = useNoticeStore.getState().notices;
  expect(notice).toMatchObject({ kind: 'error', title: 'Could not load the sample' });
  expect(notice!.message).toContain('404');
  expect(useWorkspaceStore.getState().reading).toBe(0);
});

test('the page counts as reading before it begins', async () => {
  let begin = () => {};
  const loaded = loadSample(new Promise((resolve) => (begin = resolve)));
  expect(useWorkspaceStore.getState()).toMatchObject({ reading: 1, isOpening: true });
  expect(answers).not.toHaveBeenCalled();
  begin();
  await loaded;
  expect(useWorkspaceStore.getState()).toMatchObject({ reading: 0, isOpening: false });
});

test('cancelled loading is not reported as an error', async () => {
  answers.mockImplementation(
    (_, init) =>
      new Promise((_, reject) => {
        init!.signal!.throwIfAborted();
        init!.signal!.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
      }),
  );
  const loaded = loadSample();
  cancelReading();
  await loaded;
  expect(useNoticeStore.getState().notices).toEqual([]);
  expect(trainer.asked).toEqual([]);
});

test('that the sample stays in use beside a file without tags is said until the file has a role, or is removed', async () => {
  onTestFinished(watchExpiry());
  const titles = () => useNoticeStore.getState().notices.map(({ title }) => title);
  const add = async () => {
    await addFiles([new File(['Tom 1\nleft 0\n\nZoe 1\n'], 'ids.train')]);
    expect(titles()).toEqual(['Not used yet: ids.train']);
    return files().find(({ name }) => name === 'ids.train')!.id;
  };
  await loadSample();
  await removeFile(await add(), 'ids.train');
  expect(titles()).toEqual([]);
  await updateFile(await add(), { role: 'train' });
  expect(titles()).toEqual([]);
});
