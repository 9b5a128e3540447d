import {
  useActiveTooltipLabel,
  useIsTooltipActive,
  usePlotArea,
  useXAxisScale,
  useYAxisScale,
  type PlotArea,
} from 'recharts';
import { useMemo } from 'react';
import type { Point } from './plot.ts';

/** The room between the axes of a chart, and where values stand in it. */
export interface Plot {
  area: PlotArea;
  /** From the units of the axes to pixels; not a number where there is no such place: 0 on an axis of logarithms. */
  place: (x: number, y: number) => Point;
}

/** Of the chart around; undefined before its axes know their room. */
export function usePlot(): Plot | undefined {
  const area = usePlotArea();
  const xScale = useXAxisScale();
  const yScale = useYAxisScale();
  return useMemo(
    () => area && xScale && yScale && { area, place: (x, y) => ({ x: xScale(x) ?? NaN, y: yScale(y) ?? NaN }) },
    [area, xScale, yScale],
  );
}

/** The epoch under the crosshair of the chart around. */
export function usePointedEpoch(): number | undefined {
  const label = useActiveTooltipLabel();
  const isPointed = useIsTooltipActive();
  return isPointed ? Number(label) : undefined;
}
