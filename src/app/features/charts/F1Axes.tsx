import { CartesianGrid, Tooltip, XAxis, YAxis } from 'recharts';
import { useMemo } from 'react';
import { AxisTick } from './AxisTick.tsx';
import { epochTicks, f1Ticks } from './derive.ts';
import { CROSSHAIR, GIVEN_TICKS } from './sync.ts';

/** Epochs across, F1 in percent up, and a crosshair. @param floor where F1 begins */
export function F1Axes({ floor, lastEpoch }: { floor: number; lastEpoch: number }) {
  // The same values are the same arrays: an axis that is as before is not drawn again.
  const f1Marks = useMemo(() => f1Ticks(floor), [floor]);
  const epochMarks = useMemo(() => epochTicks(lastEpoch), [lastEpoch]);
  return (
    <>
      <CartesianGrid vertical={false} stroke="var(--line)" />
      <XAxis
        dataKey="epoch"
        type="number"
        domain={[0, lastEpoch]}
        ticks={epochMarks}
        tick={AxisTick}
        {...GIVEN_TICKS}
        stroke="var(--line-strong)"
        tickSize={4}
        height={20}
      />
      <YAxis
        domain={[floor, 100]}
        ticks={f1Marks}
        allowDataOverflow
        {...GIVEN_TICKS}
        tick={AxisTick}
        axisLine={false}
        tickLine={false}
        width={30}
      />
      <Tooltip {...CROSSHAIR} />
    </>
  );
}
