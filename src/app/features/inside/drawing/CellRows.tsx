import { memo } from 'react';
import styles from '../Inside.module.css';
import { clippedCell, GRID_LEFT, GRID_TOP, type CellRow } from './layout.ts';

interface CellRowsProps {
  rows: readonly CellRow[];
  /** In pixels, as in the layout of the grid. */
  column: number;
  height: number;
  left?: number;
  top?: number;
}

/**
 * Rows of coloured cells, with or without their numbers. A row is a rectangle and a `tspan` per cell, without groups: with 40 tokens there
 * are hundreds of cells.
 */
export const CellRows = memo(function CellRows({
  rows,
  column,
  height,
  left = GRID_LEFT,
  top = GRID_TOP,
}: CellRowsProps) {
  return rows.map(({ cells }, i) => (
    <g key={i} transform={`translate(${left}, ${top + i * height})`} aria-hidden="true">
      {cells.map(({ value, opacity, title, isIllegal }, t) => (
        <rect
          key={t}
          className={value < 0 ? styles.negative : styles.positive}
          x={t * column}
          width={column - 1}
          height={height - 1}
          data-illegal={isIllegal}
          fillOpacity={opacity}
        >
          {title !== undefined && <title>{title}</title>}
        </rect>
      ))}
      {cells.some(({ text }) => text !== '') && (
        <text className={styles.value} y={height / 2}>
          {cells.map(({ text }, t) => (
            <tspan key={t} x={(t + 0.5) * column}>
              {clippedCell(text, column)}
            </tspan>
          ))}
        </text>
      )}
    </g>
  ));
});
