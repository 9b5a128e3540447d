import type { XAxisTickContentProps, YAxisTickContentProps } from 'recharts';

/** A number beside an axis: plain text, where recharts' own would measure every one of them with every drawing. */
export function AxisTick({
  x,
  y,
  textAnchor,
  orientation,
  payload,
  tickFormatter,
}: XAxisTickContentProps | YAxisTickContentProps) {
  const isBelow = orientation === 'bottom';
  return (
    <text x={x} y={y} dy={isBelow ? '0.71em' : '0.355em'} textAnchor={textAnchor} fill="var(--dim)" fontSize={11}>
      {tickFormatter ? tickFormatter(payload.value, payload.index) : payload.value}
    </text>
  );
}
