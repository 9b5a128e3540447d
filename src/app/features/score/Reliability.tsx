import { VisuallyHidden } from '@mantine/core';
import { useId, useRef } from 'react';
import type { FileConfidence } from '../../../workers/wire/payloads.ts';
import { formatShare } from '../../../lib/format-share.ts';
import { formatCounted } from '../../look/format.ts';
import { SaveMenu } from '../../ui/Figure.tsx';
import { reliabilityOf, reliabilityTable } from './confidence.ts';
import styles from './Confidence.module.css';

const SIZE = 190;
const LEFT = 34;
const TOP = 6;
const RIGHT = 14;
const BOTTOM = 32;
const TICKS = [0, 0.25, 0.5, 0.75, 1];

const x = (share: number) => LEFT + share * SIZE;
const y = (share: number) => TOP + (1 - share) * SIZE;

/** The reliability diagram: the share of right entities over their confidence, in bins of equal size (Guo et al. 2017). */
export function Reliability({ found }: { found: FileConfidence }) {
  const id = useId();
  const svg = useRef<SVGSVGElement>(null);
  const { before, after } = reliabilityOf(found);
  const points = (bins: typeof after.bins) => bins.map((bin) => `${x(bin.probability)},${y(bin.correct)}`).join(' ');
  return (
    <figure className={styles.reliability} aria-labelledby={id}>
      <figcaption>
        <span id={id}>Entities that are right, %</span>
        <SaveMenu title="Reliability diagram" table={() => reliabilityTable(found)} svg={() => svg.current} />
      </figcaption>
      <svg
        ref={svg}
        aria-hidden="true"
        viewBox={`0 0 ${LEFT + SIZE + RIGHT} ${TOP + SIZE + BOTTOM}`}
        width={LEFT + SIZE + RIGHT}
      >
        {TICKS.map((tick) => (
          <g key={tick} className={styles.tick}>
            <line x1={x(tick)} x2={x(tick)} y1={y(0)} y2={y(1)} />
            <line x1={x(0)} x2={x(1)} y1={y(tick)} y2={y(tick)} />
            <text x={x(tick)} y={y(0) + 14} textAnchor="middle">
              {100 * tick}
            </text>
            <text x={LEFT - 5} y={y(tick) + 4} textAnchor="end">
              {100 * tick}
            </text>
          </g>
        ))}
        <text className={styles.axis} x={x(0.5)} y={y(0) + 28} textAnchor="middle">
          confidence, %
        </text>
        <line className={styles.ideal} x1={x(0)} y1={y(0)} x2={x(1)} y2={y(1)} />
        <polyline className={styles.before} points={points(before.bins)} />
        <polyline className={styles.after} points={points(after.bins)} />
        {after.bins.map((bin, i) => (
          <circle key={i} className={styles.dot} cx={x(bin.probability)} cy={y(bin.correct)} r={3.5}>
            <title>
              {formatCounted(bin.count, 'entity', 'entities')} of confidence {formatShare(bin.probability)}:{' '}
              {formatShare(bin.correct)} right
            </title>
          </circle>
        ))}
      </svg>
      <VisuallyHidden>
        {after.bins
          .map(({ probability, correct }) => `Confidence ${formatShare(probability)}: ${formatShare(correct)} right.`)
          .join(' ')}
      </VisuallyHidden>
      <p className={styles.key} aria-hidden="true">
        <span data-line="after" /> confidence <span data-line="before" /> CRF <span data-line="ideal" /> ideal
      </p>
    </figure>
  );
}
