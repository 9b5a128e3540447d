import { lazy, Suspense, useMemo } from 'react';
import type { Study } from '../../stores/study.ts';
import { Figure } from '../../ui/Figure.tsx';
import { loadSeedsChart } from '../charts/chart-code.ts';
import { useEpochs } from '../charts/use-series.ts';
import { seedCurveRows, seedCurves, seedCurvesCsv } from './curves.ts';
import styles from './Study.module.css';

const SeedsChart = lazy(async () => ({ default: (await loadSeedsChart()).SeedsChart }));

/** How the seeds learnt, each and on average. */
export function SeedsFigure({ study: { runs, current, phase } }: { study: Study }) {
  const epochs = useEpochs();
  const curves = useMemo(() => {
    const underWay = phase === 'running' ? epochs.map(({ dev }) => dev.overall.f1) : undefined;
    return seedCurves(runs, current, underWay);
  }, [runs, current, phase, epochs]);
  const rows = useMemo(() => seedCurveRows(curves), [curves]);
  return (
    <div className={styles.curves}>
      <Figure
        title="Dev F1 of all seeds"
        placeholder="F1 on dev after every epoch, of each seed, and their mean."
        isEmpty={rows.length === 0}
        csv={() => seedCurvesCsv(curves, rows)}
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
