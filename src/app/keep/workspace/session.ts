import type { WorkspaceStorage } from '../workspace-storage.ts';
import type { KeptWorkspace } from './store.ts';
import { usePreferenceStore } from '../../stores/preferences.ts';
import { restoreWorkspace, sourcesWithoutUse, startOver, unlockFiles, type LockedFiles } from './restore.ts';
import { claimWorkspace } from './claim.ts';
import { WorkspaceKeeper } from './keeper.ts';

/** The workspace of this page: restores it when the page is opened, and saves changes. */
export class WorkspaceSession {
  /** As it was stored when the page was opened. */
  #kept: KeptWorkspace | undefined;
  #locked: LockedFiles = new Map();
  #stop: () => void = () => undefined;
  #startingOver: Promise<void> | undefined;

  /**
   * Restores the stored workspace of this page, and saves it from then on. A failing storage is not reported: this was done for runs.
   *
   * @param canRestore false if the page has started to load the sample
   * @returns whether there was a stored workspace
   */
  async open(storage: WorkspaceStorage, canRestore: boolean): Promise<boolean> {
    const { isKeepingRuns } = usePreferenceStore.getState();
    const claimed = isKeepingRuns ? await claimWorkspace(storage).catch(() => undefined) : undefined;
    if (isKeepingRuns && claimed === undefined) return false;
    const { id = crypto.randomUUID(), kept } = claimed ?? {};
    const isRestoring = canRestore && kept !== undefined;
    const { stored = [], locked = new Map() } = isRestoring
      ? await restoreWorkspace(storage, kept, location.hash.length > 1)
      : {};
    this.#locked = locked;
    this.#kept = kept;
    const keeper = new WorkspaceKeeper(id, storage, stored, () => this.#waiting());
    this.#stop = keeper.watch();
    void keeper.save();
    return isRestoring;
  }

  close(): void {
    this.#stop();
    this.#stop = () => undefined;
    this.#locked = new Map();
    this.#kept = undefined;
  }

  /** Reads the locked files. Called on a click, since the browser asks for permission only then. */
  async unlock(): Promise<void> {
    if (this.#kept !== undefined) await unlockFiles(this.#locked, this.#kept);
  }

  /** Once at a time: a second one would take the files that the first has removed for earlier ones, which it forgets. */
  startOver(): Promise<void> {
    this.#locked.clear();
    this.#startingOver ??= startOver().finally(() => (this.#startingOver = undefined));
    return this.#startingOver;
  }

  /** The files that still need permission, which stay stored. */
  #waiting(): Pick<KeptWorkspace, 'sources' | 'files'> {
    if (this.#locked.size === 0 || this.#kept === undefined) return { sources: [], files: [] };
    const { sources, files } = this.#kept;
    const lost = sourcesWithoutUse(this.#kept);
    const waiting = sources.filter(({ name }) => this.#locked.has(name));
    return { sources: waiting.map((one) => (lost.includes(one) ? { ...one, isUseLost: true } : one)), files };
  }
}

/** The instance of this page. */
export const workspaceSession = new WorkspaceSession();
