import { serializeError } from '../../../lib/errors.ts';
import { ask } from '../../trainer/bridge.ts';
import { useSentenceStore } from '../../stores/sentence.ts';
import { failureReported } from '../../stores/notices.ts';
import { overTimeCleared } from '../../stores/runs/over-time.ts';
import { useRunStore } from '../../stores/runs/run.ts';

/** Followed if the sentence box is empty, so that every run has data over time. */
export const EXAMPLE = 'New York City is amazing.';

/** Keeps the followed text of the worker equal to the sentence box, when a run is prepared and while it trains. */
export function watchFollowed(): () => void {
  let followed: string | undefined;
  const follow = () => {
    const text = useSentenceStore.getState().text.trim() || EXAMPLE;
    if (text === followed) return;
    followed = text;
    ask('follow', { text }).catch((error: unknown) => failureReported('follow the sentence', serializeError(error)));
  };
  const stops = [
    useRunStore.subscribe(
      ({ run }) => run.phase,
      (phase) => {
        if (phase !== 'preparing') return;
        followed = undefined; // the worker may have been restarted
        overTimeCleared();
        follow();
      },
    ),
    useSentenceStore.subscribe(
      ({ text }) => text,
      () => {
        const { phase } = useRunStore.getState().run;
        if (phase === 'training' || phase === 'paused') follow();
      },
    ),
  ];
  return () => stops.forEach((stop) => stop());
}
