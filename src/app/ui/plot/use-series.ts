import { useContext, useEffect, useState } from 'react';
import { defined } from '../../../lib/assert.ts';
import type { RecordedEpoch } from '../../stores/runs/thinned-epochs.ts';
import { useRunStore, type RunStore } from '../../stores/runs/run.ts';
import { series, type RunSeries } from '../../stores/runs/series.ts';
import { useViewStore } from '../../stores/view.ts';
import { FrameQueueContext } from './frame-queue.ts';

/** Derives the drawn data from the losses and scores of the run on the page. Equal state should give the same object. */
export type ReadSeries<T> = (series: RunSeries, run: RunStore) => T;

/**
 * Reads the run for a figure. When there is new data, the figure waits in the frame queue and reads it again; an equal value is not
 * rendered again. `read` must be the same function in every render.
 */
export function useSeries<T>(read: ReadSeries<T>): T {
  const queue = defined(useContext(FrameQueueContext), () => 'A figure is outside of FrameQueueContext.');
  const [value, setValue] = useState(() => read(series, useRunStore.getState()));
  useEffect(() => {
    const draw = () => setValue(read(series, useRunStore.getState()));
    draw(); // data that arrived since the first render
    const unsubscribe = useRunStore.subscribe((now, before) => {
      if (now.seriesVersion !== before.seriesVersion) queue.add(draw);
    });
    return () => {
      unsubscribe();
      queue.delete(draw);
    };
  }, [read, queue]);
  return value;
}

const readEpochs: ReadSeries<readonly RecordedEpoch[]> = ({ epochs }) => epochs;

export const useEpochs = (): readonly RecordedEpoch[] => useSeries(readEpochs);

/** The report on the epoch under the crosshair of the curves; undefined if there is none. */
export function usePointedReport(): RecordedEpoch | undefined {
  const pointed = useViewStore((view) => view.pointedEpoch);
  return useEpochs().find(({ epoch }) => epoch === pointed);
}
