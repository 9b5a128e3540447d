import { serializeError } from '../../lib/errors.ts';
import type { FileId } from '../../workers/protocol.ts';
import { ask, attempt } from '../bridge.ts';
import { saveFile } from '../download.ts';
import { scoringChanged, taggingFailed, textTagged, useInspectStore } from '../stores/inspect.ts';

let tagging: AbortController | undefined;

/** Tags what stands in the sentence box. A later request overtakes an earlier one. */
export async function tagText(): Promise<void> {
  tagging?.abort();
  const { text } = useInspectStore.getState();
  if (text.trim() === '') return;
  const controller = new AbortController();
  tagging = controller;
  try {
    const result = await ask('tag', { text }, controller.signal);
    if (tagging === controller) textTagged({ text, result });
  } catch (error) {
    if (tagging === controller) taggingFailed(serializeError(error));
  }
}

let scoring: AbortController | undefined;

export async function scoreFile(id: FileId): Promise<void> {
  scoring?.abort();
  const controller = new AbortController();
  scoring = controller;
  scoringChanged({ phase: 'running', id });
  try {
    const report = await ask('score', { id }, controller.signal);
    if (scoring === controller) scoringChanged({ phase: 'done', id, report });
  } catch (error) {
    const serialized = serializeError(error);
    if (scoring !== controller) return;
    scoringChanged(serialized.code === 'Cancelled' ? { phase: 'none' } : { phase: 'failed', id, error: serialized });
  }
}

export function cancelScoring(): void {
  scoring?.abort();
}

/** Of a model that tags no more: one under way goes too. */
export function forgetScores(): void {
  cancelScoring();
  scoring = undefined;
  scoringChanged({ phase: 'none' });
}

/** Saves the model's tags for a file, in the file's own columns and scheme. */
export async function savePredictions(id: FileId): Promise<void> {
  const answer = await attempt('predict', ask('predict', { id }));
  if (answer) saveFile(answer.value.name, answer.value.bytes, 'text/plain');
}
