import {
  CartesianGrid,
  Line,
  LineChart,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
  type TooltipContentProps,
} from 'recharts';
import { typePointedAt, useViewStore } from '../../stores/view.ts';
import { ShapePath } from '../../ui/EntityShape.tsx';
import { useEntityLooks } from '../../ui/use-entity-looks.ts';
import styles from './Charts.module.css';
import { epochTicks, f1AxisFloor, f1Ticks, type F1Row } from './derive.ts';
import { EndLabels, type LineEnd } from './EndLabels.tsx';
import { MARGIN, SYNC, TICK } from './sync.ts';

interface F1ChartProps {
  rows: F1Row[];
  types: readonly string[];
  lastEpoch: number;
  readout: HTMLElement | null;
}

/** F1 on dev, in percent: overall, and a line for each type. */
export function F1Chart({ rows, types, lastEpoch, readout }: F1ChartProps) {
  const looks = useEntityLooks();
  const activeType = useViewStore((view) => view.activeType);
  const isFaint = (type: string) => activeType !== undefined && activeType !== type;
  const last = rows.at(-1);
  const floor = f1AxisFloor(rows);
  const ends: LineEnd[] = [];
  if (last) {
    ends.push({
      key: 'overall',
      x: last.epoch,
      y: last.overall,
      text: `overall ${last.overall.toFixed(1)}`,
      isStrong: true,
    });
    types.forEach((type, i) => {
      const y = last[`t${i}`];
      if (y === undefined) return;
      const sign = <ShapePath look={looks(type)} />;
      ends.push({
        key: `t${i}`,
        x: last.epoch,
        y,
        sign,
        text: `${type} ${y.toFixed(1)}`,
        isStrong: type === activeType,
        isFaint: isFaint(type),
      });
    });
  }
  return (
    <ResponsiveContainer>
      <LineChart data={rows} margin={MARGIN} {...SYNC} title="F1 by epoch">
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis
          dataKey="epoch"
          type="number"
          domain={[0, lastEpoch]}
          ticks={epochTicks(lastEpoch)}
          tick={TICK}
          stroke="var(--line-strong)"
          tickSize={4}
          height={20}
        />
        <YAxis
          domain={[floor, 100]}
          ticks={f1Ticks(floor)}
          allowDataOverflow
          tick={TICK}
          axisLine={false}
          tickLine={false}
          width={30}
        />
        <Tooltip
          portal={readout}
          content={<Readout types={types} />}
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
        <EndLabels ends={ends} />
      </LineChart>
    </ResponsiveContainer>
  );
}

/** The other properties are given by the tooltip. */
function Readout({ active, payload, types }: Partial<TooltipContentProps> & { types: readonly string[] }) {
  const row = payload?.[0]?.payload as F1Row | undefined;
  if (!active || !row) return null;
  const byType = types.map((type, i) => `${type} ${row[`t${i}`]?.toFixed(1) ?? '–'}`);
  return [`epoch ${row.epoch}: overall ${row.overall.toFixed(2)}`, ...byType].join(' · ');
}
