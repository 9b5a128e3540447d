import { useMemo } from 'react';
import { useRunStore } from '../../stores/run.ts';
import { series, type RunSeries } from '../../stores/series.ts';

/** What a panel draws of the run, made again when there is more of it. `read` must not change between renders. */
export function useSeries<T>(read: (series: RunSeries) => T): T {
  const version = useRunStore((store) => store.seriesVersion);
  // `series` changes in place: its version stands for its content.
  // oxlint-disable-next-line react/exhaustive-deps
  return useMemo(() => read(series), [version, read]);
}
