import { CartesianGrid, Tooltip, XAxis } from 'recharts';
import { useMemo } from 'react';
import { AxisTick } from './AxisTick.tsx';
import { epochTicks } from './derive.ts';
import { CROSSHAIR, GIVEN_TICKS } from './sync.ts';

/** Epochs across, with a crosshair, over lines for the other axis. */
export function EpochAxis({ lastEpoch }: { lastEpoch: number }) {
  // The same values are the same array: an axis that is as before is not drawn again.
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
      <Tooltip {...CROSSHAIR} />
    </>
  );
}
