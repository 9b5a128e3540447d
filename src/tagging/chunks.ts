import type { StoredVectors } from '../data/vectors/stored-vectors.ts';
import { sentencesOf } from '../data/text/tokenizer.ts';
import { breathe } from '../lib/breathe.ts';
import type { TaggerModel } from '../model/model.ts';
import { tagSentences } from './text.ts';
import type { TaggedChunk, TextSentence } from './tagged-text.ts';

/** A full batch of tokens (src/model/predict.ts): few enough to be told of soon. */
const PART_TOKENS = 16_384;

/** The sentences of a text, as they are needed. */
export function* textSentences(text: string): Generator<TextSentence, void> {
  for (const tokens of sentencesOf(text)) yield { text, tokens };
}

/**
 * Tags sentences part by part, so that of a long text one part is in memory at a time. A text without any is one part: it
 * is written too.
 *
 * @param stored vectors for words that the vocabulary lacks
 */
export async function* tagInChunks(
  model: TaggerModel,
  sentences: Iterable<TextSentence>,
  stored?: StoredVectors,
  signal?: AbortSignal,
): AsyncGenerator<TaggedChunk, void> {
  for (const part of partsOf(sentences)) {
    await breathe(); // for typed sentences, and to hear of an abort
    const tokens = part.map((sentence) => sentence.tokens);
    yield { sentences: part, tagged: await tagSentences(model, tokens, stored, signal) };
  }
}

function* partsOf(sentences: Iterable<TextSentence>): Generator<TextSentence[], void> {
  let part: TextSentence[] = [];
  let tokens = 0;
  let isFirst = true;
  for (const sentence of sentences) {
    part.push(sentence);
    tokens += sentence.tokens.length + 1; // many empty ones are a part too
    if (tokens < PART_TOKENS) continue;
    yield part;
    isFirst = false;
    part = [];
    tokens = 0;
  }
  if (part.length > 0 || isFirst) yield part;
}
