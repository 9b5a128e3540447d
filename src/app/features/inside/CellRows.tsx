import { memo } from 'react';
import { GRID_LEFT, GRID_TOP, type CellRow } from './derive.ts';
import styles from './Inside.module.css';

interface CellRowsProps {
  rows: readonly CellRow[];
  /** In pixels, as in the layout of the grid. */
  column: number;
  height: number;
}

/**
 * Rows of coloured numbers, a column per token. A row is a rectangle and a `tspan` per cell, without groups: with 40 tokens there are
 * hundreds of cells.
 */
export const CellRows = memo(function CellRows({ rows, column, height }: CellRowsProps) {
  return rows.map(({ cells }, i) => (
    <g key={i} transform={`translate(${GRID_LEFT}, ${GRID_TOP + i * height})`} aria-hidden="true">
      {cells.map(({ value, opacity }, t) => (
        <rect
          key={t}
          className={value < 0 ? styles.negative : styles.positive}
          x={t * column}
          width={column - 1}
          height={height - 1}
          fillOpacity={opacity}
        />
      ))}
      <text className={styles.value} y={height / 2}>
        {cells.map(({ text }, t) => (
          <tspan key={t} x={(t + 0.5) * column}>
            {text}
          </tspan>
        ))}
      </text>
    </g>
  ));
});
