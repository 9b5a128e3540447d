import { VisuallyHidden } from '@mantine/core';
import styles from './Lessons.module.css';
import { useSay } from './use-say.ts';

export interface Curve {
  name: string;
  values: readonly number[];
}

interface LineChartProps {
  x: string;
  y: string;
  curves: readonly Curve[];
}

const WIDTH = 420;
const HEIGHT = 190;
const PAD = { left: 44, right: 40, top: 10, bottom: 38 };
/** Height of a label. */
const LABEL = 13;
const DASHES = ['', '7 4', '2 3'];

/** Curves over steps, with their names at their ends. Values above the last tick are cut off. */
export function LineChart({ x, y, curves }: LineChartProps) {
  const { say } = useSay();
  const finite = curves.flatMap(({ values }) => values).filter(Number.isFinite);
  const start = Math.max(...curves.map(({ values }) => Math.abs(values[0] ?? 0)));
  const top = Math.max(0.1, Math.min(Math.max(...finite, 0.1), 2.5 * start || 1));
  const bottom = Math.min(0, Math.max(Math.min(...finite), -top));
  const steps = Math.max(...curves.map(({ values }) => values.length)) - 1;
  const toX = (step: number) => PAD.left + (step / Math.max(1, steps)) * (WIDTH - PAD.left - PAD.right);
  const toY = (value: number) =>
    PAD.top + ((top - Math.min(top, Math.max(bottom, value))) / (top - bottom)) * (HEIGHT - PAD.top - PAD.bottom);
  const last = (values: readonly number[]) => values.findLastIndex((value) => Number.isFinite(value));
  const ends = spread(curves.map(({ values }) => toY(values[last(values)] ?? 0)));
  const summary = curves
    .map(({ name, values }) => `${name}: ${say(values[0] ?? 0)} → ${say(values.at(-1) ?? 0)}`)
    .join('; ');
  return (
    <>
      <VisuallyHidden>{`${y}, ${x}. ${summary}`}</VisuallyHidden>
      <svg className={styles.chart} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true" data-figure>
        {[bottom, (top + bottom) / 2, top].map((tick) => (
          <g key={tick}>
            <line className={styles.gridLine} x1={PAD.left} x2={WIDTH - PAD.right} y1={toY(tick)} y2={toY(tick)} />
            <text className={styles.tickY} x={PAD.left - 6} y={toY(tick)}>
              {say(tick)}
            </text>
          </g>
        ))}
        <text className={styles.tickX} x={PAD.left} y={HEIGHT - 26}>
          0
        </text>
        <text className={styles.tickX} x={WIDTH - PAD.right} y={HEIGHT - 26}>
          {say(steps)}
        </text>
        <text className={styles.tickX} x={(PAD.left + WIDTH - PAD.right) / 2} y={HEIGHT - 10}>
          {x}
        </text>
        {curves.map(({ name, values }, i) => (
          <g key={name}>
            <polyline
              className={styles.curve}
              strokeDasharray={DASHES[i % DASHES.length]}
              points={values.map((value, step) => `${toX(step)},${toY(value)}`).join(' ')}
            />
            <text className={styles.curveName} x={WIDTH - PAD.right + 5} y={ends[i]}>
              {name}
            </text>
          </g>
        ))}
      </svg>
    </>
  );
}

/** Moves labels apart that would cover each other. */
function spread(heights: readonly number[]): number[] {
  const order = heights.map((_, i) => i).toSorted((a, b) => heights[a]! - heights[b]!);
  const placed = [...heights];
  for (let i = 1; i < order.length; i++) {
    const [above, below] = [order[i - 1]!, order[i]!];
    placed[below] = Math.max(placed[below]!, placed[above]! + LABEL);
  }
  // From the bottom up, so that none leaves the frame.
  let lowest = HEIGHT - PAD.bottom;
  for (const i of order.toReversed()) {
    placed[i] = Math.min(placed[i]!, lowest);
    lowest = placed[i]! - LABEL;
  }
  return placed;
}
