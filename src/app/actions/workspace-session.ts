import type { WorkspaceStorage } from '../storage/workspace-storage.ts';
import type { FileUse } from '../file-use.ts';
import type { KeptWorkspace } from '../stores/kept-workspace.ts';
import { usePreferenceStore } from '../stores/preferences.ts';
import { restoreWorkspace, startOver, unlockFiles, type LockedFiles } from './restore-workspace.ts';
import { claimWorkspace } from './workspace-claim.ts';
import { WorkspaceKeeper } from './workspace-keeper.ts';

/** The workspace of this page: what it was when the page was closed comes back, and what changes is kept. */
export class WorkspaceSession {
  #uses: readonly FileUse[] = [];
  #locked: LockedFiles = new Map();
  #stop: () => void = () => undefined;

  /**
   * Restores what is kept for this page, and keeps it from then on. A browser that stores nothing has reported so for the runs already.
   *
   * @param canRestore false if the page has begun to load the sample
   * @returns whether there was anything
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
    this.#uses = kept?.files ?? [];
    const keeper = new WorkspaceKeeper(id, storage, stored, () => this.#waiting(kept));
    this.#stop = keeper.watch();
    void keeper.save();
    return isRestoring;
  }

  close(): void {
    this.#stop();
    this.#stop = () => undefined;
    this.#locked = new Map();
    this.#uses = [];
  }

  /** Called at a click: only then the browser asks for permission. */
  unlock(): Promise<void> {
    return unlockFiles(this.#locked, this.#uses);
  }

  startOver(): Promise<void> {
    this.#locked.clear();
    return startOver();
  }

  /** What is not there yet, as the browser has to ask first: it stays kept. */
  #waiting(kept: KeptWorkspace | undefined): Pick<KeptWorkspace, 'sources' | 'files'> {
    if (this.#locked.size === 0) return { sources: [], files: [] };
    return { sources: kept?.sources.filter(({ name }) => this.#locked.has(name)) ?? [], files: this.#uses };
  }
}

/** Of this page. */
export const workspaceSession = new WorkspaceSession();
