import { Curve, LineChart } from 'recharts';
import type { Frame } from '../../ui/Figure.tsx';
import { f1AxisFloor, labelRoom } from '../charts/derive.ts';
import { EndLabels } from '../charts/EndLabels.tsx';
import { F1Axes } from '../charts/F1Axes.tsx';
import { F1Line } from '../charts/F1Line.tsx';
import { linePoints } from '../charts/plot.ts';
import { PlotClip } from '../charts/PlotClip.tsx';
import { PointedDot } from '../charts/PointedDot.tsx';
import { Readout } from '../charts/Readout.tsx';
import { MARGIN } from '../charts/sync.ts';
import { usePlot, usePointedEpoch } from '../charts/use-plot.ts';
import { curveEnds, curvesInWords, type SeedCurve, type SeedCurveRow } from './curves.ts';

interface SeedsChartProps {
  curves: readonly SeedCurve[];
  rows: SeedCurveRow[];
  frame: Frame;
}

/** F1 on dev, in percent: a thin line for each seed, their mean, and a band of a standard deviation on both sides of it. */
export function SeedsChart({ curves, rows, frame }: SeedsChartProps) {
  return (
    <LineChart
      width={frame.width}
      height={frame.height}
      data={rows}
      margin={{ ...MARGIN, right: labelRoom(curveEnds(curves, rows)) }}
      accessibilityLayer={rows.length > 0}
      title="Dev F1 of all seeds by epoch"
    >
      <F1Axes floor={f1AxisFloor(rows)} lastEpoch={Math.max(1, rows.length)} />
      <Curves curves={curves} rows={rows} />
      <EndLabels ends={curveEnds(curves, rows)} />
      <CurvesReadout curves={curves} rows={rows} place={frame.readout} />
    </LineChart>
  );
}

type Drawn = Pick<SeedsChartProps, 'curves' | 'rows'>;

function Curves({ curves, rows }: Drawn) {
  const plot = usePlot();
  const epoch = usePointedEpoch();
  if (!plot) return null;
  const points = (of: keyof SeedCurveRow) => linePoints(rows, (row) => row[of], plot.place);
  const mean = points('mean');
  const pointed = rows.find((row) => row.epoch === epoch);
  return (
    <PlotClip area={plot.area}>
      <Curve points={points('high')} baseLine={points('low')} fill="var(--accent)" fillOpacity={0.18} stroke="none" />
      {curves.map(({ seed, isWhole }, i) => (
        <F1Line
          key={seed}
          points={points(`s${i}`)}
          colour={isWhole ? 'var(--line-strong)' : 'var(--dim)'}
          width={1}
          dash={isWhole ? undefined : '4 3'}
        />
      ))}
      {mean.length > 0 && <F1Line points={mean} colour="var(--accent)" width={2} />}
      {pointed && <PointedDot plot={plot} x={pointed.epoch} y={pointed.mean} colour="var(--accent)" />}
    </PlotClip>
  );
}

function CurvesReadout({ curves, rows, place }: Drawn & { place: HTMLElement | null }) {
  const epoch = usePointedEpoch();
  const text = epoch === undefined ? undefined : curvesInWords(curves, rows, epoch);
  return <Readout place={place} text={text} spoken={text} />;
}
