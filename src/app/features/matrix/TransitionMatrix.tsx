import { useComputedColorScheme } from '@mantine/core';
import { memo, useId, useMemo, useState, type CSSProperties, type KeyboardEvent, type PointerEvent } from 'react';
import { createPortal } from 'react-dom';
import { formatCounted, formatNumber } from '../../look/format.ts';
import { explainStep } from '../../ui/navigation.ts';
import type { Frame } from '../../ui/Figure.tsx';
import { cellGroups, heatColour, moveCell } from './cells.ts';
import { layoutWithLegend, type MatrixLayout } from './layout.ts';
import styles from './Matrix.module.css';
import { columnName, describeCell, rowName, type Matrix } from './matrix.ts';
import { MatrixLabels } from './MatrixLabels.tsx';

/**
 * A heatmap with "from" in rows and "to" in columns. Arrow keys move between cells; the caption describes the cell. Enter or a click shows
 * in Inside where the sentence takes that transition.
 */
export function TransitionMatrix({ matrix, limit, frame }: { matrix: Matrix; limit: number; frame: Frame }) {
  const cellId = useId();
  const theme = useComputedColorScheme('light');
  const [active, setActive] = useState<{ row: number; column: number }>();
  const { tags } = matrix;
  const { layout, isLegendBeside } = useMemo(
    () => layoutWithLegend(tags, frame.width, frame.height),
    [tags, frame.width, frame.height],
  );
  const { size, cell, left, top } = layout;

  const onPointerMove = (event: PointerEvent<SVGSVGElement>) => {
    const bounds = event.currentTarget.getBoundingClientRect();
    const column = Math.floor((event.clientX - bounds.left - left) / cell);
    const row = Math.floor((event.clientY - bounds.top - top) / cell);
    const isInside = row >= 0 && column >= 0 && row < size && column < size;
    setActive(isInside ? { row, column } : undefined);
  };
  const explain = () => {
    if (active) explainStep(rowName(tags, active.row), columnName(tags, active.column));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') explain();
    const next = moveCell(event.key, active?.row ?? 0, active?.column ?? 0, size);
    if (next === undefined) return;
    event.preventDefault();
    setActive(active === undefined ? { row: 0, column: 0 } : next);
  };

  return (
    <>
      {cell === 0 && (
        <p className={styles.noRoom}>{formatCounted(tags.length, 'tag')}: too many to draw here. Save them as CSV.</p>
      )}
      {cell > 0 && (
        <svg
          className={styles.matrix}
          width={layout.width}
          height={layout.height}
          role="grid"
          aria-label="Transitions, from rows to columns"
          aria-rowcount={size}
          aria-colcount={size}
          aria-activedescendant={active && cellId}
          tabIndex={0}
          onPointerMove={onPointerMove}
          onPointerLeave={() => setActive(undefined)}
          onKeyDown={onKeyDown}
          onClick={explain}
          onFocus={() => setActive((cell) => cell ?? { row: 0, column: 0 })}
          onBlur={() => setActive(undefined)}
        >
          <Cells matrix={matrix} limit={limit} layout={layout} theme={theme} />
          <MatrixLabels tags={tags} layout={layout} active={active} />
          {active && (
            // Only the active cell has a name and a role. SVG has no <tr> and <td>.
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
            <g role="row" aria-rowindex={active.row + 1}>
              <rect
                id={cellId}
                // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
                role="gridcell"
                aria-colindex={active.column + 1}
                aria-label={describeCell(matrix, active.row, active.column)}
                className={styles.activeCell}
                x={left + active.column * cell}
                y={top + active.row * cell}
                width={cell}
                height={cell}
              />
            </g>
          )}
        </svg>
      )}
      {cell > 0 && <MatrixLegend limit={limit} isBeside={isLegendBeside} />}
      {frame.readout && createPortal(active && describeCell(matrix, active.row, active.column), frame.readout)}
    </>
  );
}

interface CellsProps {
  matrix: Matrix;
  /** The end of the colour scale. */
  limit: number;
  layout: MatrixLayout;
  theme: 'light' | 'dark';
}

const Cells = memo(function Cells({ matrix, limit, layout, theme }: CellsProps) {
  const hatch = useId();
  const { cell, left, top } = layout;
  return (
    <g aria-hidden="true">
      <defs>
        <pattern
          id={hatch}
          width="4"
          height="4"
          patternUnits="userSpaceOnUse"
          patternTransform={`scale(${1 / cell}) rotate(45)`}
        >
          <rect width="1" height="4" className={styles.hatch} />
        </pattern>
      </defs>
      <g transform={`translate(${left}, ${top}) scale(${cell})`}>
        {cellGroups(matrix, limit, theme).map(({ colour = `url(#${hatch})`, outline }) => (
          <path key={colour} d={outline} fill={colour} />
        ))}
      </g>
    </g>
  );
});

/** Ticks as shares of the limit. A quarter has half the colour intensity; there is no room for its number. */
const LEGEND = [-1, -0.25, 0, 0.25, 1];

/** The colour scale. */
function MatrixLegend({ limit, isBeside }: { limit: number; isBeside: boolean }) {
  const theme = useComputedColorScheme('light');
  return (
    <div className={styles.legend} data-beside={isBeside || undefined} aria-hidden="true">
      {LEGEND.map((share) => (
        <span key={share} style={{ '--swatch': heatColour(share * limit, limit, theme) } as CSSProperties}>
          {share === 0 ? '0' : Math.abs(share) === 1 && `${share < 0 ? '−' : '+'}${formatNumber(limit)}`}
        </span>
      ))}
      <span className={styles.illegal}>illegal</span>
    </div>
  );
}
