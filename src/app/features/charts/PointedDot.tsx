import styles from './Charts.module.css';
import type { Plot } from './use-plot.ts';

/** Where the crosshair meets a line. */
export function PointedDot({ plot, x, y, colour }: { plot: Plot; x: number; y: number | undefined; colour: string }) {
  if (y === undefined) return null;
  const at = plot.place(x, y);
  return <circle className={styles.pointedDot} cx={at.x} cy={at.y} r={3.5} fill={colour} />;
}
