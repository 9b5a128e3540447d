import { lazy, Suspense, useMemo } from 'react';
import type { EpochReport } from '../../../model/events.ts';
import { Figure } from '../../ui/Figure.tsx';
import styles from './Charts.module.css';
import { loadF1Chart } from './chart-code.ts';
import { epochAxis, f1Csv, f1Rows, mostFrequentTypes } from './derive.ts';
import { useEpochs, useSeries, type ReadSeries } from './use-series.ts';

const F1Chart = lazy(async () => ({ default: (await loadF1Chart()).F1Chart }));

const MOST_LINES = 8;

/** The axis of the losses, which go on within the epoch. */
const readAxis: ReadSeries<number> = ({ losses }, { progress: { facts }, config }) =>
  epochAxis(losses.length / (facts?.stepsPerEpoch ?? 1), config?.epochs ?? 1);

function f1Of(epochs: readonly EpochReport[]) {
  const last = epochs.at(-1);
  const types = last ? mostFrequentTypes(last.dev, MOST_LINES) : [];
  const all = last ? Object.keys(last.dev.byType).length : 0;
  return { types, all, rows: f1Rows(epochs, types) };
}

export function F1Figure() {
  const epochs = useEpochs();
  const lastEpoch = useSeries(readAxis);
  const { types, all, rows } = useMemo(() => f1Of(epochs), [epochs]);
  return (
    <Figure
      title="F1 by entity"
      placeholder="F1 on dev after every epoch, overall and a line for each type."
      isEmpty={rows.length === 0}
      csv={() => f1Csv(rows, types)}
      actions={
        types.length < all && (
          <span className={styles.then} title="The most frequent; Entity scores has all">
            {types.length} of {all} types
          </span>
        )
      }
    >
      {(frame) => (
        <Suspense>
          <F1Chart rows={rows} types={types} lastEpoch={lastEpoch} frame={frame} />
        </Suspense>
      )}
    </Figure>
  );
}
