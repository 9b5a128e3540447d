import type { ReactNode } from 'react';
import { spreadLabels } from './end-labels.ts';
import { usePlot } from './use-plot.ts';

export interface EndLabel {
  key: string;
  /** The end of the line, in the units of the axes. */
  x: number;
  y: number;
  /** Sign before the text, in a box of 11 pixels around the origin. */
  sign?: ReactNode;
  text: string;
  isStrong?: boolean;
  isFaint?: boolean;
}

const LINE_HEIGHT = 13;

/** Names at the ends of lines, instead of a legend. They are moved apart if lines end close together. */
export function EndLabels({ labels }: { labels: readonly EndLabel[] }) {
  const plot = usePlot();
  if (!plot) return null;
  const { area, toPixels } = plot;
  const bottom = area.y + area.height;
  const ends = labels.map(({ x, y }) => toPixels(x, y));
  const inside = ends.map(({ y }) => Math.min(bottom, Math.max(area.y, y)));
  const placed = spreadLabels(inside, LINE_HEIGHT, area.y + 2, bottom - LINE_HEIGHT / 2);
  return labels.map(({ key, sign, text, isStrong, isFaint }, i) => (
    <g key={key} transform={`translate(${ends[i]!.x + 7}, ${placed[i]})`} opacity={isFaint ? 0.4 : 1}>
      {sign && <g transform="translate(5, 0) scale(0.85)">{sign}</g>}
      <text
        x={sign ? 13 : 0}
        fill="var(--mantine-color-text)"
        fontSize={11}
        fontWeight={isStrong ? 700 : 400}
        dominantBaseline="central"
      >
        {text}
      </text>
    </g>
  ));
}
