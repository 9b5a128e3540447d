import type { MouseHandlerDataParam, TickItem } from 'recharts';

/** The point of this chart that is nearest to the epoch pointed at in the other. */
export function nearestTick(
  ticks: readonly Pick<TickItem, 'value'>[],
  { activeLabel }: Pick<MouseHandlerDataParam, 'activeLabel'>,
): number {
  const distance = (i: number) => Math.abs(Number(ticks[i]?.value) - Number(activeLabel));
  let nearest = 0;
  for (let i = 1; i < ticks.length; i++) if (distance(i) < distance(nearest)) nearest = i;
  return nearest;
}

/** The charts of a run share their crosshair. */
export const SYNC = { syncId: 'run', syncMethod: nearestTick } as const;

/** All ticks are given: none is to be found, none left out. */
export const GIVEN_TICKS = { niceTicks: 'none', interval: 0 } as const;

export const MARGIN = { top: 8, bottom: 0, left: 0 };

/** What is pointed at is told in the caption, by the charts themselves. */
export const CROSSHAIR = { content: () => null, cursor: { stroke: 'var(--line-strong)' }, isAnimationActive: false };
