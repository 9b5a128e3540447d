import { useMemo } from 'react';
import { typePointedAt, useViewStore } from '../../stores/view.ts';
import { useEntityLooks } from '../../ui/use-entity-looks.ts';
import styles from './Charts.module.css';
import { f1RowAt, type F1Row } from './derive.ts';
import { F1Line } from './F1Line.tsx';
import { linePoints } from './plot.ts';
import { PlotClip } from './PlotClip.tsx';
import { PointedDot } from './PointedDot.tsx';
import { usePlot, usePointedEpoch, type Plot } from './use-plot.ts';

interface F1CurvesProps {
  rows: readonly F1Row[];
  types: readonly string[];
}

/** The lines of the F1 figure, drawn as cheaply as those of the losses. */
export function F1Curves({ rows, types }: F1CurvesProps) {
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
          <F1Line
            points={points.byType[i] ?? []}
            colour={looks(type).colour}
            width={type === activeType ? 2.5 : 1.5}
            dash={looks(type).dash}
          />
        </g>
      ))}
      <g className={styles.overall}>
        <F1Line points={points.overall} colour="currentColor" width={2.25} />
        <Pointed rows={rows} types={types} plot={plot} />
      </g>
    </PlotClip>
  );
}

function pointsOf(rows: readonly F1Row[], types: readonly string[], { place }: Plot) {
  return {
    overall: linePoints(rows, ({ overall }) => overall, place),
    byType: types.map((_, i) => linePoints(rows, (row) => row[`t${i}`], place)),
  };
}

function Pointed({ rows, types, plot }: F1CurvesProps & { plot: Plot }) {
  const looks = useEntityLooks();
  const row = f1RowAt(rows, usePointedEpoch());
  if (row === undefined) return null;
  return (
    <>
      {types.map((type, i) => (
        <PointedDot key={type} plot={plot} x={row.epoch} y={row[`t${i}`]} colour={looks(type).colour} />
      ))}
      <PointedDot plot={plot} x={row.epoch} y={row.overall} colour="currentColor" />
    </>
  );
}
