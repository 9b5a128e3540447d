import type { Milliseconds } from '../../../lib/units.ts';

// recharts is half of the page's code, and nothing is drawn before the first step.
export const loadLossChart = () => import('./LossChart.tsx');
export const loadF1Chart = () => import('./F1Chart.tsx');
export const loadSeedsChart = () => import('../study/SeedsChart.tsx');
export const loadCompareChart = () => import('../runs/CompareChart.tsx');

const AFTER_FIRST_PAINT: Milliseconds = 500;

/** Fetches the charts once the page stands: in the first seconds of a run they would take the time of a step. */
export function preloadCharts(): void {
  setTimeout(() => void Promise.all([loadLossChart(), loadF1Chart()]), AFTER_FIRST_PAINT);
}
