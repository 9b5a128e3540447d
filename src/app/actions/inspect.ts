import { serializeError, throwIfAborted } from '../../lib/errors.ts';
import type { FileId, TextFormat } from '../../workers/wire/protocol.ts';
import { ask, attempt } from '../bridge.ts';
import { saveFile } from '../save-file.ts';
import { noteScore } from './history.ts';
import { scoringChanged, taggingFailed, textTagged, useInspectStore, type Scoring } from '../stores/inspect.ts';

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

export function scoreFile(id: FileId): Promise<void> {
  return follow(id, async (signal) => {
    const report = await ask('score', { id }, signal);
    void noteScore(report);
    return { phase: 'done', id, report };
  });
}

const MEDIA_TYPES: Record<TextFormat, string> = { jsonl: 'application/jsonl', conll: 'text/plain', csv: 'text/csv' };

/** Tags a text, and saves what is found where a format is given. */
export function tagFile(id: FileId, format?: TextFormat): Promise<void> {
  return follow(id, async (signal) => {
    const { written, report } = await ask('tagFile', { id, format }, signal);
    throwIfAborted(signal); // when it was all but done
    if (format && written) saveFile(written.name, written.contents, MEDIA_TYPES[format]);
    return { phase: 'tagged', id, report };
  });
}

/** One file at a time: a later request overtakes an earlier one. */
async function follow(id: FileId, request: (signal: AbortSignal) => Promise<Scoring>): Promise<void> {
  scoring?.abort();
  const controller = new AbortController();
  scoring = controller;
  scoringChanged({ phase: 'running', id });
  try {
    const result = await request(controller.signal);
    if (scoring === controller) scoringChanged(result);
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
  if (answer) saveFile(answer.value.name, answer.value.contents, 'text/plain');
}
