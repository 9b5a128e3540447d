import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { clipped, type GridLayout } from './derive.ts';
import styles from './Inside.module.css';

interface GridProps {
  label: string;
  tokens: readonly string[];
  /** Names of the rows. */
  rows: readonly string[];
  layout: GridLayout;
  /** A column to stand out. */
  column?: number | undefined;
  onKeyDown?: (event: KeyboardEvent) => void;
  children: ReactNode;
}

/** A drawing with a column per token and a row per tag. The names of the tags stay in view when it is scrolled. */
export function Grid({ label, tokens, rows, layout, column, onKeyDown, children }: GridProps) {
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
            <text key={t} x={left + (t + 0.5) * layout.column} y={top - 10} data-active={t === column || undefined}>
              {clipped(token, layout.column)}
              <title>{token}</title>
            </text>
          ))}
        </g>
        {children}
        <g className={styles.rowNames} transform={`translate(${scrolled}, 0)`} aria-hidden="true">
          <rect width={left - 4} height={height} />
          {rows.map((name, i) => (
            <text key={name} x={left - 10} y={top + (i + 0.5) * row}>
              {name.length > 10 ? `${name.slice(0, 9)}…` : name}
              <title>{name}</title>
            </text>
          ))}
        </g>
      </svg>
    </section>
  );
}
