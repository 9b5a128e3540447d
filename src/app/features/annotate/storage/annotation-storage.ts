import type { LogEntry } from '../../../../annotation/sets/history.ts';
import { packLogEntry } from '../../../../annotation/sets/log-entry.ts';
import type { StoredLine } from '../../../../annotation/sets/replay.ts';
import type { SetId, SetRecord } from '../sets/store.ts';
import { databaseOpener, SET_STORES, type StudioDatabase } from '../../../keep/database.ts';
import { readKeptLearner, readSetRecord, type KeptLearner } from './stored-set.ts';

/** `conflict`: another page has appended entries. `gone`: another page has deleted the set. Nothing is stored in these cases. */
export type Appended = 'stored' | 'conflict' | 'gone';

/**
 * Storage of annotation sets: a record and an append-only log for each. Each method is atomic: if it rejects, nothing has changed.
 */
export interface AnnotationStorage {
  /** Whether sets are kept when the page is closed. */
  readonly isLasting: boolean;
  /** All sets, including those whose record is damaged or missing. */
  sets(): Promise<SetRecord[]>;
  /** The stored record of a set, not checked. */
  record(id: SetId): Promise<unknown>;
  /** @param lines as `log` returns them: those of a damaged set may have gaps */
  create(record: SetRecord, lines: readonly StoredLine[]): Promise<void>;
  /** The stored lines of the log from index `from` on, in order: not checked, and possibly with gaps. */
  log(id: SetId, from: number): Promise<StoredLine[]>;
  /** Appends entries; the first one gets the index `at`. A conflict if that is not the end of the log. */
  append(record: SetRecord, at: number, entries: readonly LogEntry[]): Promise<Appended>;
  delete(id: SetId): Promise<void>;
  /** Stores the learner of a set, in place of an earlier one. */
  keepLearner(id: SetId, learner: KeptLearner): Promise<void>;
  /** The stored learner; undefined if there is none, or another version of the page wrote it. */
  learner(id: SetId): Promise<KeptLearner | undefined>;
}

/** Storage in the database of this origin. @param name of the database; tests use others */
export function annotationStorage(name = 'tagsmith'): AnnotationStorage {
  const open = databaseOpener(name);
  return {
    isLasting: true,
    sets: async () => readRecords(await open()),
    record: async (id) => (await open()).get('sets', id),
    create: async (record, lines) => {
      const transaction = (await open()).transaction(SET_STORES, 'readwrite');
      const log = transaction.objectStore('set-log');
      await Promise.all([
        transaction.objectStore('sets').put(record, record.id),
        ...lines.map(({ line, stored }) => log.put(stored, [record.id, line])),
        transaction.done,
      ]);
      void keepStored();
    },
    log: async (id, from) => readLines(await open(), id, from),
    append: async (record, at, entries) => append(await open(), record, at, entries),
    delete: async (id) => {
      const transaction = (await open()).transaction(['sets', 'set-log', 'learners'], 'readwrite');
      await Promise.all([
        transaction.objectStore('learners').delete(id),
        transaction.objectStore('sets').delete(id),
        transaction.objectStore('set-log').delete(linesOf(id, 0)),
        transaction.done,
      ]);
    },
    keepLearner: async (id, learner) => void (await (await open()).put('learners', learner, id)),
    learner: async (id) => readKeptLearner(await (await open()).get('learners', id)),
  };
}

/** Number of entries that are read at once: more would block the page's thread. */
const AT_ONCE = 500;

async function readLines(database: StudioDatabase, id: SetId, from: number): Promise<StoredLine[]> {
  const lines: StoredLine[] = [];
  for (;;) {
    const { store } = database.transaction('set-log');
    const range = linesOf(id, lines.length === 0 ? from : lines.at(-1)!.line + 1);
    const [keys, values] = await Promise.all([store.getAllKeys(range, AT_ONCE), store.getAll(range, AT_ONCE)]);
    for (const [i, [, line]] of keys.entries()) lines.push({ line, stored: values[i] });
    if (keys.length < AT_ONCE) return lines;
  }
}

async function readRecords(database: StudioDatabase): Promise<SetRecord[]> {
  const transaction = database.transaction(SET_STORES);
  const sets = transaction.objectStore('sets');
  const [ids, values] = await Promise.all([sets.getAllKeys(), sets.getAll()]);
  const records = ids.map((id, i) => readSetRecord(id, values[i]));
  // Logs without a record: one step for each set.
  let cursor = await transaction.objectStore('set-log').openKeyCursor();
  while (cursor !== null) {
    const [id] = cursor.key;
    if (!ids.includes(id)) records.push(readSetRecord(id, undefined));
    cursor = await cursor.continue([id, []] as never); // arrays sort after all numbers
  }
  return records;
}

const linesOf = (id: SetId, from: number) => IDBKeyRange.bound([id, from], [id, Infinity]);

async function append(
  database: StudioDatabase,
  record: SetRecord,
  at: number,
  entries: readonly LogEntry[],
): Promise<Appended> {
  const transaction = database.transaction(SET_STORES, 'readwrite');
  const [sets, log] = [transaction.objectStore('sets'), transaction.objectStore('set-log')];
  const [known, last] = await Promise.all([sets.getKey(record.id), log.openKeyCursor(linesOf(record.id, 0), 'prev')]);
  if (known === undefined || (last?.key[1] ?? -1) !== at - 1) {
    await transaction.done;
    return known === undefined ? 'gone' : 'conflict';
  }
  const lines = entries.map((entry, i) => log.add(packLogEntry(entry), [record.id, at + i]));
  const written = [sets.put(record, record.id), ...lines, transaction.done];
  transaction.commit(); // immediately, since the page may be closed before the requests complete
  await Promise.all(written);
  return 'stored';
}

/** Requests persistent storage, which the browser does not evict. Available only in secure contexts. */
async function keepStored(): Promise<void> {
  const storage: StorageManager | undefined = navigator.storage;
  await storage?.persist();
}
