import type { HistoryStore, RunRecord } from './history.ts';

/** The last run that was started on this page. */
export const selectLatest = ({ records, latest }: HistoryStore): RunRecord | undefined =>
  records.find(({ id }) => id === latest);

/** The name of the button that resumes a run; undefined if the run cannot be resumed. */
export const resumeLabel = ({ checkpoint }: Pick<RunRecord, 'checkpoint'>): string | undefined =>
  checkpoint && `Resume after epoch ${checkpoint.epoch}`;
