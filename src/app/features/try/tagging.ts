import type { Milliseconds } from '../../../lib/units.ts';
import { useRunStore } from '../../stores/runs/run.ts';
import { useSentenceStore } from '../../stores/sentence.ts';
import { selectModel, useWorkspaceStore } from '../../stores/workspace.ts';
import { ask } from '../../trainer/bridge.ts';
import { debounced } from '../../trainer/debounced.ts';
import { query } from '../../trainer/query.ts';
import type { TaggedText } from '../../../workers/wire/payloads.ts';

/** A tagged text. It may differ from the current text of the box. */
export interface Tagged {
  text: string;
  result: TaggedText;
}

/** The tags of the text in the sentence box. */
export const tagging = query(async (text: string, signal): Promise<Tagged> => ({
  text,
  result: await ask('tag', { text }, signal),
}));

const TAG_AFTER: Milliseconds = 60;
/** During training, the text is tagged again at this interval with the current weights. */
const RETAG_EVERY: Milliseconds = 1000;

/** Tags the text when it or the model changes. */
export function watchSentence(): () => void {
  let taggedAt: Milliseconds = 0;
  const tag = () => {
    const { text } = useSentenceStore.getState();
    const { phase } = useRunStore.getState().run;
    const hasWeights =
      useWorkspaceStore.getState().workspace.model !== undefined || phase === 'training' || phase === 'paused';
    if (text.trim() === '') tagging.cancel();
    if (!hasWeights || text.trim() === '') return;
    taggedAt = performance.now();
    void tagging.ask(text);
  };
  const soon = debounced(tag, TAG_AFTER);
  const stops = [
    useSentenceStore.subscribe(
      ({ text }) => text,
      (text) => {
        if (text.trim() === '') tagging.cancel();
        soon();
      },
    ),
    useWorkspaceStore.subscribe(selectModel, tag),
    useWorkspaceStore.subscribe(
      (store) => selectModel(store)?.id,
      (id) => id === undefined && tagging.cancel(),
    ),
    useWorkspaceStore.subscribe(({ workspace }) => workspace.encoder?.hash, tag),
    useRunStore.subscribe(
      ({ seriesVersion }) => seriesVersion,
      () => {
        if (performance.now() - taggedAt >= RETAG_EVERY) tag();
      },
    ),
  ];
  return () => stops.forEach((stop) => stop());
}
