import { useId, useRef } from 'react';
import type { Lengths } from '../../../data/corpora/statistics.ts';
import { formatCount } from '../../look/format.ts';
import { SaveMenu } from '../../ui/Figure.tsx';
import { HiddenTable } from '../../ui/tables/DataTable.tsx';
import { barsOf, lengthsInWords } from './in-words.ts';
import shared from '../../look/text.module.css';
import styles from './Statistics.module.css';
import { lengthsTable } from './tables.tsx';

const WIDTH = 420;
const HEIGHT = 130;

/** Histogram of the lengths of sentences or entities, in tokens. */
export function LengthsFigure({ title, lengths }: { title: string; lengths: Lengths }) {
  const id = useId();
  const figure = useRef<SVGSVGElement>(null);
  const table = lengthsTable(lengths);
  const { bars } = barsOf(lengths, WIDTH, HEIGHT);
  return (
    <figure className={styles.figure} aria-labelledby={id}>
      <figcaption className={styles.head}>
        <h3 id={id}>{title}</h3>
        <SaveMenu title={title} table={() => table} svg={() => figure.current} />
      </figcaption>
      <p className={shared.dim}>{lengthsInWords(lengths)}</p>
      <svg ref={figure} className={styles.bars} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
        {bars.map(({ label, count, x, y, width, height }) => (
          <g key={label}>
            <rect x={x} y={y} width={width} height={height} />
            {count > 0 && (
              <text x={x + width / 2} y={y - 4}>
                {formatCount(count)}
              </text>
            )}
            <text x={x + width / 2} y={HEIGHT - 3}>
              {label}
            </text>
          </g>
        ))}
      </svg>
      <HiddenTable table={table} label={title} />
    </figure>
  );
}
