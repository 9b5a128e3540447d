import { memo, useEffect, useMemo } from 'react';
import { explainPointedEpoch } from './explain-epoch.ts';
import { epochPointedAt, typePointedAt, useViewStore } from '../../stores/view.ts';
import { ShapePath } from '../../ui/entity/EntityShape.tsx';
import type { Frame } from '../../ui/Figure.tsx';
import { labelRoom } from '../../ui/plot/end-labels.ts';
import { EndLabels } from '../../ui/plot/EndLabels.tsx';
import { EpochChart } from '../../ui/plot/EpochChart.tsx';
import { BestMark, FOREGROUND, PlotClip, PlotLine, PointedDot } from '../../ui/plot/Lines.tsx';
import { Readout } from '../../ui/plot/Readout.tsx';
import { epochAxisEnd, F1_TICK_ROOM, f1Axis, linePoints } from '../../ui/plot/scales.ts';
import { usePlot, usePointedEpoch, type Plot } from '../../ui/plot/use-plot.ts';
import { useEntityLooks } from '../../ui/entity/entity-looks.ts';
import { bestLabel, describeF1, f1Labels, f1RowAt, type F1Curves, type F1Row } from './f1.ts';

interface F1ChartProps {
  curves: F1Curves;
  /** Progress of the run, in epochs. */
  reached: number;
  plannedEpochs: number;
  frame: Frame;
}

/** F1 on dev in percent: a line for overall, and one for each type. */
export function F1Chart({ reached, plannedEpochs, ...chart }: F1ChartProps) {
  return <Chart {...chart} lastEpoch={epochAxisEnd(reached, plannedEpochs)} />;
}

type ChartProps = Pick<F1ChartProps, 'curves' | 'frame'> & { lastEpoch: number };
type CurvesProps = Pick<F1ChartProps, 'curves'>;

/** Memoised: `reached` changes with every step, but the axis rarely. */
const Chart = memo(function Chart({ curves, lastEpoch, frame }: ChartProps) {
  const { rows } = curves;
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
      labelRoom={labelRoom(f1Labels(curves))}
    >
      <Curves curves={curves} />
      <Best curves={curves} />
      <Labels curves={curves} />
      <PublishEpoch />
      <F1Readout curves={curves} place={frame.readout} />
    </EpochChart>
  );
});

/** Publishes the epoch under the crosshair to the matrix and the scores. */
function PublishEpoch() {
  const epoch = usePointedEpoch();
  useEffect(() => {
    epochPointedAt(epoch);
    return () => epochPointedAt(undefined);
  }, [epoch]);
  return null;
}

function Curves({ curves: { rows, types } }: CurvesProps) {
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

function PointedDots({ rows, types, plot }: Pick<F1Curves, 'rows' | 'types'> & { plot: Plot }) {
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

/** Marks the best epoch, whose weights are kept. */
function Best({ curves }: CurvesProps) {
  const { best, rows } = curves;
  if (best === undefined) return null;
  return <BestMark epoch={best.epoch} y={best.overall} text={bestLabel(curves)} lastEpoch={rows.at(-1)?.epoch} />;
}

/** Labels with the scores of the epoch under the crosshair, or else of the last one. */
function Labels({ curves }: CurvesProps) {
  const looks = useEntityLooks();
  const activeType = useViewStore((view) => view.activeType);
  const labels = f1Labels(curves, usePointedEpoch()).map(({ type, ...label }) => ({
    ...label,
    sign: type !== undefined && <ShapePath look={looks(type)} />,
    isStrong: type === undefined || type === activeType,
    isFaint: activeType !== undefined && type !== undefined && type !== activeType,
  }));
  return <EndLabels labels={labels} />;
}

function F1Readout({ curves, place }: CurvesProps & { place: HTMLElement | null }) {
  const row = f1RowAt(curves.rows, usePointedEpoch());
  return (
    <Readout
      place={place}
      text={row && describeF1(row, { ...curves, types: [] })}
      spoken={row && describeF1(row, curves)}
    />
  );
}
