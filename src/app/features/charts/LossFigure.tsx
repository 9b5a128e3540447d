import { SegmentedControl } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { lossScaleChosen, useViewStore } from '../../stores/view.ts';
import { Figure } from '../../ui/Figure.tsx';
import { loadLossChart } from './chart-code.ts';
import { epochAxis, lossCsv, lossRows, type LossRow } from './derive.ts';
import { useSeries, type ReadSeries } from './use-series.ts';

const LossChart = lazy(async () => ({ default: (await loadLossChart()).LossChart }));

const SCALES = [
  { value: 'linear', label: 'linear' },
  { value: 'log', label: 'log' },
] as const;

const read: ReadSeries<{ rows: LossRow[]; lastEpoch: number }> = (
  { losses, epochs },
  { progress: { facts }, config },
) => {
  const rows = lossRows(losses, epochs, facts?.stepsPerEpoch ?? 1);
  return { rows, lastEpoch: epochAxis(rows.at(-1)?.epoch ?? 0, config?.epochs ?? 1) };
};

export function LossFigure() {
  const scale = useViewStore((view) => view.lossScale);
  const { rows, lastEpoch } = useSeries(read);
  return (
    <Figure
      title="Loss"
      placeholder="The loss of every step, and of dev after every epoch."
      isEmpty={rows.length === 0}
      csv={() => lossCsv(rows)}
      actions={<SegmentedControl aria-label="Loss axis" data={[...SCALES]} value={scale} onChange={lossScaleChosen} />}
    >
      {(frame) => (
        <Suspense>
          <LossChart rows={rows} scale={scale} lastEpoch={lastEpoch} frame={frame} />
        </Suspense>
      )}
    </Figure>
  );
}
