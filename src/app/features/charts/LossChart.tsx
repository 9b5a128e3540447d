import { LineChart, YAxis } from 'recharts';
import { memo, useMemo } from 'react';
import { formatNumber } from '../../format.ts';
import type { Frame } from '../../ui/Figure.tsx';
import { AxisTick } from './AxisTick.tsx';
import {
  labelRoom,
  lossAxis,
  lossEnds,
  lossInWords,
  lossTicks,
  pointedLossRow,
  tickRoom,
  type LossRow,
} from './derive.ts';
import { EndLabels } from './EndLabels.tsx';
import { EpochAxis } from './EpochAxis.tsx';
import { LossCurves } from './LossCurves.tsx';
import { Readout } from './Readout.tsx';
import { GIVEN_TICKS, MARGIN, SYNC } from './sync.ts';
import { usePointedEpoch } from './use-plot.ts';

interface LossChartProps {
  rows: LossRow[];
  scale: 'linear' | 'log';
  lastEpoch: number;
  frame: Frame;
}

/** More epochs make a line of dots. */
const MOST_DOTS = 50;

/** The mean loss of neighbouring steps within the range of their losses, and dev. */
export const LossChart = memo(function LossChart({ rows, scale, lastEpoch, frame }: LossChartProps) {
  const isEmpty = rows.length === 0;
  const ends = lossEnds(rows);
  const [low, high] = lossAxis(rows, scale);
  // The same values are the same array: an axis that is as before is not drawn again.
  const lossMarks = useMemo(() => lossTicks([low, high], scale), [low, high, scale]);
  return (
    <LineChart
      width={frame.width}
      height={frame.height}
      data={rows}
      margin={{ ...MARGIN, right: labelRoom(ends) }}
      {...SYNC}
      accessibilityLayer={!isEmpty}
      title="Loss by epoch"
    >
      <EpochAxis lastEpoch={lastEpoch} />
      <YAxis
        scale={scale}
        domain={[low, high]}
        ticks={lossMarks}
        allowDataOverflow
        {...GIVEN_TICKS}
        tick={!isEmpty && AxisTick}
        tickFormatter={formatNumber}
        axisLine={false}
        tickLine={false}
        width={tickRoom(lossMarks)}
      />
      <LossCurves rows={rows} hasDots={lastEpoch <= MOST_DOTS} />
      <EndLabels ends={ends} />
      <LossReadout rows={rows} place={frame.readout} />
    </LineChart>
  );
});

function LossReadout({ rows, place }: { rows: readonly LossRow[]; place: HTMLElement | null }) {
  const row = pointedLossRow(rows, usePointedEpoch());
  const text = row && lossInWords(row);
  return <Readout place={place} text={text} spoken={text} />;
}
