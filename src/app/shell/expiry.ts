import type { Milliseconds } from '../../lib/units.ts';
import { discardRemoval } from '../files/files.ts';
import { notesExpired } from '../stores/notices.ts';
import { previousHidden, useWorkspaceStore } from '../stores/workspace.ts';

/** How long notes and offers to undo a removal are shown. */
export const SHOWN_FOR: Milliseconds = 10 * 60_000;
const EVERY: Milliseconds = 15_000;

/** Removes old notes and offers, while the page is visible. */
export function watchExpiry(): () => void {
  const timer = setInterval(() => {
    if (document.visibilityState === 'visible') expire(Date.now());
  }, EVERY);
  return () => clearInterval(timer);
}

export function expire(now: Milliseconds): void {
  const time = now - SHOWN_FOR;
  notesExpired(time);
  const { removed, previousSince } = useWorkspaceStore.getState();
  for (const removal of removed) if (removal.at <= time) void discardRemoval(removal);
  if (previousSince !== undefined && previousSince <= time) previousHidden();
}
