import {
  CartesianGrid,
  LineChart,
  Tooltip,
  XAxis,
  YAxis,
  type MouseHandlerDataParam,
  type TickItem,
  type XAxisTickContentProps,
  type YAxisTickContentProps,
} from 'recharts';
import { useMemo, type KeyboardEvent, type ReactNode } from 'react';
import { formatNumber } from '../../look/format.ts';
import type { Frame } from '../Figure.tsx';
import styles from './EpochChart.module.css';
import { epochTicks, valueTicks, type ValueAxis } from './scales.ts';

interface EpochChartProps {
  /** Accessible name of the chart. */
  title: string;
  /** The crosshair snaps to the epochs of these rows. */
  rows: { epoch: number }[];
  frame: Frame;
  lastEpoch: number;
  values: ValueAxis;
  /** Pixels at the left for the numbers of `values`. */
  tickRoom: number;
  /** Pixels at the right for the names of lines, from `labelRoom`. */
  labelRoom: number;
  /** Charts with the same name share their crosshair. */
  sync?: string;
  /** Called on a click or Enter while the crosshair is at an epoch. */
  onOpen?: () => void;
  /** Hides the tick values, as there is nothing to show yet. */
  hidesValues?: boolean;
  /** Content between the axes: `Lines.tsx`, `EndLabels.tsx`, `Readout.tsx`. */
  children: ReactNode;
}

/** A chart with epochs on the horizontal axis, grid lines for the values, and a crosshair. */
export function EpochChart(props: EpochChartProps) {
  const {
    title,
    rows,
    frame,
    lastEpoch,
    values,
    tickRoom,
    labelRoom,
    sync,
    onOpen,
    hidesValues = false,
    children,
  } = props;
  const { scale, low, high } = values;
  // Equal ticks must be the same array, so that recharts does not redraw the axis.
  const xTicks = useMemo(() => epochTicks(lastEpoch), [lastEpoch]);
  const yTicks = useMemo(() => valueTicks({ scale, low, high }), [scale, low, high]);
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'Enter') onOpen?.();
  };
  const chart = (
    <LineChart
      width={frame.width}
      height={frame.height}
      data={rows}
      margin={{ top: 8, right: labelRoom, bottom: 0, left: 0 }}
      {...(sync === undefined ? {} : { syncId: sync, syncMethod: nearestTick })}
      accessibilityLayer={rows.length > 0}
      title={title}
    >
      <CartesianGrid vertical={false} stroke="var(--line)" />
      <XAxis
        dataKey="epoch"
        type="number"
        domain={[0, lastEpoch]}
        ticks={xTicks}
        {...GIVEN_TICKS}
        tick={AxisTick}
        stroke="var(--line-strong)"
        tickSize={4}
        height={20}
      />
      <YAxis
        scale={scale}
        domain={[low, high]}
        ticks={yTicks}
        {...GIVEN_TICKS}
        allowDataOverflow
        tick={!hidesValues && AxisTick}
        tickFormatter={formatNumber}
        axisLine={false}
        tickLine={false}
        width={tickRoom}
      />
      {/* No tooltip box, since values are shown in the caption and at the line ends. */}
      <Tooltip content={() => null} cursor={{ stroke: 'var(--line-strong)' }} isAnimationActive={false} />
      {children}
    </LineChart>
  );
  if (onOpen === undefined || rows.length === 0) return chart;
  return (
    // The inner chart has the focus, but recharts has no prop for a key handler.
    <div className={styles.opens} role="presentation" onClick={onOpen} onKeyDown={onKeyDown}>
      {chart}
    </div>
  );
}

/** All ticks are given explicitly, so recharts must neither choose nor drop any. */
const GIVEN_TICKS = { niceTicks: 'none', interval: 0 } as const;

/** Plain text, since recharts' own tick measures every number on each render. */
function AxisTick(props: XAxisTickContentProps | YAxisTickContentProps) {
  const { x, y, textAnchor, orientation, payload, tickFormatter } = props;
  const isBelow = orientation === 'bottom';
  return (
    <text x={x} y={y} dy={isBelow ? '0.71em' : '0.355em'} textAnchor={textAnchor} fill="var(--dim)" fontSize={11}>
      {tickFormatter ? tickFormatter(payload.value, payload.index) : payload.value}
    </text>
  );
}

/** The row of this chart that is nearest to the epoch under the crosshair of another. */
function nearestTick(
  ticks: readonly Pick<TickItem, 'value'>[],
  { activeLabel }: Pick<MouseHandlerDataParam, 'activeLabel'>,
): number {
  const distance = (i: number) => Math.abs(Number(ticks[i]?.value) - Number(activeLabel));
  let nearest = 0;
  for (let i = 1; i < ticks.length; i++) if (distance(i) < distance(nearest)) nearest = i;
  return nearest;
}
