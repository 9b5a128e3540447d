import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { clipped, intensity, type GridLayout } from './derive.ts';
import styles from './Inside.module.css';

interface GridProps {
  label: string;
  tokens: readonly string[];
  /** Names of the rows. */
  rows: readonly string[];
  layout: GridLayout;
  /** A column to stand out. */
  column?: number | undefined;
  /** [T] numbers that shade the tokens; their signs are in the rows. */
  shades?: readonly number[];
  /** Tokens that the figure is about. */
  outlined?: { first: number; count: number };
  /** A token was clicked. The keyboard has the bar with the sentence. */
  onToken?: (token: number) => void;
  onKeyDown?: (event: KeyboardEvent) => void;
  children: ReactNode;
}

/** A drawing with a column per token and a row per tag. The names of the tags stay in view when it is scrolled. */
export function Grid(props: GridProps) {
  const { label, tokens, rows, layout, column, shades, outlined, onToken, onKeyDown, children } = props;
  const [scrolled, setScrolled] = useState(0);
  const { left, top, row, width, height } = layout;
  return (
    <section
      className={styles.scroll}
      aria-label={label}
      tabIndex={onKeyDown ? undefined : 0}
      onScroll={(event) => setScrolled(event.currentTarget.scrollLeft)}
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
              <text x={layout.column / 2} y={top - 11} data-active={t === column || undefined}>
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
        <g className={styles.rowNames} transform={`translate(${scrolled}, 0)`} aria-hidden="true">
          <rect width={left - 4} height={height} />
          {rows.map((name, i) => (
            <text key={i} x={left - 10} y={top + (i + 0.5) * row}>
              {name.length > 10 ? `${name.slice(0, 9)}…` : name}
              <title>{name}</title>
            </text>
          ))}
        </g>
      </svg>
    </section>
  );
}
