import { Suspense } from 'react';
import styles from './ChartsView.module.css';
import { F1Figure, loadF1Chart } from '../features/curves/F1Figure.tsx';
import { loadLossChart, LossFigure } from '../features/curves/LossFigure.tsx';
import { EntityScores } from '../features/entity-scores/EntityScores.tsx';
import { useViewStore } from '../stores/view.ts';
import { part } from '../ui/part.tsx';
import { loadMatrix, MatrixFigure } from '../features/matrix/MatrixFigure.tsx';

const SignalsPanel = part(async () => (await import('../features/signals/SignalsPanel.tsx')).SignalsPanel);

export function ChartsView() {
  const areSignalsOpen = useViewStore((view) => view.areSignalsOpen);
  return (
    <div className={styles.view} data-signals={areSignalsOpen || undefined}>
      <div className={styles.grid}>
        <LossFigure />
        <F1Figure />
        <MatrixFigure />
        <EntityScores />
      </div>
      <Suspense>{areSignalsOpen && <SignalsPanel />}</Suspense>
    </div>
  );
}

/** Loaded when the page is idle, even on narrow pages that do not show charts yet, since loading would slow down a run. */
export const CHART_LOADERS = [loadLossChart, loadF1Chart, loadMatrix];
