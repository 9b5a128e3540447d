import type { StoreApi } from 'zustand';
import { takeKeptFiles } from '../../src/app/actions/kept-files.ts';
import { closeHistory } from '../../src/app/actions/kept-runs.ts';
import { unlockRun } from '../../src/app/actions/run-locks.ts';
import { useDeviceStore } from '../../src/app/stores/device.ts';
import { useHistoryStore } from '../../src/app/stores/history.ts';
import { useInspectStore } from '../../src/app/stores/inspect.ts';
import { useNoticeStore } from '../../src/app/stores/notices.ts';
import { useRecipeStore } from '../../src/app/stores/recipe.ts';
import { useRunStore } from '../../src/app/stores/run.ts';
import { series } from '../../src/app/stores/series.ts';
import { useSpeedStore } from '../../src/app/stores/speed.ts';
import { useStudyStore } from '../../src/app/stores/study.ts';
import { useViewStore } from '../../src/app/stores/view.ts';
import { useWorkspaceStore } from '../../src/app/stores/workspace.ts';

/** A page on which nothing has happened yet. */
export function resetStores(): void {
  reset(useDeviceStore);
  reset(useHistoryStore);
  reset(useInspectStore);
  reset(useNoticeStore);
  reset(useRecipeStore);
  reset(useRunStore);
  reset(useSpeedStore);
  reset(useStudyStore);
  reset(useViewStore);
  reset(useWorkspaceStore);
  series.clear();
  closeHistory();
  unlockRun();
  takeKeptFiles(() => true);
}

function reset<State>(store: StoreApi<State>): void {
  store.setState(store.getInitialState(), true);
}
