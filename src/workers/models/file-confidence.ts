import { withTypesAs } from '../../data/corpora/types-as.ts';
import { tagsOfSpans } from '../../data/tags/tag-spans.ts';
import { requireCompatibleTags, trainingStyle } from '../../data/tags/training-tags.ts';
import { withConfidence, type Prediction } from '../../eval/calibration.ts';
import { calibrate } from '../../tagging/scores/calibrate.ts';
import type { RatedEntity } from '../../tagging/scores/rated-entities.ts';
import type { DoubtfulSentence, FileConfidence } from '../wire/payloads.ts';
import type { Params } from '../wire/protocol.ts';
import type { ModelContext } from './model-slot.ts';

/** Limit of listed sentences: more than anyone will read. */
const MAX_SENTENCES = 500;

/**
 * The entities of the current model in a loaded corpus with their confidence.
 *
 * @throws StudioError BadInput, BadCorpus, NotReady, Cancelled
 */
export async function fileConfidence(
  { files, models }: ModelContext,
  { id }: Params<'confidence'>,
  signal: AbortSignal,
): Promise<FileConfidence> {
  if (models.current !== undefined) await files.readFor(models.current.model, id);
  const corpus = withTypesAs(files.answeredCorpus(id));
  const isDev = files.summary().files.some((one) => one.id === id && one.role === 'dev');
  return models.useSnapshot(async (model, stored) => {
    requireCompatibleTags(corpus, { name: 'the model', style: model.style });
    const { sentences, file } = corpus;
    const { rated, honest, calibration, problem } = await calibrate(model, sentences, stored, signal);
    const own = model.confidence?.calibration;
    // A threshold is chosen on what the model will say: without a calibration of its own, on the probabilities.
    const isCrossed = isDev && own !== undefined && calibration !== undefined;
    const after = isCrossed ? honest : withConfidence(rated, own);
    const style = trainingStyle(model.config, model.style);
    const leastSure = doubtful(rated, after).map(({ sentence, entities }): DoubtfulSentence => {
      const { line, tokens } = sentences[sentence]!;
      const tags =
        style.scheme === 'none' ? entities.map(({ type }) => type) : tagsOfSpans(style, entities, tokens.length);
      return { line, tokens, tags, entities };
    });
    const plain = ({ type, probability, isCorrect, sentence, half }: Prediction): Prediction => {
      return { type, probability, isCorrect, sentence, half };
    };
    return {
      file,
      sentences: sentences.length,
      before: rated.map(plain),
      after: after.map(plain),
      isCrossed,
      problem: isDev ? problem : undefined,
      leastSure,
    };
  });
}

/** The sentences with the lowest confidence of an entity, lowest first. */
function doubtful(rated: readonly RatedEntity[], after: readonly Prediction[]) {
  const bySentence = new Map<number, DoubtfulSentence['entities']>();
  for (const [i, { sentence, start, end, type, isCorrect }] of rated.entries()) {
    const entities = bySentence.get(sentence) ?? [];
    bySentence.set(sentence, entities);
    entities.push({ start, end, type, isCorrect, probability: after[i]!.probability });
  }
  const least = (entities: DoubtfulSentence['entities']) => Math.min(...entities.map(({ probability }) => probability));
  return [...bySentence]
    .map(([sentence, entities]) => ({ sentence, entities, least: least(entities) }))
    .sort((a, b) => a.least - b.least)
    .slice(0, MAX_SENTENCES);
}
