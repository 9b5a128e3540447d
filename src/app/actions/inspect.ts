import { serializeError, throwIfAborted } from '../../lib/errors.ts';
import type { FileId, TextFormat } from '../../workers/wire/payloads.ts';
import { ask, attempt } from '../bridge.ts';
import { saveFile } from '../save-file.ts';
import { scoringChanged, taggingFailed, textTagged, useInspectStore, type Scoring } from '../stores/inspect.ts';
import { LatestTask } from './tasks.ts';

/** Tagging of the sentence box. */
export const tagging = new LatestTask();
/** Scoring of a corpus, or tagging of a text file. */
export const scoring = new LatestTask();

/** Tags the text of the sentence box. A later request cancels an earlier one. */
export async function tagText(): Promise<void> {
  const { text } = useInspectStore.getState();
  if (text.trim() === '') {
    tagging.discard();
    return;
  }
  await tagging.run(
    (signal) => ask('tag', { text }, signal),
    (result) => textTagged({ text, result }),
    (error) => taggingFailed(serializeError(error)),
  );
}

export function scoreFile(id: FileId): Promise<void> {
  return follow(id, async (signal) => {
    const report = await ask('score', { id }, signal);
    void import('./history.ts').then(({ noteScore }) => noteScore(report));
    return { phase: 'done', id, report };
  });
}

const MEDIA_TYPES: Record<TextFormat, string> = { jsonl: 'application/jsonl', conll: 'text/plain', csv: 'text/csv' };

/** Tags a text, and saves the result if a format is given. */
export function tagFile(id: FileId, format?: TextFormat): Promise<void> {
  return follow(id, async (signal) => {
    const { written, report } = await ask('tagFile', { id, format }, signal);
    throwIfAborted(signal); // aborted just before the end
    if (format && written) saveFile(written.name, written.contents, MEDIA_TYPES[format]);
    return { phase: 'tagged', id, report };
  });
}

/** One file at a time: a later request cancels an earlier one. */
function follow(id: FileId, request: (signal: AbortSignal) => Promise<Scoring>): Promise<void> {
  scoringChanged({ phase: 'running', id });
  return scoring.run(request, scoringChanged, (cause) => {
    const error = serializeError(cause);
    scoringChanged(error.code === 'Cancelled' ? { phase: 'none' } : { phase: 'failed', id, error });
  });
}

export function cancelScoring(): void {
  scoring.abort();
}

/** Discards scores when their model is replaced. */
export function discardScores(): void {
  scoring.discard();
  scoringChanged({ phase: 'none' });
}

/** Saves the model's tags for a file, in the file's own columns and scheme. */
export async function savePredictions(id: FileId): Promise<void> {
  const answer = await attempt('predict', ask('predict', { id }));
  if (answer) saveFile(answer.value.name, answer.value.contents, 'text/plain');
}
