import { predictionsFileName } from '../../data/corpora/write-predictions.ts';
import { requireCompatibleTags } from '../../data/tags/training-tags.ts';
import { typesWithoutTags } from '../../data/corpora/unseen-types.ts';
import type { Seconds } from '../../lib/units.ts';
import { evaluateCorpus } from '../../model/evaluate.ts';
import { corpusErrors } from '../../tagging/corpus-errors.ts';
import { annotate } from '../../tagging/predictions.ts';
import type { LoadedFiles } from '../files/loaded-files.ts';
import { ProgressReporter } from '../wire/progress.ts';
import type { Download, Emit, FileId, ScoreReport } from '../wire/protocol.ts';
import type { ModelSlot } from './model-slot.ts';

/** Limit of listed errors: more than anyone reads, few enough to send at once. */
const MAX_ERRORS = 5000;

/**
 * Scores a loaded corpus with the current model.
 *
 * @throws StudioError BadInput, BadCorpus, NotReady, Cancelled
 */
export async function score(
  models: ModelSlot,
  files: LoadedFiles,
  id: FileId,
  signal: AbortSignal,
  emit: Emit,
): Promise<ScoreReport> {
  const startedAt = performance.now();
  const corpus = files.corpus(id);
  const { file: name, sentences } = corpus;
  const progress = new ProgressReporter(emit, { task: 'scoring', name, total: sentences.length, unit: 'sentences' });
  try {
    const { scores, errors, unknownTypes } = await models.useSnapshot(async (model, stored) => {
      requireCompatibleTags(corpus, { name: 'the model', style: model.style });
      const evaluation = await evaluateCorpus(model, sentences, stored, { signal, onProgress: progress.report });
      const errors = corpusErrors(model, sentences, evaluation.predicted, MAX_ERRORS);
      return { ...evaluation, errors, unknownTypes: typesWithoutTags(model, corpus) };
    });
    const seconds: Seconds = (performance.now() - startedAt) / 1000;
    return { file: name, scores, unknownTypes, errors, sentences: sentences.length, seconds };
  } finally {
    progress.end();
  }
}

/** Writes the predictions of the current model for a loaded corpus, in its own format. @throws as `score` */
export async function predict(
  models: ModelSlot,
  files: LoadedFiles,
  id: FileId,
  signal: AbortSignal,
): Promise<Download> {
  const corpus = files.corpus(id);
  const bytes = await files.bytes(id);
  const text = await models.useSnapshot((model, stored) => annotate(model, corpus, bytes, stored, signal));
  return { name: predictionsFileName(corpus), contents: new Blob([text]) };
}
