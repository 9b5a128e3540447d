import { useId, useRef } from 'react';
import type { FoundComparison } from './found-comparison.ts';
import { SaveMenu } from '../../ui/Figure.tsx';
import { HiddenTable } from '../../ui/tables/DataTable.tsx';
import shared from '../../look/text.module.css';
import styles from './Compare.module.css';
import { differenceDrawing, differenceTable, methodInWords } from './comparison.ts';

const TITLE = 'F1 difference';
const WIDTH = 640;
const HEIGHT = 130;

/** A histogram of the bootstrap differences, with 0 and the interval. */
export function DifferenceFigure({ found }: { found: FoundComparison }) {
  const id = useId();
  const svg = useRef<SVGSVGElement>(null);
  const { f1 } = found.comparison;
  const table = differenceTable(found);
  const { bars, zero, observed, interval, ticks } = differenceDrawing(f1, WIDTH, HEIGHT);
  const [low, high] = interval;
  const base = HEIGHT - 20;
  return (
    <figure className={styles.figure} aria-labelledby={id}>
      <figcaption className={styles.head}>
        <h3 id={id}>{TITLE}</h3>
        <SaveMenu title={TITLE} table={() => table} svg={() => svg.current} />
      </figcaption>
      <p className={shared.dim}>
        Points of F1 of {found.names[0]} above {found.names[1]}, in each resample of the sentences. {methodInWords(f1)}
      </p>
      <svg ref={svg} className={styles.drawing} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
        <rect className={styles.interval} x={low} y={0} width={Math.max(1, high - low)} height={base} />
        {bars.map(({ x, y, width, height }) => (
          <rect key={x} className={styles.bar} x={x} y={y} width={width} height={height} />
        ))}
        <line className={styles.axis} x1={0} x2={WIDTH} y1={base} y2={base} />
        <line className={styles.zero} x1={zero} x2={zero} y1={0} y2={base} />
        <circle className={styles.observed} cx={observed} cy={base} r={5} />
        {ticks.map(({ x, label }) => (
          <text key={label} x={x} y={HEIGHT - 3}>
            {label}
          </text>
        ))}
      </svg>
      <HiddenTable table={{ ...table, rows: table.rows.filter(({ label }) => label !== undefined) }} label={TITLE} />
    </figure>
  );
}
