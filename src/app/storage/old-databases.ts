import { deleteDB, openDB, type DBSchema, type IDBPDatabase } from 'idb';
import { RUN_STORES, type StudioDatabase } from './database.ts';

type Part = (typeof RUN_STORES)[number];

/** Earlier versions had a database per object store. These are the names of their only object stores. */
const OLD_STORES = { runs: 'records', models: 'bundles', checkpoints: 'runs' } as const satisfies Record<Part, string>;

interface OldSchema extends DBSchema {
  records: { key: string; value: unknown };
  bundles: { key: string; value: Blob };
  runs: { key: string; value: Blob };
}
type OldDatabase = IDBPDatabase<OldSchema>;

const oldName = (name: string, part: Part) => `${name}-${part}`;

/**
 * Moves the contents of the old databases into `target`, and deletes them. Runs are moved one by one, so that space is needed for only one
 * of them; if this is interrupted, the next session moves the rest. Waits while a deletion by another page is blocked by an open page of an
 * earlier version.
 *
 * @returns whether there were old databases
 */
export async function importOldDatabases(name: string, target: StudioDatabase): Promise<boolean> {
  const names = new Set((await indexedDB.databases()).map((database) => database.name));
  if (!RUN_STORES.some((part) => names.has(oldName(name, part)))) return false;
  const [runs, models, checkpoints] = await Promise.all([
    openOld(name, 'runs'),
    openOld(name, 'models'),
    openOld(name, 'checkpoints'),
  ]);
  const old = { runs, models, checkpoints };
  try {
    for (const id of await runs.getAllKeys('records')) await moveRun(id, old, target);
  } finally {
    Object.values(old).forEach((database) => database.close());
  }
  deleteOldDatabases(name);
  return true;
}

/** Opens an old database; creates an empty one if there is none. */
function openOld(name: string, part: Part): Promise<OldDatabase> {
  return openDB<OldSchema>(oldName(name, part), 1, {
    upgrade: (created) => created.createObjectStore(OLD_STORES[part]),
  });
}

async function moveRun(id: string, old: Record<Part, OldDatabase>, target: StudioDatabase): Promise<void> {
  const [record, model, checkpoint] = await Promise.all([
    old.runs.get('records', id),
    old.models.get('bundles', id),
    old.checkpoints.get('runs', id),
  ]);
  const transaction = target.transaction(RUN_STORES, 'readwrite');
  // Another page may have moved it already, and changed it since.
  const isNew = (await transaction.objectStore('runs').getKey(id)) === undefined;
  await Promise.all([
    isNew && transaction.objectStore('runs').put(record, id),
    isNew && model && transaction.objectStore('models').put(model, id),
    isNew && checkpoint && transaction.objectStore('checkpoints').put(checkpoint, id),
    transaction.done,
  ]);
  await Promise.all(RUN_STORES.map((part) => old[part].delete(OLD_STORES[part], id)));
}

/** Does not wait: if a page of an earlier version is open, the databases are deleted when it is closed. */
export function deleteOldDatabases(name: string): void {
  for (const part of RUN_STORES) void deleteDB(oldName(name, part));
}
