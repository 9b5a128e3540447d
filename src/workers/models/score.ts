import type { Corpus } from '../../data/corpus.ts';
import { documentsRead } from '../../data/batches/documents-read.ts';
import { requireCompatibleTags } from '../../data/tags/training-tags.ts';
import type { Vocabulary } from '../../data/vocabulary/vocabulary.ts';
import { withTypesAs } from '../../data/corpora/types-as.ts';
import { sharedSentences } from '../../data/corpora/overlap.ts';
import { typesWithoutTags } from '../../data/corpora/doubts/unseen-types.ts';
import type { Seconds } from '../../lib/units.ts';
import { evaluateCorpus } from '../../model/evaluate.ts';
import type { TaggerModel } from '../../model/model.ts';
import { corpusErrors } from '../../tagging/scores/corpus-errors.ts';
import { corpusSlices, trainingEntities } from '../../tagging/scores/corpus-slices.ts';
import { UnknownLettersTally } from '../../tagging/texts/unknown-letters.ts';
import { ProgressReporter } from '../wire/progress.ts';
import type { DevSlices, ScoreReport } from '../wire/payloads.ts';
import type { Params } from '../wire/protocol.ts';
import type { ModelContext } from './model-slot.ts';
import { trainedOn } from './trained-on.ts';

/** Limit of listed errors: more than anyone will read, few enough for one message. */
const MAX_ERRORS = 5000;

/**
 * Scores a loaded corpus with the current model.
 *
 * @throws StudioError BadInput, BadCorpus, NotReady, Cancelled
 */
export async function score(
  { emit, files, models }: ModelContext,
  { id }: Params<'score'>,
  signal: AbortSignal,
): Promise<ScoreReport> {
  const startedAt = performance.now();
  if (models.current !== undefined) await files.readFor(models.current.model, id);
  const corpus = withTypesAs(files.answeredCorpus(id));
  const { file: name, sentences, style: written } = corpus;
  const progress = new ProgressReporter(emit, { task: 'scoring', name, total: sentences.length, unit: 'sentences' });
  try {
    const report = await models.useSnapshot(async (model, stored) => {
      requireCompatibleTags(corpus, { name: 'the model', style: model.style });
      const evaluation = await evaluateCorpus(model, sentences, stored, {
        signal,
        written,
        onProgress: progress.report,
      });
      const { scores, predicted, vocabulary } = evaluation;
      const { sentences: training, trainedOn: on } = trainedOn(models.current!, files);
      const entities = training && trainingEntities(model, training, vocabulary);
      const errors = corpusErrors(model, sentences, predicted, MAX_ERRORS, entities);
      const slices = corpusSlices(model, sentences, predicted, entities);
      const repeated = training && sharedSentences(corpus, { sentences: training }).long;
      const documents = model.config.context === 'document' ? documentsRead(sentences) : undefined;
      const unknownTypes = typesWithoutTags(model, corpus);
      const seen = known(model, vocabulary, corpus);
      return { scores, errors, slices, trainedOn: on, repeated, unknownTypes, documents, ...seen };
    });
    const seconds: Seconds = (performance.now() - startedAt) / 1000;
    return { file: name, ...report, sentences: sentences.length, seconds };
  } finally {
    progress.end();
  }
}

/**
 * Scores the dev sentences of the loaded files with the current model, by slice.
 *
 * @throws StudioError as `score`; NotReady without a training file
 */
export async function devSlices({ files, models }: ModelContext, _: unknown, signal: AbortSignal): Promise<DevSlices> {
  if (models.current !== undefined) await files.readFor(models.current.model);
  const { dev, style } = files.source();
  const { best, provenance } = models.current ?? {};
  return models.useSnapshot(async (model, stored) => {
    requireCompatibleTags({ file: 'dev', sentences: [...dev], style }, { name: 'the model', style: model.style });
    const { predicted, vocabulary } = await evaluateCorpus(model, dev, stored, { signal });
    const { sentences: training, trainedOn: on } = trainedOn(models.current!, files);
    const entities = training && trainingEntities(model, training, vocabulary);
    const slices = corpusSlices(model, dev, predicted, entities);
    return { slices, trainedOn: on, epoch: best?.epoch ?? provenance?.bestEpoch ?? 0 };
  });
}

/** Coverage of the tokens of a corpus. @param vocabulary including the words for which a vector was found */
function known(
  model: TaggerModel,
  vocabulary: Vocabulary,
  { sentences }: Pick<Corpus, 'sentences'>,
): Pick<ScoreReport, 'tokens' | 'knownTokens' | 'unknownLetters'> {
  const letters = new UnknownLettersTally(model);
  let [tokens, knownTokens] = [0, 0];
  for (const token of sentences.flatMap((sentence) => sentence.tokens)) {
    letters.add(token);
    tokens++;
    if (vocabulary.wordRow(token) !== 0) knownTokens++;
  }
  return { tokens, knownTokens, unknownLetters: letters.found };
}
