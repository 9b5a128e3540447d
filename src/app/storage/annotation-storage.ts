import type { LogEntry } from '../../annotation/history.ts';
import type { SetId, SetRecord } from '../stores/annotation-sets.ts';
import { databaseOpener, SET_STORES, type StudioDatabase } from './database.ts';
import { packLogEntry, readKeptLearner, readLogEntry, readSetRecord, type KeptLearner } from './stored-set.ts';

/** `conflict`: another page has appended meanwhile. `gone`: another page has deleted the set. Nothing was stored then. */
export type Appended = 'stored' | 'conflict' | 'gone';

/**
 * Where annotation sets stay: for each a record, and its log, which is only appended to. Each method does all
 * that it says, or rejects and does nothing.
 */
export interface AnnotationStorage {
  /** Whether sets stay while the page is closed. */
  readonly isLasting: boolean;
  /** Those that this version of the page can read. */
  sets(): Promise<SetRecord[]>;
  create(record: SetRecord, log: readonly LogEntry[]): Promise<void>;
  /**
   * The lines of a log from a number on.
   *
   * @throws StudioError BadInput if a later version of the page has written one
   */
  log(id: SetId, from: number): Promise<LogEntry[]>;
  /** Appends lines, of which the first has the number `at`. */
  append(record: SetRecord, at: number, entries: readonly LogEntry[]): Promise<Appended>;
  delete(id: SetId): Promise<void>;
  /** Replaces the state of the model that learns from a set. */
  keepLearner(id: SetId, learner: KeptLearner): Promise<void>;
  /** Undefined if there is none, or another version of the page kept it. */
  learner(id: SetId): Promise<KeptLearner | undefined>;
}

/** In the browser's database of this origin. @param name of another one, for tests */
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

/** Lines that are read at once: more would keep the page's thread for long. */
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
  transaction.commit(); // without waiting for the answers: the page may be closed before they arrive
  await Promise.all(written);
  return 'stored';
}

/** Asks the browser not to delete what is stored when room is short. Browsers have this in secure contexts only. */
async function keepStored(): Promise<void> {
  const storage: StorageManager | undefined = navigator.storage;
  await storage?.persist();
}
