import { clear, createStore, del, get, set, values } from 'idb-keyval';
import { presetById } from '../config/presets.ts';
import { DEFAULT_CONFIG, FIELD_NAMES } from '../config/schema.ts';
import { DEFAULT_RECIPE } from './address.ts';
import type { RunRecord } from './stores/history.ts';

/** Where runs stay while the page is closed. Rejects where the browser lets it store nothing, or no more. */
export interface RunStorage {
  records(): Promise<RunRecord[]>;
  /** Undefined: there is none. */
  record(id: RunRecord['id']): Promise<RunRecord | undefined>;
  saveRecord(record: RunRecord): Promise<void>;
  /** On the disk, not in memory; undefined: there is none. */
  model(id: RunRecord['id']): Promise<Blob | undefined>;
  saveModel(id: RunRecord['id'], bundle: Blob): Promise<void>;
  deleteModel(id: RunRecord['id']): Promise<void>;
  /** Where the run can go on. */
  checkpoint(id: RunRecord['id']): Promise<Blob | undefined>;
  saveCheckpoint(id: RunRecord['id'], checkpoint: Blob): Promise<void>;
  deleteCheckpoint(id: RunRecord['id']): Promise<void>;
  deleteRun(id: RunRecord['id']): Promise<void>;
  clear(): Promise<void>;
}

/** The browser's database of this origin. @param name of another one, for tests */
export function browserStorage(name = 'tagsmith'): RunStorage {
  const records = createStore(`${name}-runs`, 'records');
  const models = createStore(`${name}-models`, 'bundles');
  const checkpoints = createStore(`${name}-checkpoints`, 'runs');
  return {
    records: async () => (await values<RunRecord>(records)).flatMap((record) => ofThisVersion(record) ?? []),
    record: async (id) => {
      const record = await get<RunRecord>(id, records);
      return record && ofThisVersion(record);
    },
    saveRecord: (record) => set(record.id, record, records),
    model: (id) => get<Blob>(id, models),
    saveModel: (id, bundle) => set(id, bundle, models),
    deleteModel: (id) => del(id, models),
    checkpoint: (id) => get<Blob>(id, checkpoints),
    saveCheckpoint: (id, checkpoint) => set(id, checkpoint, checkpoints),
    deleteCheckpoint: (id) => del(id, checkpoints),
    deleteRun: async (id) => {
      await Promise.all([records, models, checkpoints].map((store) => del(id, store)));
    },
    clear: async () => {
      await Promise.all([records, models, checkpoints].map((store) => clear(store)));
    },
  };
}

/** A record of another version of the page: settings come and go, and presets. Undefined where it is none at all. */
function ofThisVersion(record: RunRecord): RunRecord | undefined {
  if (typeof record.recipe?.config !== 'object' || !Array.isArray(record.epochs) || !Array.isArray(record.seeds))
    return undefined;
  const { presetId, config, seeds } = record.recipe;
  const known = Object.entries(config).filter(([name]) => (FIELD_NAMES as string[]).includes(name));
  return {
    ...record,
    seeds: record.seeds.map((result) => ({ ...result, curve: result.curve ?? [] })),
    recipe: {
      presetId: presetById(presetId) === undefined ? DEFAULT_RECIPE.presetId : presetId,
      config: { ...DEFAULT_CONFIG, ...Object.fromEntries(known) },
      seeds,
    },
  };
}
