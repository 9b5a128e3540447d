import { selectIsActive, useRunStore } from '../../stores/runs/run.ts';

/** The title of a control that is disabled during a run: why it is; undefined at other times. */
export function useRunReason(reason = 'Not during a run'): string | undefined {
  return useRunStore(selectIsActive) ? reason : undefined;
}
