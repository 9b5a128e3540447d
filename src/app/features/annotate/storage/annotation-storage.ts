import type { LogEntry } from '../../../../annotation/history.ts';
import type { SetId, SetRecord } from '../sets/store.ts';
import { databaseOpener, SET_STORES, type StudioDatabase } from '../../../keep/database.ts';
import { packLogEntry, readKeptLearner, readLogEntry, readSetRecord, type KeptLearner } from './stored-set.ts';

/** `conflict`: another page has appended entries. `gone`: another page has deleted the set. Nothing is stored in these cases. */
export type Appended = 'stored' | 'conflict' | 'gone';

/**
 * Storage of annotation sets: a record and an append-only log for each. Each method is atomic: if it rejects, nothing has changed.
 */
export interface AnnotationStorage {
  /** Whether sets are kept when the page is closed. */
  readonly isLasting: boolean;
  /** All sets that this version of the page can read. */
  sets(): Promise<SetRecord[]>;
  create(record: SetRecord, log: readonly LogEntry[]): Promise<void>;
  /**
   * The log entries from index `from` on.
   *
   * @throws StudioError BadInput if a later version of the page has written an entry
   */
  log(id: SetId, from: number): Promise<LogEntry[]>;
  /** Appends entries; the first one gets the index `at`. */
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
    sets: async () => (await (await open()).getAll('sets')).flatMap((value) => readSetRecord(value) ?? []),
    create: async (record, log) => {
      const transaction = (await open()).transaction(SET_STORES, 'readwrite');
      const lines = log.map((entry, line) =>
        transaction.objectStore('set-log').put(packLogEntry(entry), [record.id, line]),
      );
      await Promise.all([transaction.objectStore('sets').put(record, record.id), ...lines, transaction.done]);
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

async function readLines(database: StudioDatabase, id: SetId, from: number): Promise<LogEntry[]> {
  const lines: LogEntry[] = [];
  for (;;) {
    const stored = await database.getAll('set-log', linesOf(id, from + lines.length), AT_ONCE);
    for (const line of stored) lines.push(await readLogEntry(line));
    if (stored.length < AT_ONCE) return lines;
  }
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
  const [known, taken] = await Promise.all([sets.getKey(record.id), log.getKey([record.id, at])]);
  if (known === undefined || taken !== undefined) {
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
