import { memo } from 'react';
import { Area, CartesianGrid, ComposedChart, Line, Tooltip, XAxis, YAxis, type TooltipContentProps } from 'recharts';
import { formatCount, formatNumber } from '../../format.ts';
import type { Frame } from '../../ui/Figure.tsx';
import { AxisTick } from './AxisTick.tsx';
import styles from './Charts.module.css';
import { epochTicks, labelRoom, lossAxis, lossEnds, lossTicks, tickRoom, type LossRow } from './derive.ts';
import { EndLabels } from './EndLabels.tsx';
import { GIVEN_TICKS, MARGIN, SYNC } from './sync.ts';

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
  const domain = lossAxis(rows, scale);
  const ticks = lossTicks(domain, scale);
  return (
    <ComposedChart
      width={frame.width}
      height={frame.height}
      data={rows}
      margin={{ ...MARGIN, right: labelRoom(ends) }}
      {...SYNC}
      accessibilityLayer={!isEmpty}
      title="Loss by epoch"
    >
      <CartesianGrid vertical={false} stroke="var(--line)" />
      <XAxis
        dataKey="epoch"
        type="number"
        domain={[0, lastEpoch]}
        ticks={epochTicks(lastEpoch)}
        tick={AxisTick}
        {...GIVEN_TICKS}
        stroke="var(--line-strong)"
        tickSize={4}
        height={20}
      />
      <YAxis
        scale={scale}
        domain={domain}
        ticks={ticks}
        allowDataOverflow
        {...GIVEN_TICKS}
        tick={!isEmpty && AxisTick}
        tickFormatter={formatNumber}
        axisLine={false}
        tickLine={false}
        width={tickRoom(ticks)}
      />
      <Tooltip
        portal={frame.readout}
        content={Readout}
        cursor={{ stroke: 'var(--line-strong)' }}
        isAnimationActive={false}
      />
      <Area
        dataKey="range"
        stroke="none"
        fill="var(--accent)"
        fillOpacity={0.18}
        connectNulls
        isAnimationActive={false}
        activeDot={false}
      />
      <Line
        dataKey="loss"
        stroke="var(--accent)"
        strokeWidth={1.5}
        dot={false}
        connectNulls
        isAnimationActive={false}
        activeDot={{ r: 3 }}
      />
      <Line
        dataKey="dev"
        className={styles.overall}
        stroke="currentColor"
        strokeWidth={1.5}
        dot={lastEpoch <= MOST_DOTS && { r: 2, fill: 'currentColor' }}
        connectNulls
        isAnimationActive={false}
        activeDot={{ r: 3.5 }}
      />
      <EndLabels ends={ends} />
    </ComposedChart>
  );
});

function Readout({ active, payload }: TooltipContentProps) {
  const row = payload[0]?.payload as LossRow | undefined;
  if (!active || !row) return null;
  if (row.dev !== undefined) return `dev, epoch ${row.epoch}: ${formatNumber(row.dev)}`;
  const [first, last] = row.steps ?? [0, 0];
  const steps = first === last ? `step ${formatCount(last)}` : `steps ${formatCount(first)}–${formatCount(last)}`;
  return `${steps}: ${formatNumber(row.loss ?? 0)}`;
}
