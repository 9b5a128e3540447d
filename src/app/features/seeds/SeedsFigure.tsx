import { Suspense } from 'react';
import { studyScoreName } from '../../stores/runs/study-results.ts';
import type { Study } from '../../stores/runs/study.ts';
import { Figure } from '../../ui/Figure.tsx';
import { useEpochs } from '../../ui/plot/use-series.ts';
import { seedCurvesTable, seedCurvesOf } from './curves.ts';
import styles from './Seeds.module.css';
import { part } from '../../ui/part.tsx';

const SeedsChart = part(async () => (await import('./SeedsChart.tsx')).SeedsChart);

/** Dev F1 of each seed by epoch, and on average. */
export function SeedsFigure({ study }: { study: Study }) {
  const name = studyScoreName(study);
  const { curves, rows } = seedCurvesOf(study, useEpochs());
  return (
    <div className={styles.curves}>
      <Figure
        title={`Dev ${name} of all seeds`}
        placeholder="The score on dev after every epoch, of each seed, and their mean."
        isEmpty={rows.length === 0}
        table={() => seedCurvesTable(curves, rows)}
      >
        {(frame) => (
          <Suspense>
            <SeedsChart curves={curves} rows={rows} frame={frame} />
          </Suspense>
        )}
      </Figure>
    </div>
  );
}
