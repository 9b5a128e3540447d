import { strToU8, zipSync } from 'fflate';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { PacedTrainer } from '../../../../test/app/paced-trainer.ts';
import { resetStores } from '../../../../test/app/reset-stores.ts';
import { modelInfo, runRecord } from '../../../../test/app/samples.ts';
import { sampleFile } from '../../../../test/app/sample-files.ts';
import { disconnect } from '../../trainer/bridge.ts';
import type { KeptFile, WorkspaceStorage } from '../workspace-storage.ts';
import { useKeptWorkspaceStore, type KeptWorkspace } from './store.ts';
import { recordsAdded } from '../../stores/runs/history.ts';
import { useRunStore } from '../../stores/runs/run.ts';
import { useNoticeStore } from '../../stores/notices.ts';
import { keepingSwitched } from '../../stores/preferences.ts';
import { settingChanged, useRecipeStore } from '../../stores/recipe.ts';
import { filesOf, useWorkspaceStore } from '../../stores/workspace.ts';
import { removeFile, undoRemoval } from '../../files/files.ts';
import { openSession } from '../../files/session.ts';
import { claimWorkspace } from './claim.ts';
import { WorkspaceSession } from './session.ts';

const KEPT: KeptWorkspace = {
  id: 'kept',
  changedAt: Date.now(),
  files: [
    { name: 'a.train', role: 'unused' },
    { name: 'a.dev', role: 'dev' },
  ],
  sources: [
    { name: 'a.train', bytes: 40e6, kept: 'handle' },
    { name: 'a.dev', bytes: sampleFile('a.dev').size, kept: 'copy' },
  ],
  recipe: undefined,
  text: '',
  model: undefined,
  run: undefined,
};

/** In-memory storage, since a database does not accept fake handles. */
class Memory implements WorkspaceStorage {
  readonly workspaces = new Map<string, KeptWorkspace>();
  readonly files = new Map<string, KeptFile>();

  constructor(...workspaces: KeptWorkspace[]) {
    for (const workspace of workspaces) this.workspaces.set(workspace.id, workspace);
  }
  all = () => Promise.resolve([...this.workspaces.values()].sort((a, b) => b.changedAt - a.changedAt));
  file = (_: string, name: string) => Promise.resolve(this.files.get(name));
  save = (workspace: KeptWorkspace, files: ReadonlyMap<string, KeptFile>) => {
    this.workspaces.set(workspace.id, workspace);
    for (const [name, file] of files) this.files.set(name, file);
    const names = workspace.sources.map(({ name }) => name);
    for (const name of this.files.keys()) if (!names.includes(name)) this.files.delete(name);
    return Promise.resolve();
  };
  delete = (ids: readonly string[]) => {
    ids.forEach((id) => this.workspaces.delete(id));
    return Promise.resolve();
  };
  deleteAll = () => Promise.resolve(this.workspaces.clear());
  noteFound = (ids: readonly string[], foundAt: number) => {
    ids.forEach((id) => this.workspaces.set(id, { ...this.workspaces.get(id)!, foundAt }));
    return Promise.resolve();
  };
}

/** A handle that can be read only after permission is granted. */
function lockedHandle(file: File): FileSystemFileHandle {
  let permission: PermissionState = 'prompt';
  const handle = {
    kind: 'file',
    name: file.name,
    queryPermission: () => Promise.resolve(permission),
    requestPermission: () => {
      permission = 'granted';
      return Promise.resolve(permission);
    },
    getFile: () => (permission === 'granted' ? Promise.resolve(file) : Promise.reject(new Error('No permission.'))),
  };
  return handle as unknown as FileSystemFileHandle;
}

let session = new WorkspaceSession();
let storage = new Memory();

beforeEach(async () => {
  resetStores();
  sessionStorage.clear();
  storage = new Memory({ ...KEPT, id: crypto.randomUUID() }); // a lock that no other test holds
  storage.files.set('a.train', lockedHandle(sampleFile('a.train')));
  storage.files.set('a.dev', sampleFile('a.dev'));
  session = new WorkspaceSession();
  const trainer = new PacedTrainer();
  await openSession(() => trainer.port);
});

afterEach(() => {
  session.close();
  disconnect();
});

const names = () => filesOf(useWorkspaceStore.getState().workspace).map(({ name }) => name);
const kept = () => [...storage.workspaces.values()][0];

test('a file that needs permission stays stored until it is read, with its use', async () => {
  expect(await session.open(storage, true)).toBe(true);
  expect(names()).toEqual(['a.dev']);
  expect(useKeptWorkspaceStore.getState().restored?.locked).toEqual(['a.train']);
  settingChanged('epochs', 7);
  await vi.waitFor(() => expect(kept()?.recipe?.config.epochs).toBe(7));
  expect(kept()?.sources.map(({ name, kept: how }) => [name, how])).toEqual([
    ['a.dev', 'copy'],
    ['a.train', 'handle'],
  ]);
  expect(kept()?.files).toContainEqual({ name: 'a.train', role: 'unused' });
  expect([...storage.files.keys()].sort()).toEqual(['a.dev', 'a.train']);

  await session.unlock();
  expect(names().sort()).toEqual(['a.dev', 'a.train']);
  expect(useWorkspaceStore.getState().workspace.files.find(({ name }) => name === 'a.train')?.role).toBe('unused');
  expect(useKeptWorkspaceStore.getState().restored?.locked).toEqual([]);
});

test('a file is stored again that was removed and restored, and after storing was switched off', async () => {
  await session.open(storage, true);
  const { id, name } = filesOf(useWorkspaceStore.getState().workspace)[0]!;
  await removeFile(id, name);
  await vi.waitFor(() => expect(storage.files.has('a.dev')).toBe(false));
  await undoRemoval(useWorkspaceStore.getState().removed[0]!);
  await vi.waitFor(() => expect(storage.files.has('a.dev')).toBe(true));
  keepingSwitched(false);
  storage.files.clear(); // as the database does
  keepingSwitched(true);
  await vi.waitFor(() => expect(storage.files.has('a.dev')).toBe(true));
});

test.each([
  ['another size', (text: string) => `${text}\n`],
  ['the same size', (text: string) => text.replace(/[a-z]/, '?')],
])('a copy with other contents of %s is not restored as the file', async (_, change) => {
  await session.open(storage, true);
  await vi.waitFor(() => expect(kept()?.sources.find(({ name }) => name === 'a.dev')?.crc).toBeDefined());
  session.close();
  const workspace = kept()!;
  resetStores();
  sessionStorage.clear();
  storage = new Memory({ ...workspace, id: crypto.randomUUID() });
  storage.files.set('a.dev', new File([change(await sampleFile('a.dev').text())], 'a.dev'));
  storage.files.set('a.train', lockedHandle(sampleFile('a.train')));
  session = new WorkspaceSession();
  await openSession(() => new PacedTrainer().port);
  await session.open(storage, true);
  expect(names()).toEqual([]);
  expect(useKeptWorkspaceStore.getState().restored?.damaged).toEqual(['a.dev']);
});

test('files are named that are restored after their checksums were lost', async () => {
  const sources = [{ name: 'a.dev', bytes: sampleFile('a.dev').size, kept: 'copy' as const }];
  storage = new Memory({ ...KEPT, id: crypto.randomUUID(), files: [], sources, damaged: ['sources'] });
  storage.files.set('a.dev', sampleFile('a.dev'));
  await session.open(storage, true);
  expect(useKeptWorkspaceStore.getState().restored).toMatchObject({
    damaged: ['the list of files'],
    unchecked: ['a.dev'],
  });
});

test('files whose stored use is damaged are restored as new files', async () => {
  const copies = ['a.train', 'a.dev'].map(sampleFile);
  const sources = copies.map(({ name, size }) => ({ name, bytes: size, kept: 'copy' as const }));
  storage = new Memory({ ...KEPT, id: crypto.randomUUID(), files: [], sources, damaged: ['files'] });
  for (const file of copies) storage.files.set(file.name, file);
  await session.open(storage, true);
  expect(names().sort()).toEqual(['a.dev', 'a.train']);
  expect(useKeptWorkspaceStore.getState().restored?.damaged).toEqual(['how the files are used']);
});

test('locked files whose stored use is damaged are loaded after the click, also in a later session', async () => {
  const zip = new File([zipSync({ 'b.train': strToU8('Mira B-PER\n') })], 'b.zip');
  const sources = ['a.train', 'b.zip', 'a.dev'].map((name) => ({ name, bytes: 40e6, kept: 'handle' as const }));
  const dev = { name: 'a.dev', role: 'unused' as const };
  storage = new Memory({ ...KEPT, id: crypto.randomUUID(), files: [dev], sources, damaged: ['files'] });
  const lock = () => {
    for (const file of [sampleFile('a.train'), zip, sampleFile('a.dev')]) {
      storage.files.set(file.name, lockedHandle(file));
    }
  };
  lock();
  await session.open(storage, true);
  await vi.waitFor(() => expect(kept()?.damaged).toBeUndefined());
  session.close();

  const workspace = kept()!;
  resetStores();
  sessionStorage.clear();
  storage = new Memory({ ...workspace, id: crypto.randomUUID() });
  lock();
  session = new WorkspaceSession();
  await openSession(() => new PacedTrainer().port);
  await session.open(storage, true);
  expect(names()).toEqual([]);
  await session.unlock();
  expect(names().sort()).toEqual(['a.dev', 'a.train', 'b.train']);
  expect(useWorkspaceStore.getState().workspace.files.find(({ name }) => name === 'a.dev')?.role).toBe('unused');
  await vi.waitFor(() => expect(kept()?.sources.some(({ isUseLost }) => isUseLost)).toBe(false));
  expect(
    kept()
      ?.sources.map(({ name }) => name)
      .sort(),
  ).toEqual(['a.dev', 'a.train', 'b.zip']);
});

test('starting over forgets the recipe, and files that wait for permission', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(null, { status: 404 }))); // no sample here
  await session.open(storage, true);
  settingChanged('epochs', 7);
  await session.startOver();
  expect(useRecipeStore.getState()).toMatchObject({ isOwn: false });
  expect(useRecipeStore.getState().recipe.config.epochs).not.toBe(7);
  await vi.waitFor(() => expect(storage.workspaces.size).toBe(0)); // it would contain only the sample
  vi.unstubAllGlobals();
});

test('Start over forgets the figures first; a second click does not take away what the first one offers to restore', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(null, { status: 404 }))); // no sample here
  await session.open(storage, true);
  await vi.waitFor(() => expect(names()).not.toEqual([]));
  const before = names();
  const { seriesVersion } = useRunStore.getState();
  let second = Promise.resolve();
  const stop = useWorkspaceStore.subscribe(
    ({ removed }) => removed.length > 0,
    (isRemoving) => {
      if (!isRemoving) return;
      stop();
      expect(useRunStore.getState().seriesVersion).toBe(seriesVersion + 1); // its figures go before the files
      second = session.startOver();
    },
  );
  await session.startOver();
  await second;
  const removed = useWorkspaceStore.getState().removed.flatMap(({ files }) => files.map(({ name }) => name));
  expect(removed).toEqual(before);
  vi.unstubAllGlobals();
});

test('up to three workspaces of tabs that are not loaded are kept for a week', async () => {
  const day = 24 * 60 * 60 * 1000;
  const at = (days: number) => ({ ...KEPT, id: crypto.randomUUID(), changedAt: Date.now() - days * day });
  const all = [at(0), at(1), at(2), at(3), at(4)];
  storage = new Memory(...all, at(30));
  const { id } = await claimWorkspace(storage);
  expect(id).toBe(all[0]!.id);
  expect([...storage.workspaces.keys()].sort()).toEqual(
    all
      .slice(0, 4)
      .map((one) => one.id)
      .sort(),
  );
});

test('a workspace without a readable time is neither restored before others nor counted among them', async () => {
  const at = (changedAt: number) => ({ ...KEPT, id: crypto.randomUUID(), changedAt });
  const [latest, ...others] = [1, 2, 3, 4].map((hours) => at(Date.now() - hours * 60 * 60 * 1000));
  const lost = Array.from({ length: 4 }, () => ({ ...at(0), damaged: ['changedAt'] }));
  storage = new Memory(...lost, latest!, ...others);
  expect((await claimWorkspace(storage)).id).toBe(latest!.id);
  expect(storage.workspaces.size).toBe(8);
});

test('a workspace without a readable time is kept for a week after it was found', async () => {
  const lost = { ...KEPT, id: crypto.randomUUID(), changedAt: 0, damaged: ['changedAt'] };
  storage = new Memory({ ...KEPT, id: crypto.randomUUID(), changedAt: Date.now() }, lost);
  onTestFinished(() => void vi.useRealTimers());
  const openIn = async (days: number) => {
    vi.useFakeTimers({ now: start + days * 24 * 60 * 60 * 1000, toFake: ['Date'] });
    await claimWorkspace(storage);
    return storage.workspaces.has(lost.id);
  };
  const start = Date.now();
  for (const [days, isKept] of [
    [20, true],
    [26, true],
    [28, false],
  ] as const)
    expect(await openIn(days), `${days} days`).toBe(isKept);
});

test('no run can start while files are restored or removed', async () => {
  let changes = 0;
  const stop = useWorkspaceStore.subscribe(({ reading, workspace }, before) => {
    if (reading === 0 && workspace !== before.workspace) changes++;
  });
  await session.open(storage, true);
  await session.unlock();
  await session.startOver();
  stop();
  expect(changes, 'of files while a run could start').toBe(0);
});

test('a run whose model cannot be restored does not show its charts', async () => {
  const { predicts, tags, illegal } = modelInfo();
  const facts = { predicts, tags, illegal, parameters: 9, stepsPerEpoch: 2, tokensPerEpoch: 20 };
  const drawn = { facts, losses: Float32Array.of(2, 1), signals: [] };
  const model = { epoch: 1, f1: 0.9, bytes: 12 };
  recordsAdded([runRecord('lost', 1, { model, drawn, kept: { tags, epochs: [], bytes: 0 } })]);
  storage = new Memory({ ...KEPT, id: crypto.randomUUID(), sources: [], files: [], model: 'lost' });
  await session.open(storage, true);
  expect(useNoticeStore.getState().notices.map(({ title }) => title)).toContain('Could not use the model of lost');
  expect(useRunStore.getState().config).toBeUndefined();
});

test.each([
  ['whose run is not stored', [], true],
  ['whose run was stored without it', [runRecord('no model', 1, {})], true],
  ['whose run goes on', [runRecord('no model', 1, { reason: undefined })], false],
])('a model %s is reported, unless it comes back', async (_, records, isLost) => {
  recordsAdded(records);
  const model = records[0]?.id ?? 'deleted';
  storage = new Memory({ ...KEPT, id: crypto.randomUUID(), sources: [], files: [], model, run: model });
  await session.open(storage, true);
  expect(useKeptWorkspaceStore.getState().restored?.isModelLost).toBe(isLost);
});
