import { memo, useEffect, useMemo } from 'react';
import { explainPointedEpoch } from '../../explain-epoch.ts';
import { epochPointedAt, typePointedAt, useViewStore } from '../../stores/view.ts';
import { ShapePath } from '../../ui/EntityShape.tsx';
import type { Frame } from '../../ui/Figure.tsx';
import { labelRoom } from '../../ui/plot/end-labels.ts';
import { EndLabels } from '../../ui/plot/EndLabels.tsx';
import { EpochChart } from '../../ui/plot/EpochChart.tsx';
import { FOREGROUND, PlotClip, PlotLine, PointedDot } from '../../ui/plot/Lines.tsx';
import { Readout } from '../../ui/plot/Readout.tsx';
import { epochAxisEnd, F1_TICK_ROOM, f1Axis, linePoints } from '../../ui/plot/scales.ts';
import { usePlot, usePointedEpoch, type Plot } from '../../ui/plot/use-plot.ts';
import { useEntityLooks } from '../../selectors/entity-looks.ts';
import { describeF1, f1Labels, f1RowAt, type F1Row } from './f1.ts';

interface F1ChartProps {
  rows: F1Row[];
  types: readonly string[];
  /** How far the run is, in epochs. */
  reached: number;
  plannedEpochs: number;
  frame: Frame;
}

/** F1 on dev in percent: overall, and a line for each type. */
export function F1Chart({ reached, plannedEpochs, ...chart }: F1ChartProps) {
  return <Chart {...chart} lastEpoch={epochAxisEnd(reached, plannedEpochs)} />;
}

type ChartProps = Pick<F1ChartProps, 'rows' | 'types' | 'frame'> & { lastEpoch: number };
type CurvesProps = Readonly<Pick<F1ChartProps, 'rows' | 'types'>>;

/** Memoised: `reached` changes with every step, the axis seldom. */
const Chart = memo(function Chart({ rows, types, lastEpoch, frame }: ChartProps) {
  return (
    <EpochChart
      title="F1 by epoch"
      sync="run"
      onOpen={explainPointedEpoch}
      rows={rows}
      frame={frame}
      lastEpoch={lastEpoch}
      values={f1Axis(rows)}
      tickRoom={F1_TICK_ROOM}
      labelRoom={labelRoom(f1Labels(rows, types))}
    >
      <Curves rows={rows} types={types} />
      <Labels rows={rows} types={types} />
      <PublishEpoch />
      <F1Readout rows={rows} types={types} place={frame.readout} />
    </EpochChart>
  );
});

/** The matrix and the scores show the epoch pointed at. */
function PublishEpoch() {
  const epoch = usePointedEpoch();
  useEffect(() => {
    epochPointedAt(epoch);
    return () => epochPointedAt(undefined);
  }, [epoch]);
  return null;
}

function Curves({ rows, types }: CurvesProps) {
  const looks = useEntityLooks();
  const activeType = useViewStore((view) => view.activeType);
  const plot = usePlot();
  const points = useMemo(() => plot && pointsOf(rows, types, plot), [rows, types, plot]);
  if (!plot || !points) return null;
  return (
    <PlotClip area={plot.area}>
      {types.map((type, i) => (
        <g
          key={type}
          opacity={activeType !== undefined && activeType !== type ? 0.3 : 1}
          onPointerEnter={() => typePointedAt(type)}
          onPointerLeave={() => typePointedAt(undefined)}
        >
          <PlotLine
            points={points.byType[i] ?? []}
            colour={looks(type).colour}
            width={type === activeType ? 2.5 : 1.5}
            dash={looks(type).dash}
          />
        </g>
      ))}
      <PlotLine points={points.overall} colour={FOREGROUND} width={2.25} />
      <PointedDots rows={rows} types={types} plot={plot} />
    </PlotClip>
  );
}

function pointsOf(rows: readonly F1Row[], types: readonly string[], { toPixels }: Plot) {
  return {
    overall: linePoints(rows, ({ overall }) => overall, toPixels),
    byType: types.map((_, i) => linePoints(rows, (row) => row[`t${i}`], toPixels)),
  };
}

function PointedDots({ rows, types, plot }: CurvesProps & { plot: Plot }) {
  const looks = useEntityLooks();
  const row = f1RowAt(rows, usePointedEpoch());
  if (row === undefined) return null;
  return (
    <>
      {types.map((type, i) => (
        <PointedDot key={type} plot={plot} x={row.epoch} y={row[`t${i}`]} colour={looks(type).colour} />
      ))}
      <PointedDot plot={plot} x={row.epoch} y={row.overall} colour={FOREGROUND} />
    </>
  );
}

/** With the scores of the epoch pointed at, else of the last. */
function Labels({ rows, types }: CurvesProps) {
  const looks = useEntityLooks();
  const activeType = useViewStore((view) => view.activeType);
  const labels = f1Labels(rows, types, usePointedEpoch()).map(({ type, ...label }) => ({
    ...label,
    sign: type !== undefined && <ShapePath look={looks(type)} />,
    isStrong: type === undefined || type === activeType,
    isFaint: activeType !== undefined && type !== undefined && type !== activeType,
  }));
  return <EndLabels labels={labels} />;
}

function F1Readout({ rows, types, place }: CurvesProps & { place: HTMLElement | null }) {
  const row = f1RowAt(rows, usePointedEpoch());
  return <Readout place={place} text={row && describeF1(row, [])} spoken={row && describeF1(row, types)} />;
}
