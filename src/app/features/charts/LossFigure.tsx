import { SegmentedControl } from '@mantine/core';
import { lazy, Suspense, useCallback } from 'react';
import { useRunStore } from '../../stores/run.ts';
import type { RunSeries } from '../../stores/series.ts';
import { lossScaleChosen, useViewStore } from '../../stores/view.ts';
import { Figure } from '../../ui/Figure.tsx';
import { loadLossChart } from './chart-code.ts';
import { epochAxis, lossCsv, lossRows } from './derive.ts';
import { useSeries } from './use-series.ts';

const LossChart = lazy(async () => ({ default: (await loadLossChart()).LossChart }));

const SCALES = [
  { value: 'linear', label: 'linear' },
  { value: 'log', label: 'log' },
] as const;

export function LossFigure() {
  const scale = useViewStore((view) => view.lossScale);
  const stepsPerEpoch = useRunStore((store) => store.facts?.stepsPerEpoch ?? 1);
  const planned = useRunStore((store) => store.config?.epochs ?? 1);
  const read = useCallback(({ losses, epochs }: RunSeries) => lossRows(losses, epochs, stepsPerEpoch), [stepsPerEpoch]);
  const rows = useSeries(read);
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
          <LossChart rows={rows} scale={scale} lastEpoch={epochAxis(rows.at(-1)?.epoch ?? 0, planned)} frame={frame} />
        </Suspense>
      )}
    </Figure>
  );
}
