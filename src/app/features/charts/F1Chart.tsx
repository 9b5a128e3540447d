import { memo } from 'react';
import {
  CartesianGrid,
  Line,
  LineChart,
  Tooltip,
  useActiveTooltipLabel,
  useIsTooltipActive,
  XAxis,
  YAxis,
  type TooltipContentProps,
} from 'recharts';
import { typePointedAt, useViewStore } from '../../stores/view.ts';
import { ShapePath } from '../../ui/EntityShape.tsx';
import { useEntityLooks } from '../../ui/use-entity-looks.ts';
import type { Frame } from '../../ui/Figure.tsx';
import { AxisTick } from './AxisTick.tsx';
import styles from './Charts.module.css';
import { epochTicks, f1AxisFloor, f1Ends, f1Ticks, labelRoom, type F1Row } from './derive.ts';
import { EndLabels } from './EndLabels.tsx';
import { GIVEN_TICKS, MARGIN, SYNC } from './sync.ts';

interface F1ChartProps {
  rows: F1Row[];
  types: readonly string[];
  lastEpoch: number;
  frame: Frame;
}

/** F1 on dev, in percent: overall, and a line for each type. */
export const F1Chart = memo(function F1Chart({ rows, types, lastEpoch, frame }: F1ChartProps) {
  const looks = useEntityLooks();
  const activeType = useViewStore((view) => view.activeType);
  const isFaint = (type: string) => activeType !== undefined && activeType !== type;
  const floor = f1AxisFloor(rows);
  return (
    <LineChart
      width={frame.width}
      height={frame.height}
      data={rows}
      margin={{ ...MARGIN, right: labelRoom(f1Ends(rows, types)) }}
      {...SYNC}
      accessibilityLayer={rows.length > 0}
      title="F1 by epoch"
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
        domain={[floor, 100]}
        ticks={f1Ticks(floor)}
        allowDataOverflow
        {...GIVEN_TICKS}
        tick={AxisTick}
        axisLine={false}
        tickLine={false}
        width={30}
      />
      <Tooltip
        portal={frame.readout}
        content={Readout}
        cursor={{ stroke: 'var(--line-strong)' }}
        isAnimationActive={false}
      />
      {types.map((type, i) => {
        const look = looks(type);
        return (
          <Line
            key={type}
            dataKey={`t${i}`}
            name={type}
            stroke={look.colour}
            strokeWidth={type === activeType ? 2.5 : 1.5}
            strokeOpacity={isFaint(type) ? 0.3 : 1}
            {...(look.dash === undefined ? {} : { strokeDasharray: look.dash })}
            dot={rows.length === 1}
            activeDot={{ r: 3 }}
            isAnimationActive={false}
            onMouseEnter={() => typePointedAt(type)}
            onMouseLeave={() => typePointedAt(undefined)}
          />
        );
      })}
      <Line
        dataKey="overall"
        className={styles.overall}
        stroke="currentColor"
        strokeWidth={2.25}
        dot={rows.length === 1}
        activeDot={{ r: 3.5 }}
        isAnimationActive={false}
      />
      <F1Labels rows={rows} types={types} />
    </LineChart>
  );
});

function Readout({ active, payload }: TooltipContentProps) {
  const row = payload[0]?.payload as F1Row | undefined;
  return active && row ? `epoch ${row.epoch}: overall ${row.overall.toFixed(2)}` : null;
}

/** The names at the line ends tell the scores of the epoch pointed at, else of the last. */
function F1Labels({ rows, types }: { rows: readonly F1Row[]; types: readonly string[] }) {
  const looks = useEntityLooks();
  const activeType = useViewStore((view) => view.activeType);
  const pointed = useActiveTooltipLabel();
  const isPointed = useIsTooltipActive();
  const ends = f1Ends(rows, types, isPointed ? Number(pointed) : undefined).map(({ type, ...end }) => ({
    ...end,
    sign: type !== undefined && <ShapePath look={looks(type)} />,
    isStrong: type === undefined || type === activeType,
    isFaint: activeType !== undefined && type !== undefined && type !== activeType,
  }));
  return <EndLabels ends={ends} />;
}
