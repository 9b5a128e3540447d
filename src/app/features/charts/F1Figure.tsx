import { lazy, Suspense, useCallback } from 'react';
import { useRunStore } from '../../stores/run.ts';
import type { RunSeries } from '../../stores/series.ts';
import { Figure } from '../../ui/Figure.tsx';
import { epochAxis, f1Csv, f1Rows, mostFrequentTypes } from './derive.ts';
import { useSeries } from './use-series.ts';

const F1Chart = lazy(async () => ({ default: (await import('./F1Chart.tsx')).F1Chart }));

const MOST_LINES = 8;

function readF1({ epochs }: RunSeries) {
  const last = epochs.at(-1);
  const types = last ? mostFrequentTypes(last.dev, MOST_LINES) : [];
  return { types, rows: f1Rows(epochs, types) };
}

export function F1Figure() {
  const { types, rows } = useSeries(readF1);
  const planned = useRunStore((store) => store.config?.epochs ?? 1);
  // The axis of the losses, which go on within the epoch.
  const reached = useSeries(useCallback(({ losses }: RunSeries) => losses.length, []));
  const stepsPerEpoch = useRunStore((store) => store.facts?.stepsPerEpoch ?? 1);
  return (
    <Figure
      title="F1 by entity"
      placeholder="F1 on dev after every epoch, overall and a line for each type."
      isEmpty={rows.length === 0}
      csv={() => f1Csv(rows, types)}
    >
      {(frame) => (
        <Suspense>
          <F1Chart rows={rows} types={types} lastEpoch={epochAxis(reached / stepsPerEpoch, planned)} frame={frame} />
        </Suspense>
      )}
    </Figure>
  );
}
