import { beforeEach, describe, expect, test } from 'vitest';
import type { LogEntry } from '../../../../annotation/sets/history.ts';
import { sentence } from '../../../../annotation/testing.ts';
import { resetStores } from '../../../../../test/app/reset-stores.ts';
import { MemoryAnnotationStorage } from './memory-annotation-storage.ts';
import { closeSet } from '../sets/actions.ts';
import { useAnnotationSetsStore, type SetRecord } from '../sets/store.ts';
import { selectSet, useAnnotationStore } from '../store.ts';
import { useNoticeStore } from '../../../stores/notices.ts';
import { AnnotationLog } from './annotation-log.ts';

/** A storage in which another page can also write, and which can run out of space. */
class TestStorage extends MemoryAnnotationStorage {
  override readonly isLasting = true;
  isFull = false;

  override append(record: SetRecord, at: number, entries: readonly LogEntry[]) {
    if (this.isFull) return Promise.reject(new DOMException('No room.', 'QuotaExceededError'));
    return super.append(record, at, entries);
  }
}

const START: LogEntry[] = [
  { kind: 'do', at: 1, action: { kind: 'describe', name: 'Letters' } },
  { kind: 'do', at: 1, action: { kind: 'import', sentences: [sentence('Nora sails'), sentence('Ivo stays')] } },
];
const accept = (id: number) => ({ kind: 'edit' as const, edits: [{ id, state: 'accepted' as const }] });
const states = () => selectSet(useAnnotationStore.getState())?.sentences.map(({ state }) => state);

let id = '';
let storage: TestStorage;
let log: AnnotationLog;

beforeEach(async () => {
  resetStores();
  id = crypto.randomUUID(); // the log of an earlier test may still receive messages about its set
  storage = new TestStorage();
  log = new AnnotationLog();
  await log.open(Promise.resolve(storage));
  await log.create(id, START);
});

describe('an action', () => {
  test('is shown immediately, and appended', async () => {
    log.do(accept(0));
    expect(states()).toEqual(['accepted', 'open']);
    log.undo();
    log.redo();
    expect((await log.lines(id)).map(({ kind }) => kind)).toEqual(['do', 'do', 'do', 'undo', 'redo']);
    expect(storage.records.get(id)).toMatchObject({ name: 'Letters', sentences: 2, accepted: 1 });
  });

  test('is stored even if the set is closed at once', async () => {
    log.do(accept(0));
    closeSet();
    expect(await log.lines(id)).toHaveLength(3);
    expect(storage.logs.get(id)).toHaveLength(3);
    expect(storage.records.get(id)).toMatchObject({ accepted: 1 });
  });

  test('can be undone after a reload', async () => {
    log.do(accept(0));
    await log.lines(id);
    const later = new AnnotationLog();
    await later.open(Promise.resolve(storage));
    await later.read(id);
    later.undo();
    expect(states()).toEqual(['open', 'open']);
  });

  test('comes after entries that another page has appended in the meantime', async () => {
    storage.logs.get(id)!.push({ kind: 'do', at: 2, action: accept(1) });
    log.do(accept(0));
    expect(states()).toEqual(['accepted', 'open']);
    expect(await log.lines(id)).toHaveLength(4);
    expect(states()).toEqual(['accepted', 'accepted']);
  });

  test('stays on the page while the storage is full, which is reported, and is stored as soon as possible', async () => {
    storage.isFull = true;
    log.do(accept(0));
    await log.lines(id);
    expect(useAnnotationSetsStore.getState().isStoring).toBe(false);
    expect(useNoticeStore.getState().notices).toHaveLength(1);
    storage.isFull = false;
    log.do(accept(1));
    await log.lines(id);
    expect(storage.logs.get(id)).toHaveLength(4);
    expect(useAnnotationSetsStore.getState().isStoring).toBe(true);
  });

  test('closes the set if another page has deleted it', async () => {
    await storage.delete(id);
    log.do(accept(0));
    await log.lines(id);
    expect(useAnnotationStore.getState().history).toBeUndefined();
    expect(useNoticeStore.getState().notices).toMatchObject([{ title: 'The set was deleted' }]);
  });
});

test('without storage, the set stays on the page', async () => {
  resetStores();
  const unstored = new AnnotationLog();
  await unstored.open(Promise.reject(new Error('Storage is blocked.')));
  await unstored.create('b', START);
  unstored.do(accept(0));
  expect(states()).toEqual(['accepted', 'open']);
  expect(await unstored.lines('b')).toHaveLength(3);
  await unstored.create('c', START);
  await unstored.read('b');
  expect(states()).toEqual(['accepted', 'open']);
  expect(useAnnotationSetsStore.getState()).toMatchObject({ isStoring: false, sets: [{ id: 'c' }, { id: 'b' }] });
});
