import { isComplete, type RunResult } from '../../../eval/runs.ts';
import type { Score } from '../../../eval/scores.ts';
import { mean } from '../../../eval/summary.ts';
import type { Bytes, Milliseconds } from '../../../lib/units.ts';
import type { RecordedEpoch } from './thinned-epochs.ts';
import type { ModelInfo } from '../../../workers/wire/payloads.ts';
import type { Recipe } from '../recipe-address.ts';
import type { DrawnSteps } from './drawn-steps.ts';
import type { KeptEpochs } from './kept-epochs.ts';
import { createStore } from '../create-store.ts';

/** The record of a run. Plain data. */
export interface RunRecord {
  id: string;
  name: string;
  /** Milliseconds since 1970. */
  startedAt: Milliseconds;
  /** The recipe that it was trained with. */
  recipe: Recipe;
  from: 'scratch' | 'model';
  /** The model that it was trained further from: the name of its run at that time, or of the model. */
  parent: string | undefined;
  /** Names of the training files. */
  data: string;
  /** Names of the dev files, or `10% of the training sentences`. */
  dev: string;
  /** Fingerprints of the data, as in an address; undefined: not known. */
  fingerprints?: string | undefined;
  /** Number of training sentences. */
  sentences: number;
  /** How a trial of a search was shortened, so that its scores are not those of a full training. */
  partial?: string | undefined;
  /** Name of the vectors file. */
  vectors: string | undefined;
  /** Description of the inputs besides words and characters; undefined: there are none. */
  inputs?: string | undefined;
  device: string;
  /** Undefined: the run is in progress, here or on another page, or the page was closed before its end. */
  reason: RunResult['reason'] | undefined;
  /** Reports of its epochs; with several seeds, those of the best so far. */
  epochs: readonly RecordedEpoch[];
  /** The result of each seed, if there are several. */
  seeds: readonly RunResult[];
  /** Scores of its model on files; the last one for each name. */
  scored: readonly ScoredFile[];
  /** The stored model: its name, epoch, F1 on dev, size, and CRC-32. Name and CRC-32 are undefined in runs of old versions. */
  model: { name?: string; epoch: number; f1: number; bytes: Bytes; crc?: number } | undefined;
  /** The last checkpoint of an unfinished run. */
  checkpoint: { epoch: number; bytes: Bytes } | undefined;
  /** Matrices and the followed sentence of its epochs; undefined for runs of old versions. */
  kept: KeptEpochs | undefined;
  /** What its charts need besides its epochs; undefined for rows of an ablation, trials of a search and runs of old versions. */
  drawn?: DrawnSteps | undefined;
  /** Fields that were stored damaged, and were replaced; undefined: none. */
  damaged?: readonly string[];
}

/** Fields of a run for which nothing is stored yet. */
export const NOTHING_KEPT = {
  seeds: [],
  scored: [],
  model: undefined,
  checkpoint: undefined,
  kept: undefined,
} as const;

export interface ScoredFile {
  file: string;
  overall: Score;
}

/** A deleted run, which can be restored. `model` is in memory only if it is not stored. */
export interface DeletedRun {
  record: RunRecord;
  model: Blob | undefined;
  checkpoint: Blob | undefined;
  /** Its place among the compared runs, if it was compared. */
  place: number | undefined;
}

export interface HistoryStore {
  /** Latest first. */
  records: readonly RunRecord[];
  /** The run in progress on this page. */
  current: RunRecord['id'] | undefined;
  /** Runs that other pages of this browser are training. */
  elsewhere: readonly RunRecord['id'][];
  /** The last run that was started on this page: the charts show it. */
  latest: RunRecord['id'] | undefined;
  /** Compared runs with their 0-based places, which determine their colours and shapes. */
  compared: Readonly<Record<RunRecord['id'], number>>;
  deleted: readonly DeletedRun[];
  /** The run that made each model of the trainer. */
  makers: Readonly<Record<ModelInfo['id'], RunRecord['id']>>;
}

/** More lines cannot be distinguished. */
export const MOST_COMPARED = 6;

export const useHistoryStore = createStore<HistoryStore>({
  records: [],
  current: undefined,
  elsewhere: [],
  latest: undefined,
  compared: {},
  deleted: [],
  makers: {},
});

/** Adds a run that has started, and includes it in the comparison. */
export function recordStarted(record: Omit<RunRecord, 'name'>): void {
  useHistoryStore.setState(({ records, compared }) => ({
    records: [{ ...record, name: nextName(records) }, ...records],
    current: record.id,
    latest: record.id,
    compared: withPlace(withoutOldest(compared, records), record.id),
  }));
}

/** The charts show a run of an earlier session. */
export function recordShown(id: RunRecord['id']): void {
  useHistoryStore.setState({ latest: id });
}

/** Marks an unfinished run as resumed. */
export function recordResumed(id: RunRecord['id']): void {
  recordChanged(id, { reason: undefined });
  useHistoryStore.setState(({ records, compared }) => ({
    current: id,
    latest: id,
    compared: id in compared ? compared : withPlace(withoutOldest(compared, records), id),
  }));
}

export function recordChanged(id: RunRecord['id'], changes: Partial<RunRecord>): void {
  useHistoryStore.setState(({ records }) => ({
    records: records.map((record) => (record.id === id ? { ...record, ...changes } : record)),
  }));
}

export function recordEnded(id: RunRecord['id'], changes: Partial<RunRecord>): void {
  recordChanged(id, changes);
  useHistoryStore.setState({ current: undefined });
}

/** Merges a stored record: takes over changes of other pages, but keeps those made here since `before`. */
export function recordStored(id: RunRecord['id'], before: RunRecord, stored: RunRecord): void {
  useHistoryStore.setState(({ records }) => ({
    records: records.map((record) => (record.id === id ? { ...stored, ...changesOf(record, before) } : record)),
  }));
}

/** The fields of a record that differ from `base`; without a base, all. */
export function changesOf(record: RunRecord, base: RunRecord | undefined): Partial<RunRecord> {
  const fields = Object.entries(record).filter(([field, value]) => value !== base?.[field as keyof RunRecord]);
  return Object.fromEntries(fields) as Partial<RunRecord>;
}

export const selectIsElsewhere = ({ elsewhere }: Pick<HistoryStore, 'elsewhere'>, id: RunRecord['id']): boolean =>
  elsewhere.includes(id);

/** Another page has started or stopped training a run. */
export function trainedElsewhere(id: RunRecord['id'], isTrained: boolean): void {
  useHistoryStore.setState(({ elsewhere }) => ({
    elsewhere: [...elsewhere.filter((other) => other !== id), ...(isTrained ? [id] : [])],
  }));
}

/** Adds records from earlier sessions or other pages, or restored ones. */
export function recordsAdded(added: readonly RunRecord[]): void {
  useHistoryStore.setState(({ records }) => {
    const fresh = new Set(added.map(({ id }) => id));
    const all = [...records.filter(({ id }) => !fresh.has(id)), ...added];
    return { records: all.sort((a, b) => b.startedAt - a.startedAt) };
  });
}

export function recordsDeleted(deleted: readonly Omit<DeletedRun, 'place'>[]): void {
  const { compared } = useHistoryStore.getState();
  const placed = deleted.map((one) => ({ ...one, place: compared[one.record.id] }));
  recordsDiscarded(deleted.map(({ record }) => record.id));
  useHistoryStore.setState((store) => ({ deleted: [...store.deleted, ...placed] }));
}

/** Restores deleted records. They are compared as before unless their place is taken. */
export function recordsRestored(): void {
  const { deleted } = useHistoryStore.getState();
  recordsAdded(deleted.map(({ record }) => record));
  useHistoryStore.setState(({ compared }) => {
    const taken = new Set(Object.values(compared));
    const back = deleted.flatMap(({ record: { id }, place }): [string, number][] =>
      place === undefined || taken.has(place) ? [] : [[id, place]],
    );
    return { deleted: [], compared: { ...compared, ...Object.fromEntries(back) } };
  });
}

/** Removes records permanently, after a deletion here or on another page. */
export function recordsDiscarded(ids: readonly RunRecord['id'][]): void {
  const gone = new Set(ids);
  useHistoryStore.setState(({ records, compared }) => ({
    records: records.filter(({ id }) => !gone.has(id)),
    compared: without(compared, gone),
  }));
}

export function deletionsCleared(): void {
  useHistoryStore.setState({ deleted: [] });
}

export function comparisonToggled(id: RunRecord['id']): void {
  useHistoryStore.setState(({ compared }) => ({
    compared: id in compared ? without(compared, new Set([id])) : withPlace(compared, id),
  }));
}

export function makerRecorded(model: ModelInfo['id'], run: RunRecord['id']): void {
  useHistoryStore.setState(({ makers }) => ({ makers: { ...makers, [model]: run } }));
}

/** A new trainer restarts the ids of models. */
export function makersCleared(): void {
  useHistoryStore.setState({ makers: {} });
}

const RUN_NAME = /^Run (\d+)$/;

export const isRunName = (name: string): boolean => RUN_NAME.test(name);

/** The name of a kept row of an ablation. */
export const rowRunName = (label: string, seed: number): string => `${label}, seed ${seed}`;

/** `Run 3` after `Run 1` and `Run 2`. */
export function nextName(records: readonly Pick<RunRecord, 'name'>[]): string {
  const numbers = records.map(({ name }) => Number(RUN_NAME.exec(name)?.[1] ?? 0));
  return `Run ${Math.max(0, ...numbers) + 1}`;
}

/** @param compared returned unchanged if it is full */
function withPlace(compared: HistoryStore['compared'], id: RunRecord['id']): HistoryStore['compared'] {
  const taken = new Set(Object.values(compared));
  const place = Array.from({ length: MOST_COMPARED }, (_, i) => i).find((i) => !taken.has(i));
  return place === undefined ? compared : { ...compared, [id]: place };
}

function withoutOldest(compared: HistoryStore['compared'], records: readonly RunRecord[]): HistoryStore['compared'] {
  const oldest = records.findLast(({ id }) => id in compared);
  if (Object.keys(compared).length < MOST_COMPARED || oldest === undefined) return compared;
  return without(compared, new Set([oldest.id]));
}

function without(compared: HistoryStore['compared'], gone: ReadonlySet<RunRecord['id']>): HistoryStore['compared'] {
  return Object.fromEntries(Object.entries(compared).filter(([id]) => !gone.has(id)));
}

/** The epoch whose weights the run's model has; undefined before the first epoch. */
export function bestOf({ epochs }: Pick<RunRecord, 'epochs'>): RecordedEpoch | undefined {
  const best = epochs.at(-1)?.bestEpoch;
  return epochs.find(({ epoch }) => epoch === best);
}

/** F1 on dev, in [0, 1]; the mean of several seeds. Undefined before the first score. */
export function f1Of(record: Pick<RunRecord, 'epochs' | 'seeds'>): number | undefined {
  const seeds = record.seeds.filter(isComplete).map(({ dev }) => dev.overall.f1);
  return seeds.length > 0 ? mean(seeds) : bestOf(record)?.dev.overall.f1;
}

/** The best run with the same data; undefined if there is only one. */
export function bestAmong(records: readonly RunRecord[], run: RunRecord): RunRecord | undefined {
  const { data, dev, sentences, partial } = run;
  const alike = records.filter(
    (one) => one.data === data && one.dev === dev && one.sentences === sentences && one.partial === undefined,
  );
  if (partial !== undefined) return undefined;
  return alike.length < 2 ? undefined : alike.toSorted((a, b) => (f1Of(b) ?? -1) - (f1Of(a) ?? -1))[0];
}

/** The name of the run that made a model; undefined if no listed run did. */
export function makerOf(
  { makers, records }: Pick<HistoryStore, 'makers' | 'records'>,
  { id: model }: Pick<ModelInfo, 'id'>,
): string | undefined {
  return records.find(({ id }) => id === makers[model])?.name;
}

/** The name of the current model, if it does not belong to the run in the charts. */
export function otherTagger(
  store: Pick<HistoryStore, 'makers' | 'latest' | 'records'>,
  model: Pick<ModelInfo, 'id' | 'name'> | undefined,
): string | undefined {
  if (model === undefined) return undefined;
  const maker = store.makers[model.id];
  if (maker !== undefined && maker === store.latest) return undefined;
  return makerOf(store, model) ?? model.name;
}

export function recordOf(id: RunRecord['id']): RunRecord | undefined {
  return useHistoryStore.getState().records.find((record) => record.id === id);
}
