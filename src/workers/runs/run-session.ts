import { ablated, type AblationRow } from '../../config/ablation.ts';
import type { RunConfig } from '../../config/schema.ts';
import { readSavedRun, writeSavedRun } from '../../export/saved-run.ts';
import { breathe } from '../../lib/breathe.ts';
import { serializeError, StudioError, throwIfAborted } from '../../lib/errors.ts';
import { disposeWeights } from '../../model/weights.ts';
import { checkConfig } from '../../runs/plan.ts';
import { prepareRun, type RunSource } from '../../runs/prepare.ts';
import type { SavedRun } from '../../runs/saved-run.ts';
import { seedRuns, study, type StudyEvent } from '../../runs/study.ts';
import { kindOfSteps, timeSteps } from '../../runs/time-steps.ts';
import type { DeviceKeeper } from '../../runs/train-to-end.ts';
import type { LoadedFiles } from '../files/loaded-files.ts';
import type { Activity } from '../models/activity.ts';
import type { ModelSlot } from '../models/model-slot.ts';
import type { WorkerDevice } from '../models/worker-device.ts';
import type { Emit, SavedCheckpoint } from '../wire/protocol.ts';
import { driveAblation } from './ablation-run.ts';
import { RunControl } from './run-control.ts';
import { startFromModel, startFromScratch, type RunStart } from './run-start.ts';
import { SeedsRun } from './seeds-run.ts';

/** What a run works with. */
export interface RunSessionContext {
  emit: Emit;
  activity: Activity;
  device: WorkerDevice;
  files: LoadedFiles;
  models: ModelSlot;
}

export interface StartRequest {
  config: RunConfig;
  from: 'scratch' | 'model';
  seeds: number;
}

/** Starts, steers and ends what is trained: one run, several seeds, or an ablation; one of them at a time. */
export class RunSession {
  readonly #context: RunSessionContext;
  #control: RunControl | undefined;
  /** The last run, where it was stopped. */
  #stopped: SavedRun | undefined;

  constructor(context: RunSessionContext) {
    this.#context = context;
  }

  pause(): void {
    this.#control?.pause();
  }

  resume(): void {
    this.#control?.resume();
  }

  stop(): void {
    this.#control?.stop();
  }

  checkpoint(): SavedCheckpoint | undefined {
    const saved = this.#control === undefined ? this.#stopped : this.#control.saved;
    return saved && { epoch: saved.checkpoint.epoch, contents: new Blob([writeSavedRun(saved)]) };
  }

  /**
   * Starts a run, or one for each of several seeds, and returns once the first is under way. Fails with `Cancelled`, and changes
   * nothing, where `signal` is aborted before.
   */
  start(request: StartRequest, signal: AbortSignal): Promise<void> {
    return this.#startSeeds(request, undefined, signal);
  }

  /** Resumes an unfinished run from its checkpoint; as `start`. */
  async startFromCheckpoint(checkpoint: Blob, signal: AbortSignal): Promise<RunConfig> {
    const saved = readSavedRun(new Uint8Array(await checkpoint.arrayBuffer()));
    await this.#startSeeds({ config: saved.config, from: 'scratch', seeds: 1 }, saved, signal);
    return saved.config;
  }

  /**
   * Trains the rows of an ablation one after the other, and returns once the first is under way. The model that tags
   * stays. Fails with `Cancelled` where `signal` is aborted before.
   */
  ablate(recipe: RunConfig, rows: readonly AblationRow[], seeds: number, signal: AbortSignal): Promise<void> {
    const { activity, emit, files, models } = this.#context;
    return activity.starting('start an ablation', async () => {
      if (rows.length === 0)
        throw new StudioError('BadConfig', 'No row of the ablation is chosen. Choose one or more.');
      const runs = rows.flatMap((row) => seedRuns(row.label, ablated(recipe, row), seeds, row));
      for (const { config } of runs) checkConfig(config);
      await models.ensureDevice();
      const source = files.source();
      await this.#settleDevice(recipe, source, prepareRun, signal);
      const control = new RunControl();
      const events = study(runs, source, {
        signal: control.signal,
        device: this.#keeper(() => models.restore()),
        test: files.test(source.style),
      });
      const first = await firstRun(events, signal);
      void this.#drive(control, () => driveAblation(control, emit, first, events));
    });
  }

  #startSeeds({ config, from, seeds }: StartRequest, resume: SavedRun | undefined, signal: AbortSignal): Promise<void> {
    const { activity, device, emit, files, models } = this.#context;
    return activity.starting('start another run', async () => {
      checkConfig(config);
      await models.ensureDevice();
      const source = files.source();
      const { prepare, name, stored, provenance } = this.#startOf(from, source);
      await this.#settleDevice(config, source, prepare, signal);
      const parts = { name, stored, provenance: { ...provenance, device: device.description } };
      const control = new RunControl();
      const events = study(seedRuns('seeds', config, seeds), source, {
        signal: control.signal,
        device: this.#keeper(),
        test: seeds === 1 ? undefined : files.test(source.style),
        prepare,
        resume,
        release: () => undefined, // a model leaves the device when another takes its place
      });
      const run = new SeedsRun(control, { emit, models, parts, seeds });
      const first = await firstRun(events, signal);
      await run.begin(first);
      if (seeds === 1 && from === 'scratch') control.origin = { config, fingerprint: first.fingerprint };
      if (resume !== undefined) run.resumeFrom(resume.checkpoint);
      void this.#drive(control, () => run.drive(events));
    });
  }

  #startOf(from: StartRequest['from'], source: RunSource): RunStart {
    const { files, models } = this.#context;
    if (from === 'scratch') return startFromScratch(files, source);
    if (models.current === undefined)
      throw new StudioError('NotReady', 'There is no model to train further. Train one first.');
    return startFromModel(models.current, files, source);
  }

  /** @param train reports the end of what it trains, unless it fails */
  async #drive(control: RunControl, train: () => Promise<void>): Promise<void> {
    const { activity, emit } = this.#context;
    this.#control = control;
    activity.isRunning = true;
    this.#stopped = undefined;
    try {
      await train();
    } catch (error) {
      emit('failed', serializeError(error));
    } finally {
      this.#control = undefined;
      activity.isRunning = false;
      if (control.signal.aborted) this.#stopped = control.saved;
    }
  }

  /** @param restore uploads what else was on a lost device to the next one */
  #keeper(restore: () => void = () => undefined): DeviceKeeper {
    const { device } = this.#context;
    return {
      isLost: (error) => device.isLost(error),
      replace: async (epoch) => {
        await device.replace(epoch);
        restore();
      },
    };
  }

  /** Where there are two devices, opens the one that trains this faster; the model that tags moves with it. */
  async #settleDevice(config: RunConfig, source: RunSource, prepare: RunStart['prepare'], signal: AbortSignal) {
    const { device, models } = this.#context;
    const kind = kindOfSteps(config, source);
    const settle = () => device.settle(kind, (onStep) => timeSteps(config, source, { prepare, signal, onStep }));
    await (device.isUnsettled(kind) ? models.offDevice(settle) : settle());
  }
}

/**
 * A study's first event, which comes once its first run is prepared. Fails with `Cancelled`, and leaves nothing on the device,
 * where `signal` is aborted before.
 */
async function firstRun(
  events: AsyncGenerator<StudyEvent, void>,
  signal: AbortSignal,
): Promise<StudyEvent & { kind: 'begin' }> {
  throwIfAborted(signal);
  const { value } = await events.next();
  if (value?.kind !== 'begin') throw new StudioError('Internal', 'There is nothing to train.');
  await breathe(); // receives an abort that was sent while it was prepared
  if (signal.aborted) {
    await events.return();
    disposeWeights(value.model.weights);
    throwIfAborted(signal);
  }
  return value;
}
