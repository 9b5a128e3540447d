import { importTexts } from '../../annotation/import-texts.ts';
import { packSentences } from '../../annotation/packed-sentences.ts';
import type { NewSentence } from '../../annotation/set.ts';
import { requireWithin } from '../../data/files/limits.ts';
import { serializeError, throwIfAborted } from '../../lib/errors.ts';
import type { TextsToAnnotate } from '../wire/payloads.ts';

/**
 * Reads text to annotate. A file without text is rejected.
 *
 * @throws StudioError Cancelled
 */
export async function readTexts(files: readonly File[], signal: AbortSignal): Promise<TextsToAnnotate> {
  const sentences: NewSentence[] = [];
  const read: Omit<TextsToAnnotate, 'sentences'> = { problems: [], moreProblems: 0, rejected: [] };
  for (const file of files) {
    throwIfAborted(signal);
    try {
      requireWithin('corpusBytes', file.size, file.name);
      const imported = importTexts(file.name, new Uint8Array(await file.arrayBuffer()));
      const documents = (sentences.at(-1)?.source.document ?? -1) + 1;
      for (const sentence of imported.sentences) {
        const { source } = sentence;
        sentences.push({ ...sentence, source: { ...source, document: documents + source.document } });
      }
      read.problems.push(...imported.problems);
      read.moreProblems += imported.moreProblems;
    } catch (error) {
      read.rejected.push({ name: file.name, error: serializeError(error) });
    }
  }
  return { ...read, sentences: packSentences(sentences) };
}
