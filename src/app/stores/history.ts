import { create } from 'zustand';
import type { RunResult } from '../../eval/runs.ts';
import type { Score } from '../../eval/scores.ts';
import type { Bytes, Milliseconds } from '../../lib/units.ts';
import type { EpochReport } from '../../model/events.ts';
import type { Recipe } from '../address.ts';

/** A run as it is remembered. Plain data. */
export interface RunRecord {
  id: string;
  name: string;
  /** Since 1970. */
  startedAt: Milliseconds;
  /** As it was trained. */
  recipe: Recipe;
  from: 'scratch' | 'model';
  /** Names of the training files, and of the vectors. */
  data: string;
  vectors: string | undefined;
  device: string;
  /** Undefined: it is under way, here or on another page, or the page was closed before its end. */
  reason: RunResult['reason'] | undefined;
  /** Of several seeds those of the best, and only once all are over. */
  epochs: readonly RecordedEpoch[];
  /** What each seed came to, where there are several. */
  seeds: readonly RunResult[];
  /** What its model scored on files, the last one of each name. */
  scored: readonly ScoredFile[];
  /** What is kept of its weights: the best epoch of the moment. */
  model: { epoch: number; bytes: Bytes } | undefined;
}

export interface ScoredFile {
  file: string;
  overall: Score;
}

export type RecordedEpoch = Omit<EpochReport, 'transitions'>;

/** What was deleted, and can come back. A model that is still on the disk is not in memory. */
export interface DeletedRun {
  record: RunRecord;
  model: Blob | undefined;
}

interface HistoryStore {
  /** The latest first. */
  records: readonly RunRecord[];
  /** The one that is under way on this page. */
  current: RunRecord['id'] | undefined;
  /** Those that are drawn side by side: their places, from 0, by which they have their looks. */
  compared: Readonly<Record<RunRecord['id'], number>>;
  deleted: readonly DeletedRun[];
  /** Runs stay in this browser when the page is closed. */
  isKeeping: boolean;
}

/** More lines cannot be told apart. */
export const MOST_COMPARED = 6;

/** In the browser's storage: another visit knows it too. */
const KEEPING = 'tagsmith.runs';

export const useHistoryStore = create<HistoryStore>()(() => ({
  records: [],
  current: undefined,
  compared: {},
  deleted: [],
  isKeeping: isKeepingRemembered(),
}));

/** A run is under way: it is compared with those before it. */
export function recordBegan(record: Omit<RunRecord, 'name'>): void {
  useHistoryStore.setState(({ records, compared }) => ({
    records: [{ ...record, name: nextName(records) }, ...records],
    current: record.id,
    compared: withPlace(withoutOldest(compared, records), record.id),
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

/** Of other visits, or deleted before. */
export function recordsAdded(added: readonly RunRecord[]): void {
  useHistoryStore.setState(({ records }) => {
    const known = new Set(records.map(({ id }) => id));
    const all = [...records, ...added.filter(({ id }) => !known.has(id))];
    return { records: all.sort((a, b) => b.startedAt - a.startedAt) };
  });
}

/** @param deleted in place of what was deleted before */
export function recordsDeleted(deleted: readonly DeletedRun[]): void {
  const gone = new Set(deleted.map(({ record }) => record.id));
  useHistoryStore.setState(({ records, compared }) => ({
    records: records.filter(({ id }) => !gone.has(id)),
    compared: without(compared, gone),
    deleted,
  }));
}

export function deletedForgotten(): void {
  useHistoryStore.setState({ deleted: [] });
}

export function comparisonToggled(id: RunRecord['id']): void {
  useHistoryStore.setState(({ compared }) => ({
    compared: id in compared ? without(compared, new Set([id])) : withPlace(compared, id),
  }));
}

export function keepingSwitched(isKeeping: boolean): void {
  useHistoryStore.setState({ isKeeping });
  try {
    localStorage.setItem(KEEPING, isKeeping ? 'kept' : 'not kept');
  } catch {
    // A browser that stores nothing keeps no runs either.
  }
}

function isKeepingRemembered(): boolean {
  try {
    return localStorage.getItem(KEEPING) !== 'not kept';
  } catch {
    return false;
  }
}

function nextName(records: readonly RunRecord[]): string {
  const numbers = records.map(({ name }) => Number(/^Run (\d+)$/.exec(name)?.[1] ?? 0));
  return `Run ${Math.max(0, ...numbers) + 1}`;
}

/** @param compared with a place to spare, else it stays as it is */
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

/** The epoch whose weights are the run's model; undefined before the first. */
export function bestOf({ epochs }: Pick<RunRecord, 'epochs'>): RecordedEpoch | undefined {
  const best = epochs.at(-1)?.bestEpoch;
  return epochs.find(({ epoch }) => epoch === best);
}

export function recordOf(id: RunRecord['id']): RunRecord | undefined {
  return useHistoryStore.getState().records.find((record) => record.id === id);
}
