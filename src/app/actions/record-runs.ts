import type { RunResult } from '../../eval/runs.ts';
import type { Milliseconds } from '../../lib/units.ts';
import type { EpochReport } from '../../model/events.ts';
import { selectReport, useDeviceStore } from '../stores/device.ts';
import {
  bestOf,
  recordBegan,
  recordChanged,
  recordEnded,
  recordOf,
  useHistoryStore,
  type RecordedEpoch,
  type RunRecord,
} from '../stores/history.ts';
import { useRecipeStore } from '../stores/recipe.ts';
import { selectIsActive, useRunStore, type RunState, type RunStore } from '../stores/run.ts';
import { series } from '../stores/series.ts';
import { resultsOf, useStudyStore } from '../stores/study.ts';
import { useWorkspaceStore } from '../stores/workspace.ts';
import { keepModel } from './history.ts';
import { keepRecord } from './kept-runs.ts';

/** What a page that breaks down in mid-run loses at most, once an epoch is over: writing a model takes the trainer a while. */
const KEEP_EVERY: Milliseconds = 120_000;

/** Every run is remembered, with what it came to and its model. */
export function watchRuns(): () => void {
  let told: unknown;
  let keptAt: Milliseconds = 0;
  return useRunStore.subscribe((now, before) => {
    if (hasBegun(now, before)) {
      recordBegan(newRecord(before.run));
      keptAt = performance.now();
    }
    const id = useHistoryStore.getState().current;
    if (id === undefined) return;
    if (!selectIsActive(now)) {
      recordEnded(id, { ...reached(), reason: reasonOf(now.run) });
      void keepRecord(id);
      keepBest(id);
      return;
    }
    const { seeds, active } = useStudyStore.getState();
    const isOneOfSeveral = active === 'seeds';
    const news = isOneOfSeveral ? seeds?.runs : series.epochs;
    if (news === told) return;
    told = news;
    recordChanged(id, isOneOfSeveral ? { seeds: reached().seeds } : reached());
    void keepRecord(id);
    if (isOneOfSeveral || performance.now() - keptAt < KEEP_EVERY) return;
    keptAt = performance.now();
    keepBest(id);
  });
}

/** Not where it was refused or cancelled: then what was before stands there again. */
function hasBegun(now: RunStore, before: RunStore): boolean {
  if (before.run.phase !== 'preparing' || before.run.config === undefined) return false;
  return now.run !== before.setAside && ['training', 'finished', 'stopped'].includes(now.run.phase);
}

function newRecord(run: RunState): Omit<RunRecord, 'name'> {
  const { recipe } = useRecipeStore.getState();
  const { files, vectors } = useWorkspaceStore.getState().workspace;
  const prepared = run.phase === 'preparing' ? run : undefined;
  return {
    id: crypto.randomUUID(),
    startedAt: Date.now(),
    recipe: {
      presetId: recipe.presetId,
      config: prepared?.config ?? recipe.config,
      seeds: useStudyStore.getState().seeds?.seeds ?? 1,
    },
    from: prepared?.from ?? 'scratch',
    data: files
      .filter(({ role }) => role === 'train')
      .map(({ name }) => name)
      .join(', '),
    vectors: vectors?.name,
    device: selectReport(useDeviceStore.getState())?.description ?? '',
    reason: undefined,
    epochs: [],
    seeds: [],
    scored: [],
    model: undefined,
  };
}

/** What the run that the page shows has come to. */
function reached(): Pick<RunRecord, 'epochs' | 'seeds'> {
  const { seeds } = useStudyStore.getState();
  return {
    epochs: series.epochs.map(recorded),
    seeds: seeds === undefined ? [] : resultsOf(seeds),
  };
}

function recorded(report: EpochReport): RecordedEpoch {
  const epoch: Partial<EpochReport> & RecordedEpoch = { ...report };
  delete epoch.transitions; // as large as all the rest
  return epoch;
}

function reasonOf(run: RunState): RunResult['reason'] {
  return run.phase === 'finished' || run.phase === 'stopped' ? run.done.reason : 'failed';
}

/** Keeps the run's model, where there is a better one than was kept. */
function keepBest(id: RunRecord['id']): void {
  const record = recordOf(id);
  const epoch = record && bestOf(record)?.epoch;
  if (epoch !== undefined && epoch !== record?.model?.epoch) void keepModel(id, epoch);
}
