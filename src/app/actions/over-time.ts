import { serializeError } from '../../lib/errors.ts';
import { ask } from '../bridge.ts';
import { useInspectStore } from '../stores/inspect.ts';
import { failureReported } from '../stores/notices.ts';
import { overTimeCleared } from '../stores/over-time.ts';
import { useRunStore } from '../stores/run.ts';

/** Followed where the sentence box is empty, so that every run can be looked at over time. */
export const EXAMPLE = 'New York City is amazing.';

/** When a run is prepared, or another text is typed while it trains, the worker follows the text of the sentence box. */
export function watchFollowed(): () => void {
  let followed: string | undefined;
  const follow = () => {
    const text = useInspectStore.getState().text.trim() || EXAMPLE;
    if (text === followed) return;
    followed = text;
    ask('follow', { text }).catch((error: unknown) => failureReported('follow the sentence', serializeError(error)));
  };
  const stops = [
    useRunStore.subscribe(
      ({ run }) => run.phase,
      (phase) => {
        if (phase !== 'preparing') return;
        followed = undefined; // the worker may be another one
        overTimeCleared();
        follow();
      },
    ),
    useInspectStore.subscribe(
      ({ text }) => text,
      () => {
        const { phase } = useRunStore.getState().run;
        if (phase === 'training' || phase === 'paused') follow();
      },
    ),
  ];
  return () => stops.forEach((stop) => stop());
}
