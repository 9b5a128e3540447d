import { decodingScores } from '../model/crf-scores.ts';
import type { Span } from '../data/corpus.ts';
import type { TaggerModel } from '../model/model.ts';
import { SentenceReader, type LabelEvidence, type SentenceReading, type SuggestedEntities } from './sentence-reader.ts';
import { scoreSentences, type SentenceToScore } from './texts/text.ts';

/**
 * A model's readings of the non-empty sentences, in the order in which they are computed.
 *
 * @param forms tokens of each sentence
 * @throws StudioError Cancelled
 */
export async function* readSentences(
  model: TaggerModel,
  forms: readonly (readonly string[])[],
  signal?: AbortSignal,
): AsyncGenerator<{ sentence: number; reading: SentenceReading }, void> {
  const reader = new SentenceReader(model, await decodingScores(model));
  for await (const { sentence, emissions } of scoreSentences(model, toScore(forms), undefined, signal)) {
    yield { sentence, reading: reader.read(emissions) };
  }
}

/** Only the `doubt` of `readSentences`, which is several times as fast. @throws StudioError Cancelled */
export async function* readDoubts(
  model: TaggerModel,
  forms: readonly (readonly string[])[],
  signal?: AbortSignal,
): AsyncGenerator<{ sentence: number; doubt: Float32Array }, void> {
  const reader = new SentenceReader(model, await decodingScores(model));
  for await (const { sentence, emissions } of scoreSentences(model, toScore(forms), undefined, signal)) {
    yield { sentence, doubt: reader.doubt(emissions) };
  }
}

/** The entities that a model suggests for each sentence, with alternatives. @throws StudioError Cancelled */
export async function suggestEntities(
  model: TaggerModel,
  forms: readonly (readonly string[])[],
  signal?: AbortSignal,
): Promise<SuggestedEntities[]> {
  const reader = new SentenceReader(model, await decodingScores(model));
  const suggested = forms.map((): SuggestedEntities => ({ spans: [], possible: [] }));
  for await (const { sentence, emissions } of scoreSentences(model, toScore(forms), undefined, signal)) {
    suggested[sentence] = reader.suggest(emissions);
  }
  return suggested;
}

/** A model's evidence on the labels of non-empty sentences that it was not trained on. @throws StudioError Cancelled */
export async function* judgeLabels(
  model: TaggerModel,
  sentences: readonly { tokens: readonly string[]; spans: readonly Span[] }[],
  signal?: AbortSignal,
): AsyncGenerator<{ sentence: number; evidence: LabelEvidence }, void> {
  const reader = new SentenceReader(model, await decodingScores(model));
  const forms = sentences.map(({ tokens }) => tokens);
  for await (const { sentence, emissions } of scoreSentences(model, toScore(forms), undefined, signal)) {
    yield { sentence, evidence: reader.judge(emissions, sentences[sentence]!.spans) };
  }
}

/** Sentences without a document. */
function toScore(forms: readonly (readonly string[])[]): SentenceToScore[] {
  return forms.map((tokens) => ({ tokens }));
}
