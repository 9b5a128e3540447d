import {
  useActiveTooltipLabel,
  useIsTooltipActive,
  usePlotArea,
  useXAxisScale,
  useYAxisScale,
  type PlotArea,
} from 'recharts';
import { useMemo } from 'react';
import type { Point } from './scales.ts';

/** The area between the axes of a chart. */
export interface Plot {
  area: PlotArea;
  /** Converts units of the axes to pixels. `NaN` for values that an axis cannot show, such as 0 on a logarithmic one. */
  toPixels: (x: number, y: number) => Point;
}

/** The plot of the surrounding chart; undefined before its axes are laid out. */
export function usePlot(): Plot | undefined {
  const area = usePlotArea();
  const xScale = useXAxisScale();
  const yScale = useYAxisScale();
  return useMemo(
    () => area && xScale && yScale && { area, toPixels: (x, y) => ({ x: xScale(x) ?? NaN, y: yScale(y) ?? NaN }) },
    [area, xScale, yScale],
  );
}

/** The epoch under the crosshair of the surrounding chart. */
export function usePointedEpoch(): number | undefined {
  const label = useActiveTooltipLabel();
  const isPointed = useIsTooltipActive();
  return isPointed ? Number(label) : undefined;
}
