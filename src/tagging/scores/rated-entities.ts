import type { Sentence } from '../../data/corpus.ts';
import { comparedTags } from '../../data/tags/partial-tags.ts';
import { tagsOfSpans } from '../../data/tags/tag-spans.ts';
import { isTagged, trainingStyle } from '../../data/tags/training-tags.ts';
import type { StoredVectors } from '../../data/vectors/stored-vectors.ts';
import type { Prediction } from '../../eval/calibration.ts';
import { equalSpans, PairReader } from '../../eval/score-tags.ts';
import { decodingScores } from '../../model/crf-scores.ts';
import type { TaggerModel } from '../../model/model.ts';
import { SentenceTagger } from '../sentence-tagger.ts';
import { scoreSentences } from '../texts/text.ts';

/** A predicted entity, as tokens `[start, end)` of its sentence. */
export interface RatedEntity extends Prediction {
  start: number;
  end: number;
}

/**
 * The entities that a model predicts in a corpus with their probabilities, before calibration, and whether gold has them. Without those of
 * which the annotation says nothing.
 *
 * @throws StudioError Cancelled
 */
export async function ratedEntities(
  model: TaggerModel,
  sentences: readonly Sentence[],
  stored?: StoredVectors,
  signal?: AbortSignal,
): Promise<RatedEntity[]> {
  const style = trainingStyle(model.config, model.style);
  const tagger = new SentenceTagger({ ...model, confidence: undefined }, await decodingScores(model));
  const reader = new PairReader(style);
  const hasDocuments = sentences.some(({ document }) => document !== sentences[0]?.document);
  const rated: RatedEntity[] = [];
  for await (const { sentence, emissions } of scoreSentences(model, sentences, stored, signal)) {
    const gold = sentences[sentence]!;
    if (!isTagged(gold)) continue;
    const tokens = gold.tokens.map((text) => ({ text, start: 0, end: 0 }));
    const { entities } = tagger.tag(tokens, emissions, { tokens: false, otherReadings: false });
    const spans = entities.map(({ first, last, ...entity }) => ({ ...entity, start: first, end: last + 1 }));
    const tags =
      style.scheme === 'none' ? spans.map(({ type }) => type) : tagsOfSpans(style, spans, gold.tokens.length);
    const compared = reader.read(comparedTags(gold, tags, style));
    const correct = equalSpans(compared.gold, compared.predicted);
    const half = (hasDocuments ? (gold.document ?? 0) : sentence) % 2 === 0 ? 0 : 1;
    for (const { type, start, end, probability } of spans) {
      const isHere = (one: { start: number; end: number }) => one.start === start && one.end === end;
      if (!compared.predicted.some(isHere)) continue; // nothing is known of it
      const isCorrect = correct.some((one) => isHere(one) && one.type === type);
      rated.push({ type, start, end, probability, isCorrect, sentence, half });
    }
  }
  return rated.sort((a, b) => a.sentence - b.sentence || a.start - b.start);
}
