import { useEffect, useState } from 'react';
import type { EpochReport } from '../../../model/events.ts';
import { useRunStore, type RunStore } from '../../stores/run.ts';
import { series, type RunSeries } from '../../stores/series.ts';
import { drawInTurn } from './draw-turns.ts';

/** Of the run: its losses and scores, and what they are drawn against. */
export type ReadSeries<T> = (series: RunSeries, run: Pick<RunStore, 'progress' | 'illegal' | 'config'>) => T;

const readEpochs: ReadSeries<readonly EpochReport[]> = ({ epochs }) => epochs;

export const useEpochs = (): readonly EpochReport[] => useSeries(readEpochs);

/**
 * What a figure draws of the run, read again, when its turn comes, where there is more of it; what is still the same
 * value is not drawn again. `read` must not change between renders.
 */
export function useSeries<T>(read: ReadSeries<T>): T {
  const [value, setValue] = useState(() => read(series, useRunStore.getState()));
  useEffect(() => {
    const draw = () => setValue(read(series, useRunStore.getState()));
    draw(); // of what came between the first rendering and now
    return useRunStore.subscribe((now, before) => {
      if (now.seriesVersion !== before.seriesVersion) drawInTurn(draw);
    });
  }, [read]);
  return value;
}
