import { serializeError } from '../../lib/errors.ts';
import type { Milliseconds } from '../../lib/units.ts';
import { ask } from '../bridge.ts';
import { useInsideStore, inspectionCleared, inspectionFailed, textInspected } from '../stores/inside.ts';
import { useInspectStore } from '../stores/inspect.ts';
import { useRunStore } from '../stores/run.ts';
import { useStudyStore } from '../stores/study.ts';
import { selectModel, useWorkspaceStore } from '../stores/workspace.ts';

/** Longer than it takes to type a letter. */
const INSPECT_AFTER: Milliseconds = 60;
/** While it trains, the text is inspected again with the weights of the moment. */
const INSPECT_EVERY: Milliseconds = 1000;

let inspecting: AbortController | undefined;

/** Inspects the text of the sentence box. A later request cancels an earlier one. */
export async function inspect(): Promise<void> {
  inspecting?.abort();
  const { text } = useInspectStore.getState();
  if (text.trim() === '' || selectModel(useWorkspaceStore.getState()) === undefined) {
    inspectionCleared();
    return;
  }
  const controller = new AbortController();
  inspecting = controller;
  try {
    const result = await ask('inspect', { text }, controller.signal);
    if (inspecting === controller) textInspected(text, result);
  } catch (error) {
    const serialized = serializeError(error);
    if (inspecting === controller && serialized.code !== 'Cancelled') inspectionFailed(serialized);
  }
}

/** While the tab Inside is open, it follows the sentence box and the model. Closed, it costs nothing. */
export function watchInside(): () => void {
  const isOpen = () => useStudyStore.getState().view === 'inside';
  let inspectedAt: Milliseconds = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const soon = () => {
    if (!isOpen()) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      inspectedAt = performance.now();
      void inspect();
    }, INSPECT_AFTER);
  };
  const stops = [
    useStudyStore.subscribe((now, before) => {
      if (now.view !== before.view) soon();
    }),
    useInspectStore.subscribe((now, before) => {
      if (now.text !== before.text) soon();
    }),
    useWorkspaceStore.subscribe((now, before) => {
      if (now.workspace.model !== before.workspace.model) soon();
    }),
    useRunStore.subscribe((now, before) => {
      if (now.seriesVersion === before.seriesVersion || performance.now() - inspectedAt < INSPECT_EVERY) return;
      if (!useInsideStore.getState().isPlaying) soon(); // a recursion that is being played keeps its numbers
    }),
  ];
  return () => {
    clearTimeout(timer);
    stops.forEach((stop) => stop());
  };
}
