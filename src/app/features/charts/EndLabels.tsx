import type { ReactNode } from 'react';
import styles from './Charts.module.css';
import { spreadLabels } from './derive.ts';
import { usePlot } from './use-plot.ts';

export interface LineEnd {
  key: string;
  /** In the units of the axes. */
  x: number;
  y: number;
  /** Drawn in a box of 11 pixels around the origin, before the text. */
  sign?: ReactNode;
  text: string;
  isStrong?: boolean;
  isFaint?: boolean;
}

const LINE_HEIGHT = 13;

/** Names at the ends of their lines, in place of a legend: pushed apart where lines meet. */
export function EndLabels({ ends }: { ends: readonly LineEnd[] }) {
  const plot = usePlot();
  if (!plot) return null;
  const { area, place } = plot;
  const bottom = area.y + area.height;
  const at = ends.map(({ x, y }) => place(x, y));
  const inside = at.map(({ y }) => Math.min(bottom, Math.max(area.y, y)));
  const placed = spreadLabels(inside, LINE_HEIGHT, area.y + 2, bottom - LINE_HEIGHT / 2);
  return ends.map(({ key, sign, text, isStrong, isFaint }, i) => (
    <g key={key} transform={`translate(${at[i]!.x + 7}, ${placed[i]})`} opacity={isFaint ? 0.4 : 1}>
      {sign && <g transform="translate(5, 0) scale(0.85)">{sign}</g>}
      <text className={styles.endLabel} x={sign ? 13 : 0} dominantBaseline="central" fontWeight={isStrong ? 700 : 400}>
        {text}
      </text>
    </g>
  ));
}
