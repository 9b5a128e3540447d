import { sentenceEmissions } from '../../crf/decode.ts';
import type { StoredVectors } from '../../data/vectors/stored-vectors.ts';
import type { SentenceToEncode } from '../../data/batches/encode.ts';
import { decodingScores } from '../../model/crf-scores.ts';
import { encodeSentences, type TaggerModel } from '../../model/model.ts';
import { emissionBatches } from '../../model/predict.ts';
import { extendVocabulary } from '../../model/out-of-vocabulary.ts';
import { otherSpelling } from './other-spelling.ts';
import { SentenceTagger, type Wanted } from '../sentence-tagger.ts';
import type { TaggedSentence, TaggedText, TextSentence } from '../tagged-text.ts';
import { textUnits } from './text-units.ts';
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
  const split = textUnits(model.style, text).map((tokens) => ({ tokens }));
  const sentences = await tagSentences(model, split, stored, { signal });
  const unknown = new UnknownLettersTally(model);
  unknown.add(text);
  return {
    sentences,
    unknownLetters: unknown.found.letters,
    otherSpelling: otherSpelling(model, text),
    milliseconds: performance.now() - started,
  };
}

/** Tags tokenised sentences. Results include empty sentences. */
export async function tagSentences(
  model: TaggerModel,
  sentences: readonly Omit<TextSentence, 'text'>[],
  stored?: StoredVectors,
  { wanted, signal }: { wanted?: Wanted | undefined; signal?: AbortSignal | undefined } = {},
): Promise<TaggedSentence[]> {
  const tagger = new SentenceTagger(model, await decodingScores(model));
  const tagged: TaggedSentence[] = sentences.map(() => ({ tokens: [], entities: [], otherReadings: [] }));
  for await (const { sentence, emissions } of scoreSentences(model, sentences.map(toScore), stored, signal)) {
    tagged[sentence] = tagger.tag(sentences[sentence]!.tokens, emissions, wanted);
  }
  return tagged;
}

/** Like `tagSentences`, but returns only tags, in the style of the training file, which takes less time. */
export async function predictTags(
  model: TaggerModel,
  sentences: readonly Omit<TextSentence, 'text'>[],
  stored?: StoredVectors,
): Promise<string[][]> {
  const tagger = new SentenceTagger(model, await decodingScores(model));
  const tags: string[][] = sentences.map(() => []);
  for await (const { sentence, emissions } of scoreSentences(model, sentences.map(toScore), stored)) {
    tags[sentence] = tagger.tags(emissions);
  }
  return tags;
}

function toScore({ tokens, document = 0, columns }: Omit<TextSentence, 'text'>): SentenceToScore {
  return { tokens: tokens.map(({ text }) => text), document, columns };
}

/** A sentence to score, with the document and columns of a corpus sentence. */
export type SentenceToScore = Omit<SentenceToEncode, 'tags' | 'weight'>;

/**
 * Emissions of the non-empty sentences, in the order in which they are computed.
 *
 * @returns `sentence`: its index; `emissions`: [T, K]
 */
export async function* scoreSentences(
  model: TaggerModel,
  given: readonly SentenceToScore[],
  stored?: StoredVectors,
  signal?: AbortSignal,
): AsyncGenerator<{ sentence: number; emissions: Float32Array }, void> {
  const sentences = given.map(({ tokens, document, columns }) => ({ tokens, tags: [], document, columns }));
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
