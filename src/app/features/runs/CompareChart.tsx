import { LineChart } from 'recharts';
import { ShapePath } from '../../ui/EntityShape.tsx';
import type { Frame } from '../../ui/Figure.tsx';
import { f1AxisFloor, labelRoom, shortened } from '../charts/derive.ts';
import { EndLabels } from '../charts/EndLabels.tsx';
import { F1Axes } from '../charts/F1Axes.tsx';
import { F1Line } from '../charts/F1Line.tsx';
import { linePoints } from '../charts/plot.ts';
import { PlotClip } from '../charts/PlotClip.tsx';
import { PointedDot } from '../charts/PointedDot.tsx';
import { Readout } from '../charts/Readout.tsx';
import { MARGIN } from '../charts/sync.ts';
import { usePlot, usePointedEpoch } from '../charts/use-plot.ts';
import type { Compared, CompareRow } from './derive.ts';

interface CompareChartProps {
  runs: readonly Compared[];
  rows: CompareRow[];
  frame: Frame;
}

/** F1 on dev, in percent: a line for each run. */
export function CompareChart({ runs, rows, frame }: CompareChartProps) {
  return (
    <LineChart
      width={frame.width}
      height={frame.height}
      data={rows}
      margin={{ ...MARGIN, right: labelRoom(endsOf(runs, rows)) }}
      accessibilityLayer={rows.length > 0}
      title="Dev F1 of runs by epoch"
    >
      <F1Axes floor={f1AxisFloor(rows)} lastEpoch={Math.max(1, rows.at(-1)?.epoch ?? 1)} />
      <Lines runs={runs} rows={rows} />
      <Labels runs={runs} rows={rows} />
      <CompareReadout runs={runs} rows={rows} place={frame.readout} />
    </LineChart>
  );
}

type Drawn = Pick<CompareChartProps, 'runs' | 'rows'>;

function Lines({ runs, rows }: Drawn) {
  const plot = usePlot();
  const epoch = usePointedEpoch();
  const pointed = rows.find((row) => row.epoch === epoch);
  if (!plot) return null;
  return (
    <PlotClip area={plot.area}>
      {runs.map(({ record, look }, i) => (
        <g key={record.id}>
          <F1Line
            points={linePoints(rows, (row) => row[`r${i}`], plot.place)}
            colour={look.colour}
            width={2}
            dash={look.dash}
          />
          {pointed && <PointedDot plot={plot} x={pointed.epoch} y={pointed[`r${i}`]} colour={look.colour} />}
        </g>
      ))}
    </PlotClip>
  );
}

function Labels({ runs, rows }: Drawn) {
  const ends = endsOf(runs, rows, usePointedEpoch());
  return <EndLabels ends={ends.map(({ look, ...end }) => ({ ...end, sign: <ShapePath look={look} /> }))} />;
}

/** Where the lines end, and what to write there: the scores of `epoch`, by default of each line's last. */
function endsOf(runs: readonly Compared[], rows: readonly CompareRow[], epoch?: number) {
  const told = rows.find((row) => row.epoch === epoch);
  return runs.flatMap(({ record, look }, i) => {
    const last = rows.findLast((row) => row[`r${i}`] !== undefined);
    const y = last?.[`r${i}`];
    if (last === undefined || y === undefined) return [];
    const value = told === undefined ? y : told[`r${i}`];
    return [{ key: record.id, look, x: last.epoch, y, text: `${shortened(record.name)} ${value?.toFixed(1) ?? '–'}` }];
  });
}

function CompareReadout({ runs, rows, place }: Drawn & { place: HTMLElement | null }) {
  const epoch = usePointedEpoch();
  const text = epoch === undefined ? undefined : `epoch ${epoch}`;
  const values = endsOf(runs, rows, epoch).map((end) => end.text);
  return <Readout place={place} text={text} spoken={text && `${text}: ${values.join(', ')}`} />;
}
