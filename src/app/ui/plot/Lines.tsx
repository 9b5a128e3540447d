import { Curve } from 'recharts';
import { useId, type ReactNode } from 'react';
import type { Point } from './scales.ts';
import type { Plot } from './use-plot.ts';

/** The colour of lines that stand for everything: text, not an entity type. */
export const FOREGROUND = 'var(--mantine-color-text)';

/** Clips what is drawn to the area between the axes. */
export function PlotClip({ area, children }: { area: Plot['area']; children: ReactNode }) {
  const id = useId();
  return (
    <g clipPath={`url(#${id})`}>
      <clipPath id={id}>
        <rect x={area.x} y={area.y} width={area.width} height={area.height} />
      </clipPath>
      {children}
    </g>
  );
}

interface PlotLineProps {
  points: Point[];
  colour: string;
  width: number;
  dash?: string | undefined;
}

/** A line, or a dot where there is one point. */
export function PlotLine({ points, colour, width, dash = 'none' }: PlotLineProps) {
  const [first] = points;
  if (points.length === 1 && first) return <circle cx={first.x} cy={first.y} r={3} fill={colour} />;
  return <Curve points={points} fill="none" stroke={colour} strokeWidth={width} strokeDasharray={dash} />;
}

/** The area between two lines, around a line of the accent colour. */
export function PlotBand({ low, high }: { low: Point[]; high: Point[] }) {
  return <Curve points={high} baseLine={low} fill="var(--accent)" fillOpacity={0.18} stroke="none" />;
}

/** Where the crosshair meets a line. */
export function PointedDot({ plot, x, y, colour }: { plot: Plot; x: number; y: number | undefined; colour: string }) {
  if (y === undefined) return null;
  const at = plot.toPixels(x, y);
  return <circle cx={at.x} cy={at.y} r={3.5} fill={colour} stroke="var(--mantine-color-body)" strokeWidth={1.5} />;
}
