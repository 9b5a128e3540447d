import type { Milliseconds } from '../../lib/units.ts';
import { discardRemoval } from '../files/files.ts';
import { notesExpired, noticesWithdrawn } from '../stores/notices.ts';
import { previousHidden, selectFiles, useWorkspaceStore } from '../stores/workspace.ts';
import type { CorpusFile } from '../../workers/wire/payloads.ts';

/** How long notes and offers to undo a removal are shown. */
export const SHOWN_FOR: Milliseconds = 10 * 60_000;
const EVERY: Milliseconds = 15_000;

/** Removes old notes and offers, while the page is visible, and the note on an unused file when it no longer holds. */
export function watchExpiry(): () => void {
  const timer = setInterval(() => {
    if (document.visibilityState === 'visible') expire(Date.now());
  }, EVERY);
  const stop = useWorkspaceStore.subscribe(selectFiles, (files) => {
    if (!isSampleUsedInstead(files)) noticesWithdrawn('unused file');
  });
  return () => {
    clearInterval(timer);
    stop();
  };
}

/** Whether the sample is there because a file of the user cannot be trained on. */
function isSampleUsedInstead(files: readonly CorpusFile[]): boolean {
  return files.some(({ isSample }) => isSample) && files.some(({ role, isSample }) => role === 'unused' && !isSample);
}

export function expire(now: Milliseconds): void {
  const time = now - SHOWN_FOR;
  notesExpired(time);
  const { removed, previousSince } = useWorkspaceStore.getState();
  for (const removal of removed) if (removal.at <= time) void discardRemoval(removal);
  if (previousSince !== undefined && previousSince <= time) previousHidden();
}
