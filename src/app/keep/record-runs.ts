import { shallow } from 'zustand/shallow';
import { writeFingerprints } from '../../config/recipe-file.ts';
import type { RunResult } from '../../eval/runs.ts';
import type { Milliseconds } from '../../lib/units.ts';
import {
  bestOf,
  recordStarted,
  recordChanged,
  recordEnded,
  recordResumed,
  recordOf,
  useHistoryStore,
  type RunRecord,
} from '../stores/runs/history.ts';
import type { RecordedEpoch } from '../stores/runs/thinned-epochs.ts';
import { useRecipeStore } from '../stores/recipe.ts';
import { selectIsActive, useRunStore, type RunPhase, type RunStore } from '../stores/runs/run.ts';
import { keptEpochs } from '../stores/runs/kept-epochs.ts';
import { useOverTimeStore } from '../stores/runs/over-time.ts';
import { series } from '../stores/runs/series.ts';
import { isOfPool, resultsOf, useStudyStore } from '../stores/runs/study.ts';
import { selectModel, useWorkspaceStore } from '../stores/workspace.ts';
import { deviceInUse, newRecord } from './new-record.ts';
import { ask } from '../trainer/bridge.ts';
import { keepCheckpoint, keepModel, noteEndedModel } from './run-actions.ts';
import { runArchive } from './run-archive.ts';
import { runLock } from './run-locks.ts';

/**
 * Minimum time between writes of the parts of a run, at the end of an epoch. If the page crashes, at most this time plus an epoch is lost
 * since the last checkpoint. The model can be written less often, since the checkpoint contains it.
 */
const WRITE_EVERY = { record: 2_000, checkpoint: 15_000, model: 60_000 } as const satisfies Record<
  string,
  Milliseconds
>;

type Progress = Pick<RunStore, 'run' | 'previousRun'>;

/** Records every run: its recipe, its scores and its model. */
export function watchRuns(): () => void {
  const writes = new Writes();
  const onHidden = () => {
    const id = useHistoryStore.getState().current;
    if (id !== undefined && document.visibilityState === 'hidden') writes.writeNow(id);
  };
  document.addEventListener('visibilitychange', onHidden);
  const stops = [
    () => document.removeEventListener('visibilitychange', onHidden),
    useRunStore.subscribe(
      ({ run, previousRun }): Progress => ({ run, previousRun }),
      (now, before) => {
        if (hasStarted(now, before)) {
          startRecord(before.run);
          writes.reset();
        }
        if (!selectIsActive(now)) endRecord(now.run);
      },
      { equalityFn: shallow },
    ),
    useRunStore.subscribe(
      () => series.epochs,
      () => {
        const id = useHistoryStore.getState().current;
        if (id === undefined) return;
        recordChanged(id, reached(id));
        if (series.epochs.length === 0) return;
        void writes.keepDueCheckpoint(id);
        if (writes.isDue('model')) {
          recordChanged(id, { kept: keptOf(id), drawn: drawnSteps() });
          keepBest(id);
        }
        if (writes.isDue('record')) void runArchive.saveRecord(id);
      },
    ),
  ];
  return () => stops.forEach((stop) => stop());
}

/** The times of the last writes. After the first epoch, all parts are due. */
class Writes {
  #at: Partial<Record<keyof typeof WRITE_EVERY, Milliseconds>> = {};
  #isKeepingCheckpoint = false;

  reset(): void {
    this.#at = {};
  }

  /** Whether a part is due. If so, it counts as written now. */
  isDue(part: keyof typeof WRITE_EVERY): boolean {
    const now = performance.now();
    if (now - (this.#at[part] ?? -Infinity) < WRITE_EVERY[part]) return false;
    this.#at[part] = now;
    return true;
  }

  /** Stores a checkpoint if due. If one is still being written, the next epoch tries again. */
  async keepDueCheckpoint(id: RunRecord['id']): Promise<void> {
    if (!this.#isKeepingCheckpoint && this.isDue('checkpoint')) await this.#keepCheckpoint(id);
  }

  async #keepCheckpoint(id: RunRecord['id']): Promise<void> {
    this.#isKeepingCheckpoint = true;
    await keepCheckpoint(id); // never rejects
    this.#isKeepingCheckpoint = false;
  }

  /** Called when the page is hidden: the browser may discard hidden pages, and a page is hidden before it is closed. */
  writeNow(id: RunRecord['id']): void {
    const epoch = series.epochs.at(-1)?.epoch ?? 0;
    if (epoch === 0 || recordOf(id)?.checkpoint?.epoch === epoch) return;
    void this.#keepCheckpoint(id);
    void runArchive.saveRecord(id);
  }
}

/** Whether the run has started: a refused or cancelled one is replaced by the previous run. */
function hasStarted(now: Progress, before: Progress): boolean {
  if (before.run.phase !== 'preparing' || before.run.config === undefined) return false;
  return now.run !== before.previousRun && ['training', 'finished', 'stopped'].includes(now.run.phase);
}

function startRecord(prepared: RunPhase): void {
  const resumed = prepared.phase === 'preparing' ? prepared.resumed?.id : undefined;
  if (resumed === undefined) recordStarted(startedRecord(prepared));
  else recordResumed(resumed);
  const id = useHistoryStore.getState().current!;
  if (resumed === undefined) void noteFingerprints(id);
  // Stored after the lock is held, so that other pages can see that the run is trained here.
  void runLock.hold(id).then(() => runArchive.saveRecord(id));
}

/** Records which data the run is trained on. */
async function noteFingerprints(id: RunRecord['id']): Promise<void> {
  const data = await ask('fingerprints', {}).catch(() => undefined); // the run reports a failing trainer
  if (data !== undefined && recordOf(id) !== undefined) recordChanged(id, { fingerprints: writeFingerprints(data) });
}

/** Records the end of the current run, if there is one. */
function endRecord(run: RunPhase): void {
  const id = useHistoryStore.getState().current;
  if (id === undefined) return;
  runLock.release();
  recordEnded(id, {
    ...reached(id),
    kept: keptOf(id),
    drawn: drawnSteps(),
    reason: reasonOf(run),
    device: deviceInUse(),
  });
  void runArchive.saveEnd(id);
  keepBest(id);
  if (run.phase === 'finished' || hasDiverged(run)) void runArchive.deleteCheckpoint(id);
  if (run.phase === 'stopped') void keepCheckpoint(id);
}

/** The epochs to store for the run on the page; with several seeds those of the best one, once all have ended. */
function keptOf(id: RunRecord['id']): RunRecord['kept'] {
  if (useStudyStore.getState().seeds?.phase === 'running') return undefined;
  const tags = useRunStore.getState().progress.facts?.tags ?? [];
  return keptEpochs(
    series.matrices,
    series.epochs.at(-1)?.bestEpoch,
    useOverTimeStore.getState().sentences,
    tags,
    recordOf(id)?.kept,
  );
}

/** The steps to store for the run on the page; with several seeds those of the best one, once all have ended. */
function drawnSteps(): RunRecord['drawn'] {
  const { facts } = useRunStore.getState().progress;
  if (facts === undefined || useStudyStore.getState().seeds?.phase === 'running') return undefined;
  return { facts, losses: series.losses.slice(), signals: series.signals };
}

function startedRecord(run: RunPhase): Omit<RunRecord, 'name'> {
  const { recipe } = useRecipeStore.getState();
  const { seeds } = useStudyStore.getState();
  const prepared = run.phase === 'preparing' ? run : undefined;
  const record = newRecord(prepared?.config ?? recipe.config, recipe.presetId);
  return {
    ...record,
    recipe: { ...record.recipe, seeds: seeds?.runs.length ?? 1, ...(seeds && isOfPool(seeds) && { unlabelled: true }) },
    from: prepared?.parent === undefined ? 'scratch' : 'model',
    parent: prepared?.parent,
  };
}

/** The current results of the run on the page; with several seeds, only if it is the best so far. */
function reached(id: RunRecord['id']): Pick<RunRecord, 'epochs' | 'seeds'> {
  const { seeds } = useStudyStore.getState();
  const before = recordOf(id)?.epochs ?? [];
  const { epochs } = series;
  const f1 = (of: readonly RecordedEpoch[]) => bestOf({ epochs: of })?.dev.overall.f1 ?? -1;
  return {
    epochs: seeds === undefined || f1(epochs) >= f1(before) ? epochs : before,
    seeds: seeds === undefined || isOfPool(seeds) ? [] : resultsOf(seeds), // teachers and a student have no mean
  };
}

/** A run that fails for such a reason would fail again if resumed. */
const hasDiverged = (run: RunPhase) => run.phase === 'failed' && run.error.code === 'NonFiniteLoss';

function reasonOf(run: RunPhase): RunResult['reason'] {
  return run.phase === 'finished' || run.phase === 'stopped' ? run.done.reason : 'failed';
}

/** Stores the model of a run if it is better than the stored one. With several seeds, the final choice is that of the worker. */
function keepBest(id: RunRecord['id']): void {
  const record = recordOf(id);
  const isOver = useHistoryStore.getState().current === undefined;
  const best = isOver ? record && bestOf(record) : series.bestEpoch; // during several seeds, the one in training is exported
  if (record === undefined) return;
  const f1 = best?.dev.overall.f1 ?? -1;
  const isCalibrated = selectModel(useWorkspaceStore.getState())?.isCalibrated ?? false; // after the end of the run
  const isBetter = f1 > (record.model?.f1 ?? -1) || (isOver && (record.recipe.seeds > 1 || isCalibrated));
  if (best !== undefined && isBetter) void keepModel(id, best.epoch, f1);
  else if (isOver) noteEndedModel(id);
}
