import { Button, SegmentedControl } from '@mantine/core';
import { Suspense } from 'react';
import { useRunStore } from '../../stores/runs/run.ts';
import { lossScaleChosen, signalsToggled, useViewStore } from '../../stores/view.ts';
import { Figure } from '../../ui/Figure.tsx';
import { RunNote } from '../../ui/plot/shown-run.tsx';
import { useSeries } from '../../ui/plot/use-series.ts';
import { lossTable } from './loss.ts';
import { readBestLoss, readLossRows, selectPlannedEpochs } from './selectors.ts';
import { part } from '../../ui/part.tsx';

export const loadLossChart = () => import('./LossChart.tsx');
const LossChart = part(async () => (await loadLossChart()).LossChart);

const SCALES = [
  { value: 'linear', label: 'linear' },
  { value: 'log', label: 'log' },
] as const;

export function LossFigure() {
  const scale = useViewStore((view) => view.lossScale);
  const areSignalsOpen = useViewStore((view) => view.areSignalsOpen);
  const rows = useSeries(readLossRows);
  const best = useSeries(readBestLoss);
  const plannedEpochs = useRunStore(selectPlannedEpochs);
  return (
    <Figure
      title="Loss"
      placeholder="The loss of every step, and of dev after every epoch."
      isEmpty={rows.length === 0}
      table={() => lossTable(rows)}
      actions={
        <>
          <RunNote />
          <Button
            aria-pressed={areSignalsOpen}
            title="Gradients, updates and rates of the run"
            onClick={signalsToggled}
          >
            Signals
          </Button>
          <SegmentedControl aria-label="Loss axis" data={[...SCALES]} value={scale} onChange={lossScaleChosen} />
        </>
      }
    >
      {(frame) => (
        <Suspense>
          <LossChart rows={rows} best={best} scale={scale} plannedEpochs={plannedEpochs} frame={frame} />
        </Suspense>
      )}
    </Figure>
  );
}
