import type { Frame } from '../../ui/Figure.tsx';
import { labelRoom } from '../../ui/plot/end-labels.ts';
import { EndLabels } from '../../ui/plot/EndLabels.tsx';
import { EpochChart } from '../../ui/plot/EpochChart.tsx';
import { PlotBand, PlotClip, PlotLine, PointedDot } from '../../ui/plot/Lines.tsx';
import { Readout } from '../../ui/plot/Readout.tsx';
import { F1_TICK_ROOM, f1Axis, linePoints } from '../../ui/plot/scales.ts';
import { usePlot, usePointedEpoch } from '../../ui/plot/use-plot.ts';
import { describeEpoch, seedLabels, type SeedCurve, type SeedCurveRow } from './curves.ts';

interface SeedsChartProps {
  curves: readonly SeedCurve[];
  rows: SeedCurveRow[];
  frame: Frame;
}

/** F1 on dev in percent: a thin line for each seed, their mean, and a band of one standard deviation around it. */
export function SeedsChart({ curves, rows, frame }: SeedsChartProps) {
  const labels = seedLabels(curves, rows);
  return (
    <EpochChart
      title="Dev F1 of all seeds by epoch"
      rows={rows}
      frame={frame}
      lastEpoch={Math.max(1, rows.length)}
      values={f1Axis(rows)}
      tickRoom={F1_TICK_ROOM}
      labelRoom={labelRoom(labels)}
    >
      <Curves curves={curves} rows={rows} />
      <EndLabels labels={labels} />
      <CurvesReadout curves={curves} rows={rows} place={frame.readout} />
    </EpochChart>
  );
}

type CurvesProps = Pick<SeedsChartProps, 'curves' | 'rows'>;

function Curves({ curves, rows }: CurvesProps) {
  const plot = usePlot();
  const epoch = usePointedEpoch();
  if (!plot) return null;
  const points = (of: keyof SeedCurveRow) => linePoints(rows, (row) => row[of], plot.toPixels);
  const mean = points('mean');
  const pointed = rows.find((row) => row.epoch === epoch);
  return (
    <PlotClip area={plot.area}>
      <PlotBand low={points('low')} high={points('high')} />
      {curves.map(({ seed, isComplete }, i) => (
        <PlotLine
          key={seed}
          points={points(`s${i}`)}
          colour={isComplete ? 'var(--line-strong)' : 'var(--dim)'}
          width={1}
          dash={isComplete ? undefined : '4 3'}
        />
      ))}
      {mean.length > 0 && <PlotLine points={mean} colour="var(--accent)" width={2} />}
      {pointed && <PointedDot plot={plot} x={pointed.epoch} y={pointed.mean} colour="var(--accent)" />}
    </PlotClip>
  );
}

function CurvesReadout({ curves, rows, place }: CurvesProps & { place: HTMLElement | null }) {
  const epoch = usePointedEpoch();
  const text = epoch === undefined ? undefined : describeEpoch(curves, rows, epoch);
  return <Readout place={place} text={text} spoken={text} />;
}
