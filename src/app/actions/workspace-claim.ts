import type { Milliseconds } from '../../lib/units.ts';
import type { WorkspaceStorage } from '../storage/workspace-storage.ts';
import type { KeptWorkspace } from '../stores/kept-workspace.ts';

type WorkspaceId = KeptWorkspace['id'];

/** Session storage key: survives a reload and a crash of the tab, but not closing it. */
const TAB_KEY = 'tagsmith.workspace';
/** How long to wait for the lock: a page that is being reloaded may still hold it briefly. */
const PATIENCE = 1000;
/** Maximum number of abandoned workspaces: each may have copies of large files. */
const MOST_ABANDONED = 3;
const LONGEST_ABANDONED: Milliseconds = 7 * 24 * 60 * 60 * 1000;

/** Locks exist only in secure contexts. */
const locks = (): LockManager | undefined => navigator.locks;
const lockOf = (id: WorkspaceId) => `tagsmith-workspace-${id}`;

/**
 * Claims a workspace that no other page has: that of this tab, or, in a new tab, the latest one. Every page holds a lock on its workspace
 * while it is open. After a restart of the browser, other tabs may not be loaded yet, so their workspaces are kept for a week.
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
    // Storage is blocked: after a reload this counts as a new tab.
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

/** Acquires the lock until the page is closed. @returns whether this succeeded */
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

/** Deletes workspaces whose pages are closed, except for the latest ones. @param all latest first */
async function deleteAbandoned(storage: WorkspaceStorage, all: readonly KeptWorkspace[]): Promise<void> {
  const query = await locks()?.query();
  if (query === undefined) return;
  const held = new Set((query.held ?? []).map(({ name }) => name));
  const abandoned = all.filter(({ id }) => !held.has(lockOf(id)));
  const old = abandoned.filter(({ changedAt }, i) => i >= MOST_ABANDONED || Date.now() - changedAt > LONGEST_ABANDONED);
  await storage.delete(old.map(({ id }) => id));
}
