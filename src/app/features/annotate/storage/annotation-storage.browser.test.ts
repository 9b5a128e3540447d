import { openDB } from 'idb';
import { beforeEach, expect, test } from 'vitest';
import type { LogEntry } from '../../../../annotation/sets/history.ts';
import { packLogEntry } from '../../../../annotation/sets/log-entry.ts';
import { replay, type StoredLine } from '../../../../annotation/sets/replay.ts';
import { sentence } from '../../../../annotation/testing.ts';
import { annotationStorage, type AnnotationStorage } from './annotation-storage.ts';

const RECORD = { id: 'a', name: 'Letters', sentences: 2, accepted: 0, createdAt: 1, changedAt: 1 };
/** The stored form of entries. */
const linesOf = (...entries: LogEntry[]) => entries.map((entry, line) => ({ line, stored: packLogEntry(entry) }));
const entriesOf = async (lines: Promise<StoredLine[]>) => (await replay(await lines)).entries;
const described = (name: string): LogEntry => ({ kind: 'do', at: 5, action: { kind: 'describe', name } });

let name = '';
let storage: AnnotationStorage;

beforeEach(() => {
  name = `tagsmith-test-${crypto.randomUUID()}`;
  storage = annotationStorage(name);
});

test('a set is stored with its log, which can be appended to', async () => {
  await storage.create(RECORD, linesOf(described('one')));
  expect(await storage.append({ ...RECORD, accepted: 1 }, 1, [described('two'), { kind: 'undo', at: 6 }])).toBe(
    'stored',
  );
  expect(await storage.sets()).toEqual([{ ...RECORD, accepted: 1 }]);
  expect(await entriesOf(storage.log('a', 0))).toEqual([described('one'), described('two'), { kind: 'undo', at: 6 }]);
  expect(await storage.log('a', 2)).toEqual([{ line: 2, stored: packLogEntry({ kind: 'undo', at: 6 }) }]);
});

test('imported sentences are read unchanged, including those that an earlier version stored unpacked', async () => {
  const imported: LogEntry = {
    kind: 'do',
    at: 1,
    action: { kind: 'import', sentences: [sentence('Nora sails', [{ start: 0, end: 1, type: 'PER' }], 'accepted')] },
  };
  await storage.create(RECORD, linesOf(imported));
  const database = await openDB(name);
  await database.put('set-log', imported, ['a', 1]);
  database.close();
  await storage.append(RECORD, 2, [imported]);
  expect(await entriesOf(storage.log('a', 0))).toEqual([imported, imported, imported]);
});

test('if two pages append at the same position, one succeeds and the other gets a conflict', async () => {
  const other = annotationStorage(name);
  await storage.create(RECORD, []);
  const answers = await Promise.all([
    storage.append(RECORD, 0, [described('mine')]),
    other.append(RECORD, 0, [described('other')]),
  ]);
  expect(answers.toSorted()).toEqual(['conflict', 'stored']);
  expect(await storage.log('a', 0)).toHaveLength(1);
});

test('a deleted set cannot be read or appended to', async () => {
  await storage.create(RECORD, linesOf(described('one')));
  await storage.create({ ...RECORD, id: 'b' }, linesOf(described('other')));
  await storage.delete('a');
  expect((await storage.sets()).map(({ id }) => id)).toEqual(['b']);
  expect(await storage.log('a', 0)).toEqual([]);
  expect(await storage.log('b', 0)).toHaveLength(1);
  expect(await storage.append(RECORD, 1, [described('late')])).toBe('gone');
});

test('entries are appended at the end only: a gap stays one', async () => {
  await storage.create(RECORD, [
    { line: 0, stored: described('one') },
    { line: 2, stored: described('three') },
  ]);
  expect(await storage.append(RECORD, 1, [described('two')])).toBe('conflict');
  expect(await storage.append(RECORD, 3, [described('four')])).toBe('stored');
  expect((await storage.log('a', 0)).map(({ line }) => line)).toEqual([0, 2, 3]);
});

test('a set stays in the list if its record is damaged or lost', async () => {
  for (const id of ['a', 'b', 'c']) await storage.create({ ...RECORD, id }, linesOf(described(id), described(id)));
  const database = await openDB(name);
  await database.put('sets', { name: 7, sentences: 2 }, 'a');
  await database.delete('sets', 'c');
  database.close();
  const sets = await storage.sets();
  expect(sets.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  expect(sets[0]).toMatchObject({ name: 'Set without a readable name', sentences: 2, accepted: 0 });
  expect(await storage.record('a')).toEqual({ name: 7, sentences: 2 });
});
