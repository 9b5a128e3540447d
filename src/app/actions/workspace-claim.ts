import type { Milliseconds } from '../../lib/units.ts';
import type { WorkspaceStorage } from '../storage/workspace-storage.ts';
import type { KeptWorkspace } from '../stores/kept-workspace.ts';

type WorkspaceId = KeptWorkspace['id'];

/** Outlives a reload and a crash of the tab, but not the tab. */
const TAB_KEY = 'tagsmith.workspace';
/** A page that is being reloaded may hold its lock for a moment longer. */
const PATIENCE = 1000;
/** Each may have copies of large files. */
const MOST_ABANDONED = 3;
const LONGEST_ABANDONED: Milliseconds = 7 * 24 * 60 * 60 * 1000;

/** Browsers have locks in secure contexts only. */
const locks = (): LockManager | undefined => navigator.locks;
const lockOf = (id: WorkspaceId) => `tagsmith-workspace-${id}`;

/**
 * Takes a workspace that no other page has: that of this tab, or, in a new tab, the latest one. Every page holds a lock on its own as long
 * as it lives. After a restart of the browser other tabs may still be about to be loaded: what they had stays for a week.
 */
export async function claimWorkspace(
  storage: WorkspaceStorage,
): Promise<{ id: WorkspaceId; kept: KeptWorkspace | undefined }> {
  const own = tabWorkspace();
  const all = await storage.all();
  const wanted = own === undefined ? all : all.filter(({ id }) => id === own);
  for (const kept of wanted) {
    if (!(await hold(kept.id, kept.id === own ? PATIENCE : 0))) continue;
    await deleteAbandoned(storage, all);
    return taken(kept.id, kept);
  }
  await deleteAbandoned(storage, all);
  const id = crypto.randomUUID();
  await hold(id, 0);
  return taken(id, undefined);
}

function taken(id: WorkspaceId, kept: KeptWorkspace | undefined): { id: WorkspaceId; kept: KeptWorkspace | undefined } {
  try {
    sessionStorage.setItem(TAB_KEY, id);
  } catch {
    // Storage is blocked: after a reload this is a new tab.
  }
  return { id, kept };
}

function tabWorkspace(): WorkspaceId | undefined {
  try {
    return sessionStorage.getItem(TAB_KEY) ?? undefined;
  } catch {
    return undefined;
  }
}

/** @returns whether this page holds the lock now; it does until it is closed */
function hold(id: WorkspaceId, patience: number): Promise<boolean> {
  return new Promise((resolve) => {
    const options = patience === 0 ? { ifAvailable: true } : { signal: AbortSignal.timeout(patience) };
    const request = locks()?.request(lockOf(id), options, (lock) => {
      resolve(lock !== null);
      return lock === null ? undefined : new Promise<void>(() => undefined);
    });
    if (request === undefined) resolve(true);
    else request.catch(() => resolve(false)); // it took too long
  });
}

/** Workspaces whose pages are gone, but for the latest ones. @param all the latest first */
async function deleteAbandoned(storage: WorkspaceStorage, all: readonly KeptWorkspace[]): Promise<void> {
  const query = await locks()?.query();
  if (query === undefined) return;
  const held = new Set((query.held ?? []).map(({ name }) => name));
  const abandoned = all.filter(({ id }) => !held.has(lockOf(id)));
  const old = abandoned.filter(({ changedAt }, i) => i >= MOST_ABANDONED || Date.now() - changedAt > LONGEST_ABANDONED);
  await storage.delete(old.map(({ id }) => id));
}
