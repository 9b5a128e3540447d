import { VisuallyHidden } from '@mantine/core';
import { useId, useRef } from 'react';
import type { Lengths } from '../../../data/corpora/statistics.ts';
import { formatCount } from '../../format.ts';
import { SaveMenu } from '../../ui/Figure.tsx';
import { barsOf, lengthsCsv, lengthsInWords } from './derive.ts';
import styles from './Statistics.module.css';

const WIDTH = 420;
const HEIGHT = 130;

/** Histogram of the lengths of sentences or entities, in tokens. */
export function LengthsFigure({ title, lengths }: { title: string; lengths: Lengths }) {
  const id = useId();
  const figure = useRef<SVGSVGElement>(null);
  const { bars } = barsOf(lengths, WIDTH, HEIGHT);
  return (
    <figure className={styles.figure} aria-labelledby={id}>
      <figcaption className={styles.head}>
        <h3 id={id}>{title}</h3>
        <SaveMenu title={title} csv={() => lengthsCsv(lengths)} svg={() => figure.current} />
      </figcaption>
      <p className={styles.dim}>{lengthsInWords(lengths)}</p>
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
      <VisuallyHidden>
        <table aria-label={title}>
          <thead>
            <tr>
              <th scope="col">Tokens</th>
              <th scope="col">Count</th>
            </tr>
          </thead>
          <tbody>
            {lengths.bins.map(({ label, count }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>{formatCount(count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </figure>
  );
}
