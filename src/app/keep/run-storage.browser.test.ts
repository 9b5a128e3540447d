import { openDB } from 'idb';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { resetStores } from '../../../test/app/reset-stores.ts';
import { runRecord } from '../../../test/app/samples.ts';
import { useHistoryStore } from '../stores/runs/history.ts';
import { deleteRuns, undoDeletion } from './run-actions.ts';
import { runArchive } from './run-archive.ts';
import { runStorage, type RunStorage } from './run-storage.ts';

const blob = (text: string) => new Blob([text]);
const textOf = async (found: Promise<Blob | undefined>) => (await found)?.text();

let name = '';
let storage: RunStorage;

beforeEach(() => {
  resetStores(); // test files share the page
  name = `tagsmith-test-${crypto.randomUUID()}`;
  storage = runStorage(name);
});

/**
 * Simulates a full disk: each transaction that writes to this store is aborted.
 *
 * @returns ends the simulation, which otherwise ends with the test
 */
function abortWritesTo(store: string): () => void {
  const restores = ['put', 'delete', 'clear'].map((method) => {
    const original = Reflect.get(IDBObjectStore.prototype, method) as (...args: unknown[]) => IDBRequest;
    function writeAndAbort(this: IDBObjectStore, ...args: unknown[]): IDBRequest {
      const request = original.apply(this, args);
      if (this.name === store) request.addEventListener('success', () => this.transaction.abort());
      return request;
    }
    Reflect.set(IDBObjectStore.prototype, method, writeAndAbort);
    return () => Reflect.set(IDBObjectStore.prototype, method, original);
  });
  const restore = () => restores.forEach((one) => one());
  onTestFinished(restore);
  return restore;
}

test('a run is stored with its model and checkpoint; omitted parts are unchanged', async () => {
  const record = runRecord('a', 2);
  await storage.save(record, { model: blob('model'), checkpoint: blob('checkpoint') });
  await storage.save({ ...record, name: 'renamed' });
  const other = runStorage(name);
  expect(await other.records()).toEqual([{ ...record, name: 'renamed' }]);
  expect(await other.record('a')).toEqual({ ...record, name: 'renamed' });
  expect([await textOf(other.model('a')), await textOf(other.checkpoint('a'))]).toEqual(['model', 'checkpoint']);
  await other.save(record, { checkpoint: undefined });
  expect([await textOf(storage.model('a')), await storage.checkpoint('a')]).toEqual(['model', undefined]);
  expect(await storage.record('b')).toBeUndefined();
});

test('a damaged run stays in the list, its model is found, and the stored data stays when it is changed', async () => {
  const record = runRecord('a', 2, { model: { epoch: 2, f1: 0.5, bytes: 5 }, checkpoint: { epoch: 2, bytes: 10 } });
  await storage.save(record, { model: blob('model'), checkpoint: blob('checkpoint') });
  const database = await openDB(name);
  const damaged = { ...record, model: 7, recipe: undefined };
  await database.put('runs', damaged, 'a');
  database.close();
  const read = await storage.record('a');
  expect(read).toMatchObject({ epochs: record.epochs, model: { epoch: 2, bytes: 5 }, damaged: ['recipe', 'model'] });
  expect(await textOf(storage.model('a'))).toBe('model');
  await storage.save({ ...read!, name: 'renamed' }, {}, read);
  expect((await storage.record('a'))?.name).toBe('renamed');
  expect(await storage.stored('a')).toMatchObject({ name: 'renamed', original: damaged });
});

test.each(['model', 'checkpoint'] as const)('a stored %s of another size is not used', async (part) => {
  const about = { epoch: 2, f1: 0.5, bytes: 5 };
  await storage.save(runRecord('a', 2, { [part]: about }), { [part]: blob('mod') });
  await expect(storage[part]('a')).rejects.toThrow(`The stored ${part} of a is damaged: 3 bytes instead of 5.`);
});

test('a stored model of other bytes is not used', async () => {
  useHistoryStore.setState({ records: [runRecord('a', 2)] });
  await runArchive.open(Promise.resolve(storage));
  await runArchive.saveModel('a', { epoch: 2, f1: 0.5 }, blob('model'));
  expect(await textOf(storage.model('a'))).toBe('model');
  const database = await openDB(name);
  await database.put('models', blob('mOdel'), 'a');
  database.close();
  await expect(storage.model('a')).rejects.toThrow('The stored model of a is damaged: not the bytes that were stored.');
  runArchive.close();
});

test('a run with a damaged model that is deleted and restored still has it', async () => {
  await storage.save(runRecord('a', 2, { model: { epoch: 2, f1: 0.5, bytes: 5 } }), { model: blob('mod') });
  await runArchive.open(Promise.resolve(storage));
  await deleteRuns(useHistoryStore.getState().records);
  expect(await storage.records()).toEqual([]);
  await undoDeletion();
  expect(await textOf(storage.blobs('a').then(({ model }) => model))).toBe('mod');
  runArchive.close();
});

describe('transactions are atomic', () => {
  const before = runRecord('a', 1);

  beforeEach(async () => {
    await storage.save(before, { model: blob('old model'), checkpoint: blob('old checkpoint') });
    await storage.save(runRecord('b', 1), { model: blob('of b') });
  });

  /** Expects that nothing has changed. */
  async function expectAsBefore(): Promise<void> {
    expect(await storage.records()).toEqual([before, runRecord('b', 1)]);
    expect(await textOf(storage.model('a'))).toBe('old model');
    expect(await textOf(storage.checkpoint('a'))).toBe('old checkpoint');
    expect(await textOf(storage.model('b'))).toBe('of b');
  }

  test('a record is deleted with its model and checkpoint', async () => {
    await storage.delete(['a']);
    expect(await storage.records()).toEqual([runRecord('b', 1)]);
    expect([await storage.model('a'), await storage.checkpoint('a')]).toEqual([undefined, undefined]);
    await storage.deleteAll();
    expect([await storage.records(), await storage.model('b')]).toEqual([[], undefined]);
  });

  test.each(['runs', 'models', 'checkpoints'])('nothing is deleted if writing to %s fails', async (store) => {
    abortWritesTo(store);
    await expect(storage.delete(['a', 'b'])).rejects.toThrow(/abort/i);
    await expect(storage.deleteAll()).rejects.toThrow(/abort/i);
    await expectAsBefore();
  });

  test.each(['runs', 'models', 'checkpoints'])('nothing is stored if writing to %s fails', async (store) => {
    abortWritesTo(store);
    const changed = { ...before, name: 'changed' };
    await expect(storage.save(changed, { model: blob('new'), checkpoint: blob('new') })).rejects.toThrow(/abort/i);
    await expectAsBefore();
  });
});

test('whenever the page is closed, the stored model is the one that its record describes', async () => {
  const found: unknown[] = [];
  const save: RunStorage['save'] = async (...written) => {
    const saved = await storage.save(...written);
    found.push(await textOf(storage.model('a')).catch(String)); // what the page finds if it is closed now
    return saved;
  };
  await storage.save(runRecord('a', 2));
  await runArchive.open(Promise.resolve({ ...storage, save }));
  await Promise.all([
    runArchive.saveModel('a', { epoch: 1, f1: 0.5 }, blob('model of epoch 1')),
    runArchive.saveModel('a', { epoch: 2, f1: 0.6 }, blob('longer model of epoch 2')),
  ]);
  runArchive.close();
  expect(new Set(found)).toEqual(new Set(['longer model of epoch 2']));
  expect((await storage.record('a'))?.model).toMatchObject({ epoch: 2, f1: 0.6 });
});

test('pages that write the same run concurrently do not overwrite each other', async () => {
  const base = runRecord('a', 1);
  await storage.save(base);
  const other = runStorage(name);
  await Promise.all([
    storage.save({ ...base, name: 'renamed' }, {}, base),
    other.save({ ...base, reason: 'stopped', checkpoint: { epoch: 1, bytes: 1 } }, { checkpoint: blob('c') }, base),
  ]);
  expect(await storage.record('a')).toMatchObject({ name: 'renamed', reason: 'stopped', checkpoint: { epoch: 1 } });
});

test('a run that another page has deleted is not restored', async () => {
  const base = runRecord('a', 1);
  await storage.save(base);
  await runStorage(name).delete(['a']);
  expect(await storage.save({ ...base, reason: 'stopped' }, { model: blob('m') }, base)).toBeUndefined();
  expect(await storage.records()).toEqual([]);
  expect(await storage.model('a')).toBeUndefined();
});

test('runs that pages start at the same moment get different names; names given by the user are kept', async () => {
  const begun = (id: string, called: string) => ({ ...runRecord(id, 1), name: called });
  const other = runStorage(name);
  const names = await Promise.all([
    storage.save(begun('a', 'Run 1')),
    other.save(begun('b', 'Run 1')),
    storage.save(begun('c', 'Run 1')),
    other.save(begun('d', 'mine')),
    storage.save(begun('e', 'mine')),
  ]);
  expect(names.map((run) => run?.name ?? '').toSorted((a, b) => a.localeCompare(b))).toEqual([
    'mine',
    'mine',
    'Run 1',
    'Run 2',
    'Run 3',
  ]);
});

test('a later version of the page can upgrade the database, which this one then cannot open', async () => {
  await storage.save(runRecord('a', 1));
  const later = await openDB(name, 99);
  await expect(storage.records()).rejects.toThrow(/version/);
  later.close();
});
