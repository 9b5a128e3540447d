import { serializeError } from '../../lib/errors.ts';
import type { Milliseconds } from '../../lib/units.ts';
import { ask } from '../bridge.ts';
import { useInsideStore, inspectionCleared, inspectionFailed, textInspected } from '../stores/inside.ts';
import { useDetailsStore } from '../stores/inside-details.ts';
import { useInspectStore } from '../stores/inspect.ts';
import { useRunStore } from '../stores/run.ts';
import { useStudyStore } from '../stores/study.ts';
import { selectModel, useWorkspaceStore } from '../stores/workspace.ts';
import { LatestTask } from './tasks.ts';

/** Delay after typing: longer than between two letters. */
const INSPECT_AFTER: Milliseconds = 60;
/** During training, the text is inspected again at this interval with the current weights, */
const INSPECT_EVERY: Milliseconds = 1000;
/** but answers and rendering may take at most this share of the time, since training needs every core. */
const LARGEST_SHARE = 0.03;

export const inspecting = new LatestTask();

/** Inspects the text of the sentence box. A later request cancels an earlier one. */
export async function inspect(): Promise<void> {
  const { text } = useInspectStore.getState();
  if (text.trim() === '' || selectModel(useWorkspaceStore.getState()) === undefined) {
    inspecting.discard();
    inspectionCleared();
    return;
  }
  await inspecting.run(
    (signal) => ask('inspect', { text }, signal),
    (result) => textInspected(text, result),
    (cause) => {
      const error = serializeError(cause);
      if (error.code !== 'Cancelled') inspectionFailed(error);
    },
  );
}

/** Time that the figures with their own requests took. */
function detailTime(): Milliseconds {
  const answers = Object.values(useDetailsStore.getState().answers);
  return answers.reduce((sum, answer) => sum + (answer?.milliseconds ?? 0), 0);
}

/** While the tab Inside is open, it follows the sentence box and the model. */
export function watchInside(): () => void {
  const isOpen = () => useStudyStore.getState().view === 'inside';
  let inspectedAt: Milliseconds = 0;
  /** Time from request to rendering of the last inspection. */
  let took: Milliseconds = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const soon = () => {
    if (!isOpen()) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      inspectedAt = performance.now();
      void inspect().then(() => setTimeout(() => (took = performance.now() - inspectedAt)));
    }, INSPECT_AFTER);
  };
  const stops = [
    useStudyStore.subscribe(({ view }) => view, soon),
    useInspectStore.subscribe(({ text }) => text, soon),
    useWorkspaceStore.subscribe(selectModel, soon),
    useRunStore.subscribe(
      ({ seriesVersion }) => seriesVersion,
      () => {
        const pause = Math.max(INSPECT_EVERY, (took + detailTime()) / LARGEST_SHARE);
        if (performance.now() - inspectedAt < pause) return;
        if (!useInsideStore.getState().isPlaying) soon(); // the numbers must not change while a recursion is played
      },
    ),
  ];
  return () => {
    clearTimeout(timer);
    stops.forEach((stop) => stop());
  };
}
