import { Curve } from 'recharts';
import { useId, type ReactNode } from 'react';
import type { Point } from './scales.ts';
import { usePlot, type Plot } from './use-plot.ts';

/** The colour of overall lines: the text colour rather than that of an entity type. */
export const FOREGROUND = 'var(--mantine-color-text)';

/** Clips its children to the area between the axes. */
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

/** A line, or a dot for a single point. */
export function PlotLine({ points, colour, width, dash = 'none' }: PlotLineProps) {
  const [first] = points;
  if (points.length === 1 && first) return <circle cx={first.x} cy={first.y} r={3} fill={colour} />;
  return <Curve points={points} fill="none" stroke={colour} strokeWidth={width} strokeDasharray={dash} />;
}

/** The area between two lines, around a line of the accent colour. */
export function PlotBand({ low, high }: { low: Point[]; high: Point[] }) {
  return <Curve points={high} baseLine={low} fill="var(--accent)" fillOpacity={0.18} stroke="none" />;
}

/** Pixels for the label of the best epoch beside its ring. */
const BEST_LABEL_WIDTH = 72;

/** Width of a letter of the label of the best epoch, in pixels. */
const BEST_LETTER = 7;

interface BestMarkProps {
  epoch: number;
  y: number | undefined;
  /** Label beside the ring. */
  text?: string | undefined;
  /** The end of the curve, where the labels of its lines begin. */
  lastEpoch?: number | undefined;
}

/** The best epoch: a line across the chart, and a ring on the curve. */
export function BestMark({ epoch, y, text, lastEpoch }: BestMarkProps) {
  const plot = usePlot();
  if (!plot) return null;
  const { area, toPixels } = plot;
  const at = toPixels(epoch, y ?? NaN);
  const end = lastEpoch === undefined ? area.x + area.width : toPixels(lastEpoch, 0).x;
  const isAtRight = at.x + BEST_LABEL_WIDTH > end && at.x - BEST_LABEL_WIDTH > area.x;
  const isAtTop = at.y < area.y + 20;
  return (
    <g data-best-epoch={epoch}>
      <line
        x1={at.x}
        x2={at.x}
        y1={area.y}
        y2={area.y + area.height}
        stroke="var(--dim)"
        strokeDasharray="1 4"
        strokeLinecap="round"
      />
      {Number.isFinite(at.y) && (
        <circle cx={at.x} cy={at.y} r={4} fill="var(--mantine-color-body)" stroke={FOREGROUND} strokeWidth={1.75} />
      )}
      {/* Behind the label, so that no line strikes it through, not even between its words. */}
      {text !== undefined && Number.isFinite(at.y) && (
        <rect
          x={at.x + (isAtRight ? -6 - BEST_LETTER * text.length : 6)}
          y={at.y + (isAtTop ? 5 : -23)}
          width={BEST_LETTER * text.length}
          height={14}
          fill="var(--mantine-color-body)"
        />
      )}
      {text !== undefined && Number.isFinite(at.y) && (
        <text
          x={at.x + (isAtRight ? -8 : 8)}
          y={at.y + (isAtTop ? 16 : -12)}
          textAnchor={isAtRight ? 'end' : 'start'}
          fill={FOREGROUND}
          stroke="var(--mantine-color-body)"
          strokeWidth={3}
          paintOrder="stroke"
          fontSize={11}
          fontWeight={700}
        >
          {text}
        </text>
      )}
    </g>
  );
}

/** A dot where the crosshair meets a line. */
export function PointedDot({ plot, x, y, colour }: { plot: Plot; x: number; y: number | undefined; colour: string }) {
  if (y === undefined) return null;
  const at = plot.toPixels(x, y);
  return <circle cx={at.x} cy={at.y} r={3.5} fill={colour} stroke="var(--mantine-color-body)" strokeWidth={1.5} />;
}
