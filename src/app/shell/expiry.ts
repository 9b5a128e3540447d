import type { Milliseconds } from '../../lib/units.ts';
import { discardRemoval } from '../files/files.ts';
import { restorationChanged, useKeptWorkspaceStore } from '../keep/workspace/store.ts';
import { noticesChecked, notesExpired } from '../stores/notices.ts';
import { useRecipeStore } from '../stores/recipe.ts';
import { useHistoryStore } from '../stores/runs/history.ts';
import { selectIsActive, useRunStore } from '../stores/runs/run.ts';
import { useSentenceStore } from '../stores/sentence.ts';
import { filesOf, previousHidden, useWorkspaceStore, type WorkspaceStore } from '../stores/workspace.ts';

/** How long notes and offers to undo a removal are shown. */
export const SHOWN_FOR: Milliseconds = 10 * 60_000;
const EVERY: Milliseconds = 15_000;

/** Removes notices that are not true any more, and old notes and offers while the page is visible. */
export function watchExpiry(): () => void {
  const timer = setInterval(() => {
    if (document.visibilityState === 'visible') expire(Date.now());
  }, EVERY);
  const stops = [
    () => clearInterval(timer),
    useWorkspaceStore.subscribe(({ workspace }) => workspace, noticesChecked),
    useRecipeStore.subscribe(({ recipe }) => recipe, noticesChecked),
    useRunStore.subscribe(selectIsActive, noticesChecked),
    useHistoryStore.subscribe(({ records }) => records, noticesChecked),
    useSentenceStore.subscribe(({ text }) => text, noticesChecked),
    useWorkspaceStore.subscribe(selectContents, restorationOver),
    useRunStore.subscribe(selectIsActive, restorationOver),
  ];
  return () => stops.forEach((stop) => stop());
}

/** Ids of the files and of the model. */
function selectContents({ workspace }: WorkspaceStore): string {
  return [...filesOf(workspace), ...(workspace.model ? [workspace.model] : [])].map(({ id }) => id).join();
}

/** Files and model are no longer as they were restored. */
function restorationOver(): void {
  restorationChanged(filesOf(useWorkspaceStore.getState().workspace).map(({ name }) => name));
}

export function expire(now: Milliseconds): void {
  const time = now - SHOWN_FOR;
  notesExpired(time);
  const { removed, previousSince } = useWorkspaceStore.getState();
  for (const removal of removed) if (removal.at <= time) void discardRemoval(removal);
  if (previousSince !== undefined && previousSince <= time) previousHidden();
  const { restored } = useKeptWorkspaceStore.getState();
  if (restored?.hasOwn === true && restored.at <= time) restorationOver();
}
