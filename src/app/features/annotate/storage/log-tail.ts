import type { LogEntry } from '../../../../annotation/sets/history.ts';
import { readLogEntry } from '../../../../annotation/sets/log-entry.ts';
import type { SetId } from '../sets/store.ts';

/** The last entries of a set's log; the first one has the index `at`. */
export interface LogTail {
  set: SetId;
  at: number;
  entries: readonly LogEntry[];
}

const PREFIX = 'tagsmith-tail-';

/** Maximum number of characters. Writing more takes longer than a database transaction. */
const LONGEST = 200_000;

/**
 * A backup of log entries in local storage while they are written to the database. A transaction takes milliseconds, and a tab that is
 * killed meanwhile would lose the last actions, but local storage is written synchronously. The next page appends the missing entries.
 *
 * A page holds a lock while it is open, so that no other page recovers its entries. Locks exist only in secure contexts; without them
 * there is no backup.
 */
export class LogTails {
  readonly #key = `${PREFIX}${Math.random().toString(36).slice(2)}`;
  #storage: Storage | undefined;

  /** Resolves when this page holds its lock. */
  async open(): Promise<void> {
    const locks = lockManager();
    const storage = locks && synchronousStorage();
    if (storage === undefined || this.#storage !== undefined) return;
    await new Promise<void>((resolve) => {
      const ended = new Promise<never>(() => undefined);
      void locks?.request(this.#key, () => {
        resolve();
        return ended;
      });
    });
    this.#storage = storage;
  }

  /** Replaces the backup; without entries, removes it. */
  keep({ set, at, entries }: LogTail): void {
    const end = entries.findIndex((entry) => entry.kind === 'do' && entry.action.kind === 'import'); // too large, and later entries need it
    const kept = end < 0 ? entries : entries.slice(0, end);
    try {
      const text = kept.length === 0 ? '' : JSON.stringify({ set, at, entries: kept } satisfies LogTail);
      if (text === '' || text.length > LONGEST) this.#storage?.removeItem(this.#key);
      else this.#storage?.setItem(this.#key, text);
    } catch {
      // The storage is full. The database has the entries milliseconds later.
    }
  }

  /** Recovers backups of pages that ended before their entries were stored. Each is removed when `append` has resolved. @throws the first failure of `append` */
  async recover(append: (tail: LogTail) => Promise<void>): Promise<void> {
    const storage = this.#storage;
    if (storage === undefined) return;
    const keys = Array.from({ length: storage.length }, (_, i) => storage.key(i) ?? '');
    const recoverOne = async (key: string) =>
      lockManager()?.request(key, { ifAvailable: true }, async (lock) => {
        const tail = lock === null ? undefined : await readTail(storage.getItem(key));
        if (tail !== undefined) await append(tail);
        if (lock !== null) storage.removeItem(key);
      });
    const others = keys.filter((name) => name.startsWith(PREFIX) && name !== this.#key);
    const results = await Promise.allSettled(others.map(recoverOne));
    const failed = results.find(({ status }) => status === 'rejected');
    if (failed?.status === 'rejected') throw failed.reason;
  }
}

/** The entries of a backup that are missing in a log. @param log its entries from `at` on */
export function missingLines(log: readonly LogEntry[], { entries }: Pick<LogTail, 'entries'>): readonly LogEntry[] {
  const first = entries.findIndex((entry, i) => JSON.stringify(entry) !== JSON.stringify(log[i]));
  return first < 0 ? [] : entries.slice(first);
}

/** The readable entries of a backup, up to the first damaged one; undefined if there are none. */
async function readTail(text: string | null): Promise<LogTail | undefined> {
  const { set, at, entries } = parsedTail(text);
  if (typeof set !== 'string' || !Number.isInteger(at) || !Array.isArray(entries)) return undefined;
  const read: LogEntry[] = [];
  for (const stored of entries) {
    const { entry } = await readLogEntry(stored);
    if (entry === undefined) break;
    read.push(entry);
  }
  return { set, at: at as number, entries: read };
}

function parsedTail(text: string | null): { set?: unknown; at?: unknown; entries?: unknown } {
  try {
    return (JSON.parse(text ?? '') ?? {}) as object;
  } catch {
    return {};
  }
}

const lockManager = (): LockManager | undefined => globalThis.navigator?.locks;

function synchronousStorage(): Storage | undefined {
  try {
    return globalThis.localStorage;
  } catch {
    return undefined; // blocked
  }
}
