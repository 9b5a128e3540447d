import { memo, type ReactElement } from 'react';
import type { Candidate } from '../../../../../insight/trellis.ts';
import { cellChosen } from '../../../../stores/inside.ts';
import type { GridLayout } from '../../drawing/layout.ts';
import { scoreText } from '../../drawing/numbers.ts';
import { valueAt, weightAt, type TrellisView } from './trellis.ts';
import styles from '../../Inside.module.css';

interface TrellisDrawingProps {
  view: TrellisView;
  /** The explained cell. */
  cell: { t: number; tag: number | undefined };
  /** The transitions into the explained cell. */
  candidates: readonly Candidate[];
  layout: GridLayout;
}

/** Space beside a cell within its column, for the edges. */
const inset = ({ column }: GridLayout): number => Math.round(column * 0.16);

/** Cells up to the current step, back-pointers between them, and all transitions into the explained cell. */
export function TrellisDrawing({ view, cell, candidates, layout }: TrellisDrawingProps) {
  const { trellis, mode, shown, step } = view;
  const { T, K, path, origins, sentence } = trellis;
  const { tokens, tags } = sentence;
  const columns = Math.min(step + 1, T);
  const isTraced = mode === 'viterbi' && step > T;
  const rowOf = new Map(shown.map((tag, row) => [tag, row]));
  const edge = (
    t: number,
    from: number,
    to: number,
    className: string | undefined,
    key: string,
  ): ReactElement | null => {
    const [before, after] = [rowOf.get(from), rowOf.get(to)];
    if (before === undefined || after === undefined) return null;
    return <Edge key={key} t={t} before={before} after={after} layout={layout} className={className} />;
  };
  return (
    <>
      <g aria-hidden="true">
        {mode === 'viterbi' &&
          Array.from({ length: Math.max(0, columns - 1) }, (_, i) => i + 1).flatMap((t) =>
            shown.map((to) => {
              const from = origins[t * K + to]!;
              const isPath = isTraced && path[t] === to && path[t - 1] === from;
              return edge(t, from, to, isPath ? styles.pathEdge : styles.edge, `${t}-${to}`);
            }),
          )}
        {cell.tag !== undefined &&
          cell.t > 0 &&
          candidates.map(({ from, isIllegal }, i) => {
            const strong = i === 0 ? styles.bestEdge : styles.candidateEdge;
            return from === undefined
              ? null
              : edge(cell.t, from, cell.tag!, isIllegal ? styles.illegalEdge : strong, `c${from}`);
          })}
      </g>
      {Array.from({ length: columns }, (_, t) =>
        shown.map((tag, row) => (
          <Cell
            key={`${t}-${tag}`}
            t={t}
            row={row}
            tag={tag}
            layout={layout}
            value={valueAt(view, t, tag)}
            weight={weightAt(view, t, tag)}
            isOnPath={isTraced && path[t] === tag}
            isExplained={cell.t === t && cell.tag === tag}
            name={`${tokens[t]}, ${tags[tag]}`}
          />
        )),
      )}
    </>
  );
}

interface CellProps {
  t: number;
  row: number;
  tag: number;
  layout: GridLayout;
  value: number;
  weight: number;
  isOnPath: boolean;
  isExplained: boolean;
  name: string;
}

const Cell = memo(function Cell({ t, row, tag, layout, value, weight, isOnPath, isExplained, name }: CellProps) {
  const { left, top, column, row: height } = layout;
  const side = inset(layout);
  const width = column - 2 * side;
  const isFar = value < -1000; // it contains a penalty
  return (
    // With the keyboard, cells are selected by the arrow keys of the grid.
    <g
      className={styles.cell}
      transform={`translate(${left + t * column + side}, ${top + row * height + 3})`}
      onClick={() => cellChosen(t, tag)}
    >
      <rect className={styles.cellGround} width={width} height={height - 6} rx={3} />
      <rect className={styles.cellFill} width={width} height={height - 6} rx={3} fillOpacity={0.55 * weight} />
      {(isOnPath || isExplained) && (
        <rect className={isExplained ? styles.explained : styles.onPath} width={width} height={height - 6} rx={3} />
      )}
      <text className={styles.value} x={width / 2} y={(height - 6) / 2}>
        {isFar ? '−∞' : scoreText(value)}
      </text>
      <title>{`${name}: ${isFar ? 'no legal path' : scoreText(value)}`}</title>
    </g>
  );
});

interface EdgeProps {
  t: number;
  before: number;
  after: number;
  layout: GridLayout;
  className: string | undefined;
}

const Edge = memo(function Edge({ t, before, after, layout, className }: EdgeProps) {
  const { left, top, column, row } = layout;
  const x = left + t * column;
  const y = (index: number) => top + (index + 0.5) * row;
  const side = inset(layout);
  const path = `M${x - side} ${y(before)}C${x} ${y(before)} ${x} ${y(after)} ${x + side} ${y(after)}`;
  return <path className={className} d={path} />;
});
