import { Curve } from 'recharts';
import { useMemo } from 'react';
import styles from './Charts.module.css';
import { pointedLossRow, type LossRow } from './derive.ts';
import { linePoints } from './plot.ts';
import { PlotClip } from './PlotClip.tsx';
import { PointedDot } from './PointedDot.tsx';
import { usePlot, usePointedEpoch, type Plot } from './use-plot.ts';

/**
 * The lines of the loss figure. Not recharts' own Area and Line: these take part in the chart's store, are made anew for every
 * change, measure themselves and lay out a label for each point, which was most of what a drawing cost.
 */
export function LossCurves({ rows, hasDots }: { rows: readonly LossRow[]; hasDots: boolean }) {
  const plot = usePlot();
  const points = useMemo(() => plot && pointsOf(rows, plot), [rows, plot]);
  if (!plot || !points) return null;
  return (
    <PlotClip area={plot.area}>
      <Curve points={points.greatest} baseLine={points.least} fill="var(--accent)" fillOpacity={0.18} stroke="none" />
      <Curve points={points.loss} fill="none" stroke="var(--accent)" strokeWidth={1.5} />
      <g className={styles.overall}>
        <Curve points={points.dev} fill="none" stroke="currentColor" strokeWidth={1.5} />
        {hasDots && points.dev.map(({ x, y }) => <circle key={x} cx={x} cy={y} r={2} fill="currentColor" />)}
      </g>
      <Pointed rows={rows} plot={plot} />
    </PlotClip>
  );
}

function pointsOf(rows: readonly LossRow[], { place }: Plot) {
  const ranges = rows.filter(({ range }) => range !== undefined);
  return {
    least: linePoints(ranges, ({ range }) => range?.[0], place),
    greatest: linePoints(ranges, ({ range }) => range?.[1], place),
    loss: linePoints(rows, ({ loss }) => loss, place),
    dev: linePoints(rows, ({ dev }) => dev, place),
  };
}

function Pointed({ rows, plot }: { rows: readonly LossRow[]; plot: Plot }) {
  const row = pointedLossRow(rows, usePointedEpoch());
  if (row === undefined) return null;
  return (
    <g className={styles.overall}>
      <PointedDot plot={plot} x={row.epoch} y={row.loss} colour="var(--accent)" />
      <PointedDot plot={plot} x={row.epoch} y={row.dev} colour="currentColor" />
    </g>
  );
}
