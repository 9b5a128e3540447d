import { useId, type ReactNode } from 'react';
import type { Plot } from './use-plot.ts';

/** Cuts off what leaves the room between the axes. */
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
