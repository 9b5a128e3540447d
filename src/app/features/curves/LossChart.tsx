import { memo, useMemo } from 'react';
import { explainPointedEpoch } from './explain-epoch.ts';
import type { Frame } from '../../ui/Figure.tsx';
import { labelRoom } from '../../ui/plot/end-labels.ts';
import { EndLabels } from '../../ui/plot/EndLabels.tsx';
import { EpochChart } from '../../ui/plot/EpochChart.tsx';
import { BestMark, FOREGROUND, PlotBand, PlotClip, PlotLine, PointedDot } from '../../ui/plot/Lines.tsx';
import { Readout } from '../../ui/plot/Readout.tsx';
import { epochAxisEnd, linePoints, tickRoom, valueAxis } from '../../ui/plot/scales.ts';
import { usePlot, usePointedEpoch, type Plot } from '../../ui/plot/use-plot.ts';
import { type bestLoss, describeLoss, lossExtent, lossLabels, lossRowAt, type LossRow } from './loss.ts';

interface LossChartProps {
  rows: LossRow[];
  best: ReturnType<typeof bestLoss>;
  scale: 'linear' | 'log';
  plannedEpochs: number;
  frame: Frame;
}

/** With more epochs, dots would overlap. */
const MAX_DOTS = 50;

/** The mean loss of neighbouring steps with the range of their losses, and the dev loss. */
export const LossChart = memo(function LossChart({ rows, best, scale, plannedEpochs, frame }: LossChartProps) {
  const labels = lossLabels(rows);
  const lastEpoch = epochAxisEnd(rows.at(-1)?.epoch ?? 0, plannedEpochs);
  const values = valueAxis(lossExtent(rows, scale), scale);
  return (
    <EpochChart
      title="Loss by epoch"
      sync="run"
      onOpen={explainPointedEpoch}
      rows={rows}
      frame={frame}
      lastEpoch={lastEpoch}
      values={values}
      hidesValues={rows.length === 0}
      tickRoom={tickRoom(values)}
      labelRoom={labelRoom(labels)}
    >
      <Curves rows={rows} hasDots={lastEpoch <= MAX_DOTS} />
      {best && <BestMark epoch={best.epoch} y={best.loss} />}
      <EndLabels labels={labels} />
      <LossReadout rows={rows} place={frame.readout} />
    </EpochChart>
  );
});

function Curves({ rows, hasDots }: { rows: readonly LossRow[]; hasDots: boolean }) {
  const plot = usePlot();
  const points = useMemo(() => plot && pointsOf(rows, plot), [rows, plot]);
  if (!plot || !points) return null;
  return (
    <PlotClip area={plot.area}>
      <PlotBand low={points.min} high={points.max} />
      <PlotLine points={points.loss} colour="var(--accent)" width={1.5} />
      <PlotLine points={points.dev} colour={FOREGROUND} width={1.5} />
      {hasDots && points.dev.map(({ x, y }) => <circle key={x} cx={x} cy={y} r={2} fill={FOREGROUND} />)}
      <PointedDots rows={rows} plot={plot} />
    </PlotClip>
  );
}

function pointsOf(rows: readonly LossRow[], { toPixels }: Plot) {
  return {
    min: linePoints(rows, ({ range }) => range?.[0], toPixels),
    max: linePoints(rows, ({ range }) => range?.[1], toPixels),
    loss: linePoints(rows, ({ loss }) => loss, toPixels),
    dev: linePoints(rows, ({ dev }) => dev, toPixels),
  };
}

function PointedDots({ rows, plot }: { rows: readonly LossRow[]; plot: Plot }) {
  const row = lossRowAt(rows, usePointedEpoch());
  if (row === undefined) return null;
  return (
    <>
      <PointedDot plot={plot} x={row.epoch} y={row.loss} colour="var(--accent)" />
      <PointedDot plot={plot} x={row.epoch} y={row.dev} colour={FOREGROUND} />
    </>
  );
}

function LossReadout({ rows, place }: { rows: readonly LossRow[]; place: HTMLElement | null }) {
  const row = lossRowAt(rows, usePointedEpoch());
  const text = row && describeLoss(row);
  return <Readout place={place} text={text} spoken={text} />;
}
