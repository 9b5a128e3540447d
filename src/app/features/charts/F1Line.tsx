import { Curve } from 'recharts';
import type { Point } from './plot.ts';

interface F1LineProps {
  points: Point[];
  colour: string;
  width: number;
  dash?: string | undefined;
}

/** One epoch makes no line, but a dot. */
export function F1Line({ points, colour, width, dash = 'none' }: F1LineProps) {
  const [first] = points;
  if (points.length === 1 && first) return <circle cx={first.x} cy={first.y} r={3} fill={colour} />;
  return <Curve points={points} fill="none" stroke={colour} strokeWidth={width} strokeDasharray={dash} />;
}
