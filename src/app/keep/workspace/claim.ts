import { tabText } from '../../../lib/browser-text.ts';
import { hasLocks, heldLocks, takeLock } from '../../../lib/locks.ts';
import type { Milliseconds } from '../../../lib/units.ts';
import type { WorkspaceStorage } from '../workspace-storage.ts';
import type { KeptWorkspace } from './store.ts';

type WorkspaceId = KeptWorkspace['id'];

/** Session storage key: survives a reload and a crash of the tab, but not closing it. */
const TAB_KEY = 'tagsmith.workspace';
/** How long to wait for the lock: a page that is being reloaded may still hold it briefly. */
const PATIENCE = 1000;
/** Maximum number of abandoned workspaces: each may have copies of large files. */
const MOST_ABANDONED = 3;
const LONGEST_ABANDONED: Milliseconds = 7 * 24 * 60 * 60 * 1000;

const lockOf = (id: WorkspaceId) => `tagsmith-workspace-${id}`;

/**
 * Claims a workspace that no other page has: that of this tab, or, in a new tab, the latest one. Every page holds a lock on its workspace
 * while it is open. After a restart of the browser, other tabs may not be loaded yet, so their workspaces are kept for a week.
 */
export async function claimWorkspace(
  storage: WorkspaceStorage,
): Promise<{ id: WorkspaceId; kept: KeptWorkspace | undefined }> {
  const own = tabText.read(TAB_KEY) ?? undefined;
  const all = await storage.all();
  const wanted = own === undefined ? all : all.filter(({ id }) => id === own);
  for (const kept of wanted) {
    if (!(await takeLock(lockOf(kept.id), kept.id === own ? AbortSignal.timeout(PATIENCE) : undefined))) continue;
    await deleteAbandoned(storage, all);
    return taken(kept.id, kept);
  }
  await deleteAbandoned(storage, all);
  const id = crypto.randomUUID();
  await takeLock(lockOf(id));
  return taken(id, undefined);
}

/** If storage is blocked, this counts as a new tab after a reload. */
function taken(id: WorkspaceId, kept: KeptWorkspace | undefined): { id: WorkspaceId; kept: KeptWorkspace | undefined } {
  tabText.write(TAB_KEY, id);
  return { id, kept };
}

/**
 * Deletes workspaces whose pages are closed, except for the latest ones. One without a readable time is kept as long
 * from now on.
 *
 * @param all latest first
 */
async function deleteAbandoned(storage: WorkspaceStorage, all: readonly KeptWorkspace[]): Promise<void> {
  if (!hasLocks()) return; // the others may be open
  const held = await heldLocks();
  const closed = all.filter(({ id }) => !held.has(lockOf(id)));
  const hasTime = ({ damaged = [] }: KeptWorkspace) => !damaged.includes('changedAt');
  const abandoned = closed.filter(hasTime);
  const isOld = (time: Milliseconds) => Date.now() - time > LONGEST_ABANDONED;
  const old = abandoned.filter(({ changedAt }, i) => i >= MOST_ABANDONED || isOld(changedAt));
  const undated = closed.filter((one) => !hasTime(one));
  const expired = undated.filter(({ foundAt }) => foundAt !== undefined && isOld(foundAt));
  await storage.delete([...old, ...expired].map(({ id }) => id));
  const found = undated.filter(({ foundAt }) => foundAt === undefined);
  if (found.length > 0) await storage.noteFound(found.map(({ id }) => id), Date.now()); // prettier-ignore
}
