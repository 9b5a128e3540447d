import { ShapePath } from '../../ui/entity/EntityShape.tsx';
import type { Frame } from '../../ui/Figure.tsx';
import { labelRoom } from '../../ui/plot/end-labels.ts';
import { EndLabels } from '../../ui/plot/EndLabels.tsx';
import { EpochChart } from '../../ui/plot/EpochChart.tsx';
import { PlotClip, PlotLine, PointedDot } from '../../ui/plot/Lines.tsx';
import { Readout } from '../../ui/plot/Readout.tsx';
import { F1_TICK_ROOM, f1Axis, linePoints } from '../../ui/plot/scales.ts';
import { usePlot, usePointedEpoch } from '../../ui/plot/use-plot.ts';
import { compareLabels, type Compared, type CompareRow } from './compare.ts';

interface CompareChartProps {
  runs: readonly Compared[];
  rows: CompareRow[];
  frame: Frame;
}

/** F1 on dev in percent: a line for each run. */
export function CompareChart({ runs, rows, frame }: CompareChartProps) {
  return (
    <EpochChart
      title="Dev F1 of runs by epoch"
      rows={rows}
      frame={frame}
      lastEpoch={Math.max(1, rows.at(-1)?.epoch ?? 1)}
      values={f1Axis(rows)}
      tickRoom={F1_TICK_ROOM}
      labelRoom={labelRoom(compareLabels(runs, rows))}
    >
      <Lines runs={runs} rows={rows} />
      <Labels runs={runs} rows={rows} />
      <CompareReadout runs={runs} rows={rows} place={frame.readout} />
    </EpochChart>
  );
}

type LinesProps = Pick<CompareChartProps, 'runs' | 'rows'>;

function Lines({ runs, rows }: LinesProps) {
  const plot = usePlot();
  const epoch = usePointedEpoch();
  const pointed = rows.find((row) => row.epoch === epoch);
  if (!plot) return null;
  return (
    <PlotClip area={plot.area}>
      {runs.map(({ record, look }, i) => (
        <g key={record.id}>
          <PlotLine
            points={linePoints(rows, (row) => row[`r${i}`], plot.toPixels)}
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

function Labels({ runs, rows }: LinesProps) {
  const labels = compareLabels(runs, rows, usePointedEpoch());
  return <EndLabels labels={labels.map(({ look, ...label }) => ({ ...label, sign: <ShapePath look={look} /> }))} />;
}

function CompareReadout({ runs, rows, place }: LinesProps & { place: HTMLElement | null }) {
  const epoch = usePointedEpoch();
  const text = epoch === undefined ? undefined : `epoch ${epoch}`;
  const values = compareLabels(runs, rows, epoch).map((label) => label.text);
  return <Readout place={place} text={text} spoken={text && `${text}: ${values.join(', ')}`} />;
}
