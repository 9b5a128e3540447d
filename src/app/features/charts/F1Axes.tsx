import { YAxis } from 'recharts';
import { useMemo } from 'react';
import { AxisTick } from './AxisTick.tsx';
import { f1Ticks } from './derive.ts';
import { EpochAxis } from './EpochAxis.tsx';
import { GIVEN_TICKS } from './sync.ts';

/** Epochs across, F1 in percent up, and a crosshair. @param floor where F1 begins */
export function F1Axes({ floor, lastEpoch }: { floor: number; lastEpoch: number }) {
  // The same values are the same array: an axis that is as before is not drawn again.
  const f1Marks = useMemo(() => f1Ticks(floor), [floor]);
  return (
    <>
      <EpochAxis lastEpoch={lastEpoch} />
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
    </>
  );
}
