import type { LogEntry } from '../../annotation/history.ts';
import type { SetId } from '../stores/annotation-sets.ts';

/** The last lines of a set's log: the first of them has the number `at`. */
export interface LogTail {
  set: SetId;
  at: number;
  entries: readonly LogEntry[];
}

const PREFIX = 'tagsmith-tail-';

/** Characters. Longer ones take longer to write than the database does. */
const LONGEST = 200_000;

/**
 * Lines that are on their way into the database, in the browser's synchronous storage. A transaction takes milliseconds, and a tab that
 * is killed meanwhile would lose what was done last; this storage has it at once. The next page that opens appends what is missing.
 *
 * A page holds a lock for as long as it lives, so that no other takes its lines. Browsers have locks in secure contexts only; without
 * them nothing is kept here.
 */
export class LogTails {
  readonly #key = `${PREFIX}${Math.random().toString(36).slice(2)}`;
  #storage: Storage | undefined;

  /** Resolves when other pages leave the lines of this one alone. */
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

  /** Takes the place of what was kept before. Without entries, nothing is. */
  keep({ set, at, entries }: LogTail): void {
    const end = entries.findIndex((entry) => entry.kind === 'do' && entry.action.kind === 'import'); // too large, and needed by what follows
    const kept = end < 0 ? entries : entries.slice(0, end);
    try {
      const text = kept.length === 0 ? '' : JSON.stringify({ set, at, entries: kept } satisfies LogTail);
      if (text === '' || text.length > LONGEST) this.#storage?.removeItem(this.#key);
      else this.#storage?.setItem(this.#key, text);
    } catch {
      // No room: the database has it milliseconds later.
    }
  }

  /** What pages have left behind that ended before their lines were stored. Each is forgotten once `append` has resolved. */
  async recover(append: (tail: LogTail) => Promise<void>): Promise<void> {
    const storage = this.#storage;
    if (storage === undefined) return;
    const keys = Array.from({ length: storage.length }, (_, i) => storage.key(i) ?? '');
    for (const key of keys.filter((name) => name.startsWith(PREFIX) && name !== this.#key)) {
      await lockManager()?.request(key, { ifAvailable: true }, async (lock) => {
        const tail = lock === null ? undefined : readTail(storage.getItem(key));
        if (tail !== undefined) await append(tail);
        if (lock !== null) storage.removeItem(key);
      });
    }
  }
}

/** Those of a tail that a log lacks. @param log its lines from `at` on */
export function missingLines(log: readonly LogEntry[], { entries }: Pick<LogTail, 'entries'>): readonly LogEntry[] {
  const first = entries.findIndex((entry, i) => JSON.stringify(entry) !== JSON.stringify(log[i]));
  return first < 0 ? [] : entries.slice(first);
}

/** Undefined for what this page did not write. */
function readTail(text: string | null): LogTail | undefined {
  try {
    const tail = JSON.parse(text ?? '') as Partial<LogTail>;
    const isTail = typeof tail.set === 'string' && typeof tail.at === 'number' && Array.isArray(tail.entries);
    return isTail ? (tail as LogTail) : undefined;
  } catch {
    return undefined;
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
