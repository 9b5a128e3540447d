import { StudioError } from '../../lib/errors.ts';
import { crcOfFile } from '../files/crc-of-file.ts';
import type { RunBlobs, RunStorage } from './run-storage.ts';
import {
  bestAmong,
  recordChanged,
  recordOf,
  recordsAdded,
  recordsDiscarded,
  recordsRestored,
  recordStored,
  selectIsElsewhere,
  trainedElsewhere,
  useHistoryStore,
  type DeletedRun,
  type RunRecord,
} from '../stores/runs/history.ts';
import { keepingSwitched, usePreferenceStore } from '../stores/preferences.ts';
import { modelUnsaved, useWorkspaceStore } from '../stores/workspace.ts';
import { forgetResults } from './kept-results.ts';
import { forgetEnd, noteEnd, isOver, withNotedEnd } from './run-ends.ts';
import { isTrainedElsewhere, whenReleased } from './run-locks.ts';
import { ReportedWrites } from './reported-writes.ts';
import { reportDamage } from './damaged-runs.ts';

/** Maximum number of stored models. Those of older runs are deleted, except the best; records are kept. */
export const MOST_MODELS = 20;

/** Checkpoints are several times as large as models. */
const MOST_CHECKPOINTS = 3;

type RunId = RunRecord['id'];
/** Data to store with a record, computed at the time of writing. `record`: changed fields of the record. */
interface Saved {
  record?: Partial<RunRecord>;
  blobs?: RunBlobs;
}

const writesOfRuns = () =>
  new ReportedWrites(
    'This run could not be stored in this browser',
    'The run is available until this page is closed. Export the model if you need it, or delete runs to free space.',
  );

/**
 * Stores the runs of the history store in the browser, and synchronises them with its other pages. Models that are not stored, because the
 * preference is off or there is no space, stay in memory until the page is closed.
 */
export class RunArchive {
  /** Undefined: this page stores nothing. */
  #storage: RunStorage | undefined;
  readonly #unstored = new Map<RunId, Blob>();
  /** Records as this page last read or wrote them: only differences are written. */
  readonly #bases = new Map<RunId, RunRecord>();
  /** Writes one after the other, so that the last state of a run wins. */
  #writes = writesOfRuns();
  #stops: (() => void)[] = [];

  /** Shows the runs of earlier sessions, and stores those of this one. @param loading the first writes wait for it */
  async open(loading: Promise<RunStorage>): Promise<void> {
    const pages = new BroadcastChannel('tagsmith-runs');
    pages.addEventListener('message', ({ data }: MessageEvent<RunId>) => void this.#reload(data));
    this.#stops = [
      () => pages.close(),
      usePreferenceStore.subscribe(
        ({ isKeepingRuns }) => isKeepingRuns,
        (isKeeping) => {
          if (isKeeping) return;
          this.#recordsLoseStored();
          forgetResults();
        },
      ),
    ];
    this.#notifyPages = (id) => pages.postMessage(id);
    await this.#writes.run(async () => {
      this.#storage = await loading;
    });
    await this.#readAll();
  }

  /** Stops storing, and clears the memory. */
  close(): void {
    this.#stops.forEach((stop) => stop());
    this.#stops = [];
    this.#storage = undefined;
    this.#unstored.clear();
    this.#bases.clear();
    this.#writes = writesOfRuns();
    this.#notifyPages = () => undefined;
  }

  saveRecord(id: RunId): Promise<void> {
    return this.#save(id);
  }

  /**
   * Stores the record of a run that has ended. The end is also noted synchronously, so that the run does not look interrupted if the page
   * is closed first or the write fails. The record is then stored in the next session.
   */
  saveEnd(id: RunId): Promise<void> {
    const reason = recordOf(id)?.reason;
    if (reason !== undefined && this.#activeStorage !== undefined) noteEnd(id, reason);
    return this.#save(id);
  }

  /** @param about the epoch of the model, and its F1 on dev */
  async saveModel(id: RunId, about: { name?: string; epoch: number; f1: number }, bundle: Blob): Promise<void> {
    recordChanged(id, { model: { ...about, bytes: bundle.size } });
    await this.#saveBundle(id, bundle);
    await this.#deleteOldModels();
  }

  /** The record refers to the checkpoint only once it is stored. */
  async saveCheckpoint(id: RunId, epoch: number, contents: Blob): Promise<void> {
    const checkpoint = { epoch, bytes: contents.size };
    await this.#save(id, { record: { checkpoint }, blobs: { checkpoint: contents } });
    const { records } = useHistoryStore.getState();
    const old = records.filter((record) => record.checkpoint !== undefined).slice(MOST_CHECKPOINTS);
    for (const record of old) await this.deleteCheckpoint(record.id);
  }

  /** Queued, since a checkpoint may be about to be written. */
  deleteCheckpoint(id: RunId): Promise<void> {
    return this.#writes.run(async () => {
      recordChanged(id, { checkpoint: undefined });
      await this.#saveNow(id, { blobs: { checkpoint: undefined } });
    });
  }

  /** @returns undefined if it was deleted */
  async model(id: RunId): Promise<Blob | undefined> {
    return this.#unstored.get(id) ?? (await this.#activeStorage?.model(id));
  }

  /** The model and the checkpoint of a run, damaged or not. */
  async blobs(id: RunId): Promise<Pick<DeletedRun, 'model' | 'checkpoint'>> {
    const { model, checkpoint } = (await this.#activeStorage?.blobs(id)) ?? {};
    return { model: this.#unstored.get(id) ?? model, checkpoint };
  }

  /** @returns undefined if it was deleted */
  async checkpoint(id: RunId): Promise<Blob | undefined> {
    return this.#activeStorage?.checkpoint(id);
  }

  /** Whether the model of a run is stored, if it has one. */
  isStored(id: RunId): boolean {
    return this.#activeStorage !== undefined && !this.#unstored.has(id);
  }

  /** Deletes runs from the storage only: the page still has their records. */
  delete(ids: readonly RunId[]): Promise<void> {
    return this.#writes.run(async () => {
      ids.forEach((id) => this.#unstored.delete(id));
      await this.#activeStorage?.delete(ids);
      ids.forEach((id) => this.#notifyPages(id));
      this.#writes.succeeded();
    });
  }

  /** Restores deleted runs, on the page and in the storage. */
  async restoreDeleted(): Promise<void> {
    const { deleted } = useHistoryStore.getState();
    recordsRestored();
    for (const { record, model, checkpoint } of deleted) {
      if (model !== undefined) this.#unstored.set(record.id, model);
      this.#bases.delete(record.id);
      await this.#save(record.id, { blobs: { model, checkpoint } });
    }
  }

  /** Sets the preference. When it is switched off, everything moves from the storage to memory. */
  async setKeeping(isKeeping: boolean): Promise<void> {
    const { records } = useHistoryStore.getState();
    if (isKeeping) {
      keepingSwitched(true);
      await this.#readAll();
      for (const { id } of records) {
        const bundle = this.#unstored.get(id);
        await (bundle === undefined ? this.saveRecord(id) : this.#saveBundle(id, bundle));
      }
      return;
    }
    for (const { id } of records) {
      const { model: bundle } = await this.blobs(id);
      if (bundle !== undefined) this.#unstored.set(id, bundle);
    }
    keepingSwitched(false);
    const { model } = useWorkspaceStore.getState().workspace;
    if (model !== undefined && useHistoryStore.getState().makers[model.id] !== undefined) modelUnsaved(); // other models came from a file
    await this.#writes.run(async () => this.#storage?.deleteAll());
  }

  /** The storage, if the preference is on. */
  get #activeStorage(): RunStorage | undefined {
    return usePreferenceStore.getState().isKeepingRuns ? this.#storage : undefined;
  }

  /** Notifies the other tabs of this browser which run has changed. */
  #notifyPages: (id: RunId) => void = () => undefined;

  #readAll(): Promise<void> {
    return this.#writes.run(async () => this.#read((await this.#activeStorage?.records()) ?? []));
  }

  /** Called when another page has changed a run. */
  async #reload(id: RunId): Promise<void> {
    const storage = this.#activeStorage;
    if (storage === undefined || useHistoryStore.getState().current === id) return;
    const record = await storage.record(id);
    if (record === undefined) recordsDiscarded([id]);
    else this.#read([record]);
  }

  #read(records: readonly RunRecord[]): void {
    records.forEach((record) => this.#bases.set(record.id, record));
    const known = records.map(withNotedEnd);
    recordsAdded(known);
    if (this.#activeStorage !== undefined) reportDamage(known, this.#activeStorage);
    for (const { id, reason, checkpoint } of known) {
      if (reason === undefined) void this.#watchElsewhere(id);
      // The storage was full at its last writes.
      else if (checkpoint !== undefined && isOver(reason)) void this.deleteCheckpoint(id);
    }
  }

  /** Watches a run without an end: it is in progress on another page, or was interrupted. */
  async #watchElsewhere(id: RunId): Promise<void> {
    if (selectIsElsewhere(useHistoryStore.getState(), id) || !(await isTrainedElsewhere(id))) return;
    trainedElsewhere(id, true);
    await whenReleased(id);
    trainedElsewhere(id, false);
    await this.#reload(id);
  }

  /** Keeps a model in memory until it is stored. The latest is stored, which the record describes, not one that it has replaced. */
  async #saveBundle(id: RunId, bundle: Blob): Promise<void> {
    this.#unstored.set(id, bundle);
    await this.#writes.run(async () => {
      const model = this.#unstored.get(id);
      if (model === undefined) return;
      const crc = await crcOfFile(model);
      const about = recordOf(id)?.model;
      if (this.#unstored.get(id) !== model) return; // a later one is about to be stored
      await this.#saveNow(id, { ...(about && { record: { model: { ...about, crc } } }), blobs: { model } });
    });
  }

  async #deleteOldModels(): Promise<void> {
    const { records } = useHistoryStore.getState();
    const old = records
      .filter(({ model }) => model !== undefined)
      .slice(MOST_MODELS)
      .filter((record) => bestAmong(records, record) !== record);
    for (const { id } of old) {
      this.#unstored.delete(id);
      recordChanged(id, { model: undefined, kept: undefined });
      await this.#save(id, { blobs: { model: undefined } });
    }
  }

  /** Queues a write of a run, in its state at that time. */
  #save(id: RunId, saved: Saved = {}): Promise<void> {
    return this.#writes.run(() => this.#saveNow(id, saved));
  }

  /** Does nothing if the run was deleted, or the preference is off. */
  async #saveNow(id: RunId, { record: added, blobs }: Saved): Promise<void> {
    const before = recordOf(id);
    const storage = this.#activeStorage;
    if (before === undefined || storage === undefined) return;
    const base = this.#bases.get(id);
    // A stored record refers to a model only if the model is stored before or with it.
    const isWaiting = this.#unstored.has(id) && !(blobs !== undefined && 'model' in blobs);
    const record = { ...before, ...added, ...(isWaiting && { model: base?.model }) };
    const stored = await storage.save(record, blobs, base);
    if (stored === undefined) {
      recordsDiscarded([id]); // deleted on another page
      return;
    }
    this.#writes.succeeded();
    if (stored.reason !== undefined) forgetEnd(id);
    // If the preference was switched off in the meantime, the storage is about to be emptied.
    if (this.#unstored.get(id) === blobs?.model && this.#activeStorage !== undefined) this.#unstored.delete(id);
    this.#bases.set(id, stored);
    recordStored(id, before, isWaiting ? { ...stored, model: before.model } : stored);
    this.#notifyPages(id);
  }

  /** Updates the records when stored data are lost: checkpoints, and models that are not in memory. */
  #recordsLoseStored(): void {
    this.#bases.clear();
    for (const { id, model } of useHistoryStore.getState().records) {
      recordChanged(id, { checkpoint: undefined, ...(!this.#unstored.has(id) && model && { model: undefined }) });
    }
  }
}

/** The instance of this page. */
export const runArchive = new RunArchive();

/** A model to load: that of a run, or, without `run`, the current model. */
export interface RunModel {
  name: string;
  run: RunRecord['id'] | undefined;
}

/** The exported model of a run; undefined for the current model. @throws StudioError BadModel if it was deleted */
export async function bundleOf({ name, run }: RunModel): Promise<Blob | undefined> {
  if (run === undefined) return undefined;
  const bundle = await runArchive.model(run);
  if (bundle !== undefined) return bundle;
  throw new StudioError('BadModel', `The model of ${name} is no longer in this browser. Choose another one.`);
}
