import { useEffect, useLayoutEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import type { Trellis } from '../../../../insight/trellis.ts';
import { selectionOf } from '../inspected.ts';
import { tokenChosen, useInsideStore } from '../../../stores/inside.ts';
import { clipped, clippedName, type GridLayout } from './layout.ts';
import { intensity } from './numbers.ts';
import styles from '../Inside.module.css';
import { scrolledTogether, scrollToColumn } from './scrolled-together.ts';

interface GridProps {
  label: string;
  tokens: readonly string[];
  /** Names of the rows. */
  rows: readonly string[];
  layout: GridLayout;
  /** The highlighted column, over the drawing. */
  column?: ReactNode;
  /** [T] values that shade the tokens. The rows show them as numbers. */
  shades?: readonly number[];
  /** The tokens that the figure explains. */
  outlined?: { first: number; count: number };
  /** Called when a token is clicked. With the keyboard, tokens are selected in the toolbar. */
  onToken?: (token: number) => void;
  onKeyDown?: (event: KeyboardEvent) => void;
  /** Whether the columns are not tokens of the sentence, so that this grid scrolls independently. */
  isApart?: boolean;
  children: ReactNode;
}

/** A drawing with a column per token. The names of the rows stay in view when it is scrolled. */
export function Grid(props: GridProps) {
  const { label, tokens, rows, layout, column, shades, outlined, onToken, onKeyDown, isApart, children } = props;
  const { left, top, row, width, height } = layout;
  const scroller = useRef<HTMLElement>(null);
  const names = useRef<SVGGElement>(null);
  // An attribute instead of state, so that scrolling does not render hundreds of cells.
  const pin = () => names.current?.setAttribute('transform', `translate(${scroller.current?.scrollLeft ?? 0}, 0)`);
  useLayoutEffect(() => {
    if (isApart || scroller.current === null) return undefined;
    return scrolledTogether(scroller.current);
  }, [isApart]);
  return (
    <section
      ref={scroller}
      className={styles.scroll}
      aria-label={label}
      tabIndex={onKeyDown ? undefined : 0}
      onScroll={pin}
    >
      <svg
        data-figure
        className={styles.grid}
        width={width}
        height={height}
        {...(onKeyDown
          ? { role: 'application', 'aria-label': label, tabIndex: 0, onKeyDown }
          : { 'aria-hidden': true })}
      >
        <g className={styles.tokens} aria-hidden="true">
          {tokens.map((token, t) => (
            <g
              key={t}
              className={onToken && styles.cell}
              transform={`translate(${left + t * layout.column}, 0)`}
              onClick={onToken && (() => onToken(t))}
            >
              {shades && (
                <rect
                  className={shades[t]! < 0 ? styles.negative : styles.positive}
                  width={layout.column - 1}
                  height={top - 2}
                  fillOpacity={0.8 * intensity(4 * shades[t]!)}
                />
              )}
              <text x={layout.column / 2} y={top - 11}>
                {clipped(token, layout.column)}
                <title>{token}</title>
              </text>
            </g>
          ))}
          {outlined && (
            <rect
              className={styles.onPath}
              x={left + outlined.first * layout.column}
              y={1}
              width={outlined.count * layout.column - 1}
              height={top - 3}
            />
          )}
        </g>
        {children}
        <g ref={names} data-pinned className={styles.rowNames} aria-hidden="true">
          <rect width={left - 4} height={height} />
          {rows.map((name, i) => (
            <text key={i} x={left - 10} y={top + (i + 0.5) * row}>
              {clippedName(name)}
              <title>{name}</title>
            </text>
          ))}
        </g>
      </svg>
      {column}
    </section>
  );
}

interface ColumnProps {
  tokens: readonly string[];
  layout: GridLayout;
  column: number;
}

/**
 * A frame around a column, with its token in bold. It is a separate element over the drawing, so that moving it does not repaint hundreds
 * of cells, and it is not saved with the figure.
 */
export function Column({ tokens, layout: { left, top, column: width, height }, column }: ColumnProps) {
  return (
    <div
      className={styles.column}
      style={{ width, height, transform: `translateX(${left + column * width}px)` }}
      aria-hidden="true"
      data-selected
    >
      <span style={{ height: top - 2 }}>{clipped(tokens[column] ?? '', width)}</span>
    </div>
  );
}

/** A grid that highlights the selected token and lets the reader select another one. */
export function TokenGrid({ trellis, column, ...props }: TokenGridProps) {
  return (
    <Grid
      {...props}
      column={<SelectedColumn trellis={trellis} tokens={props.tokens} layout={props.layout} column={column} />}
      onToken={(t) => t < trellis.T && tokenChosen(t)}
    />
  );
}

interface TokenGridProps extends Omit<GridProps, 'column' | 'onToken'> {
  trellis: Trellis;
  /** Highlighted in place of the selected token. */
  column?: number | undefined;
}

/** A separate component, so that a new selection does not render the grid. */
function SelectedColumn({
  trellis,
  column,
  ...props
}: { trellis: Trellis } & Partial<ColumnProps> & Omit<ColumnProps, 'column'>) {
  const token = useInsideStore(({ selected }) => selectionOf(trellis, selected).token);
  const isChosen = useInsideStore(({ selected }) => selected !== undefined);
  const { left, column: size } = props.layout;
  const shown = column ?? token;
  useEffect(() => {
    if (column !== undefined || isChosen) scrollToColumn(left + shown * size, left + (shown + 1) * size, left);
  }, [column, isChosen, shown, left, size]);
  return <Column {...props} column={shown} />;
}
