import { useComputedColorScheme } from '@mantine/core';
import styles from './Charts.module.css';
import { heatColour } from './matrix.ts';

const MARKS = [-5, -1, 0, 1, 5];

/** What the colours mean: the same for every run. */
export function MatrixLegend({ hasIllegal }: { hasIllegal: boolean }) {
  const theme = useComputedColorScheme('light');
  return (
    <div className={styles.legend} aria-hidden="true">
      {MARKS.map((value) => (
        <span key={value} style={{ '--swatch': heatColour(value, theme) } as React.CSSProperties}>
          {value === 0 ? '0' : `${value < 0 ? '−' : '+'}${Math.abs(value)}`}
        </span>
      ))}
      {hasIllegal && <span className={styles.illegal}>illegal</span>}
    </div>
  );
}
