import { sentenceEmissions } from '../crf/decode.ts';
import type { StoredVectors } from '../data/vectors/stored-vectors.ts';
import { tokenize, type TextToken } from '../data/text/tokenizer.ts';
import { decodingScores } from '../model/crf-scores.ts';
import { encodeSentences, type TaggerModel } from '../model/model.ts';
import { emissionBatches } from '../model/predict.ts';
import { extendVocabulary } from '../model/out-of-vocabulary.ts';
import { SentenceTagger } from './sentence-tagger.ts';
import type { TaggedSentence, TaggedText } from './tagged-text.ts';
import { UnknownLettersTally } from './unknown-letters.ts';

/**
 * Splits a text into sentences and tags them.
 *
 * @param stored vectors for out-of-vocabulary words
 * @throws StudioError Cancelled
 */
export async function tagText(
  model: TaggerModel,
  text: string,
  stored?: StoredVectors,
  signal?: AbortSignal,
): Promise<TaggedText> {
  const started = performance.now();
  const sentences = await tagSentences(model, tokenize(text), stored, signal);
  const unknown = new UnknownLettersTally(model);
  unknown.add(text);
  return { sentences, unknownLetters: unknown.found.letters, milliseconds: performance.now() - started };
}

/** Tags tokenised sentences. Empty ones stay in their place. @param documents of each sentence; default: all are of one */
export async function tagSentences(
  model: TaggerModel,
  sentences: readonly (readonly TextToken[])[],
  stored?: StoredVectors,
  signal?: AbortSignal,
  documents: readonly number[] = sentences.map(() => 0),
): Promise<TaggedSentence[]> {
  const forms = sentences.map((tokens) => tokens.map(({ text }) => text));
  const tagger = new SentenceTagger(model, await decodingScores(model));
  const tagged: TaggedSentence[] = sentences.map(() => ({ tokens: [], entities: [], otherReadings: [] }));
  for await (const { sentence, emissions } of scoreSentences(model, forms, stored, signal, documents)) {
    tagged[sentence] = tagger.tag(sentences[sentence]!, emissions);
  }
  return tagged;
}

/**
 * Emissions of sentences, in the order in which they are computed; none of an empty sentence.
 *
 * @param forms of each sentence, the text of its tokens
 * @param documents of each sentence; default: each stands alone
 * @returns `sentence`: its index; `emissions`: [T, K]
 */
export async function* scoreSentences(
  model: TaggerModel,
  forms: readonly (readonly string[])[],
  stored?: StoredVectors,
  signal?: AbortSignal,
  documents?: readonly number[],
): AsyncGenerator<{ sentence: number; emissions: Float32Array }, void> {
  const sentences = forms.map((tokens, s) => ({ tokens: [...tokens], tags: [], document: documents?.[s] }));
  const { vocabulary, extraRows } = await extendVocabulary(model, sentences, stored);
  try {
    const corpus = await encodeSentences(model, vocabulary, sentences, signal);
    for await (const { batch, emissions } of emissionBatches(model, corpus, { extraRows, signal })) {
      for (const [b, sentence] of batch.sentences.entries()) {
        yield { sentence, emissions: sentenceEmissions(emissions, vocabulary.tags.length, batch.layout, b) };
      }
    }
  } finally {
    extraRows?.dispose();
  }
}
