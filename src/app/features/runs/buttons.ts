import type { RunRecord } from '../../stores/history.ts';

/** Ids of what the focus goes to. */
export const UNDO_BUTTON = 'undo-runs';

export const menuButton = (id: RunRecord['id']) => `run-actions-${id}`;

/** Of the view's tab. */
export const RUNS_TAB = 'run-view-tab-runs';
