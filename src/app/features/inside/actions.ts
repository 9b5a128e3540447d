import type { Milliseconds } from '../../../lib/units.ts';
import { ask } from '../../trainer/bridge.ts';
import {
  useInsideStore,
  inspectionCleared,
  inspectionFailed,
  lectureClosed,
  textInspected,
} from '../../stores/inside.ts';
import { detailTime } from './details.ts';
import { useSentenceStore } from '../../stores/sentence.ts';
import { useRunStore } from '../../stores/runs/run.ts';
import { selectModel, useWorkspaceStore } from '../../stores/workspace.ts';
import { query } from '../../trainer/query.ts';

/** Delay after typing: longer than between two letters. */
const INSPECT_AFTER: Milliseconds = 60;
/** During training, the text is inspected again at this interval with the current weights, */
const INSPECT_EVERY: Milliseconds = 1000;
/** but answers and rendering may take at most this share of the time, since training needs every core. */
const LARGEST_SHARE = 0.03;

/** The inspection of the text in the sentence box. */
const inspecting = query((text: string, signal) => ask('inspect', { text }, signal));

async function inspect(): Promise<void> {
  const { text } = useSentenceStore.getState();
  const isPossible = text.trim() !== '' && selectModel(useWorkspaceStore.getState()) !== undefined;
  if (isPossible) return inspecting.ask(text);
  inspecting.cancel();
  inspectionCleared();
}

function inspected(answer: ReturnType<typeof inspecting.answer>): void {
  if (answer.phase === 'done') textInspected(answer.key, answer.value.model, answer.value);
  if (answer.phase === 'failed') inspectionFailed(answer.error);
}

/** While the tab Inside is open, it follows the sentence box and the model. */
export function watchInside(): () => void {
  let inspectedAt: Milliseconds = 0;
  /** Time from request to rendering of the last inspection. */
  let took: Milliseconds = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      inspectedAt = performance.now();
      void inspect().then(() => setTimeout(() => (took = performance.now() - inspectedAt)));
    }, INSPECT_AFTER);
  };
  const stops = [
    inspecting.subscribe(inspected),
    useSentenceStore.subscribe(({ text }) => text, soon),
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
  soon();
  return () => {
    clearTimeout(timer);
    stops.forEach((stop) => stop());
    lectureClosed();
  };
}
