import { memo } from 'react';
import type { Frame } from '../../ui/Figure.tsx';
import { labelRoom } from '../../ui/plot/end-labels.ts';
import { EndLabels } from '../../ui/plot/EndLabels.tsx';
import { EpochChart } from '../../ui/plot/EpochChart.tsx';
import { PlotClip, PlotLine, PointedDot } from '../../ui/plot/Lines.tsx';
import { Readout } from '../../ui/plot/Readout.tsx';
import { epochAxisEnd, linePoints, tickRoom, valueAxis } from '../../ui/plot/scales.ts';
import { usePlot, usePointedEpoch } from '../../ui/plot/use-plot.ts';
import { describeStep, signalExtent, signalLabels, type SignalFigure, type SignalRow } from './lines.ts';

interface SignalChartProps {
  figure: SignalFigure;
  rows: SignalRow[];
  plannedEpochs: number;
  frame: Frame;
}

/** The lines of a figure over the epochs of the run, with their limit. */
export const SignalChart = memo(function SignalChart({ figure, rows, plannedEpochs, frame }: SignalChartProps) {
  const labels = signalLabels(figure, rows);
  const lineCount = figure.lines.length;
  const values = valueAxis(signalExtent(figure, rows), figure.scale);
  return (
    <EpochChart
      title={`${figure.title} by epoch`}
      sync="signals"
      rows={rows}
      frame={frame}
      lastEpoch={epochAxisEnd(rows.at(-1)?.epoch ?? 0, plannedEpochs)}
      values={values}
      hidesValues={rows.length === 0}
      tickRoom={tickRoom(values)}
      labelRoom={labelRoom(labels)}
    >
      <Lines figure={figure} rows={rows} />
      <EndLabels
        labels={labels.map(({ colour, ...label }) => ({
          ...label,
          sign: lineCount > 1 ? <rect x={-5} y={-1.5} width={10} height={3} fill={colour} /> : undefined,
        }))}
      />
      <SignalReadout figure={figure} rows={rows} place={frame.readout} />
    </EpochChart>
  );
});

function Lines({ figure: { lines, limit }, rows }: Pick<SignalChartProps, 'figure' | 'rows'>) {
  const plot = usePlot();
  const pointed = rowAt(rows, usePointedEpoch());
  if (!plot || rows.length === 0) return null;
  const { area, toPixels } = plot;
  const y = limit && toPixels(0, limit.value).y;
  return (
    <PlotClip area={area}>
      {y !== undefined && (
        <line x1={area.x} x2={area.x + area.width} y1={y} y2={y} stroke="var(--dim)" strokeDasharray="6 3" />
      )}
      {lines.map(({ name, colour, dash, valueOf }) => (
        <g key={name}>
          <PlotLine points={linePoints(rows, valueOf, toPixels)} colour={colour} width={1.5} dash={dash} />
          {pointed && <PointedDot plot={plot} x={pointed.epoch} y={valueOf(pointed)} colour={colour} />}
        </g>
      ))}
      {y !== undefined && (
        <text
          x={area.x + 6}
          y={y < area.y + 20 ? y + 14 : y - 5}
          fill="var(--dim)"
          fontSize={11}
          stroke="var(--mantine-color-body)"
          strokeWidth={3}
          paintOrder="stroke"
        >
          {limit?.label}
        </text>
      )}
    </PlotClip>
  );
}

const rowAt = (rows: readonly SignalRow[], epoch: number | undefined) => rows.find((row) => row.epoch === epoch);

interface ReadoutProps extends Pick<SignalChartProps, 'figure' | 'rows'> {
  place: HTMLElement | null;
}

/** Without a crosshair, what the figure shows. */
function SignalReadout({ figure, rows, place }: ReadoutProps) {
  const row = rowAt(rows, usePointedEpoch());
  const text = row && describeStep(figure, row);
  return <Readout place={place} text={text ?? figure.text} spoken={text} />;
}
