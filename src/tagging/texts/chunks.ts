import { formatConll } from '../../data/corpora/columns/write-conll.ts';
import { Windows } from '../../data/batches/encode.ts';
import type { StoredVectors } from '../../data/vectors/stored-vectors.ts';
import { sentencesOf } from '../../data/text/tokenizer.ts';
import { yieldToEventLoop } from '../../lib/event-loop.ts';
import type { TaggerModel } from '../../model/model.ts';
import type { Wanted } from '../sentence-tagger.ts';
import { predictTags, tagSentences } from './text.ts';
import type { TaggedChunk, TextSentence } from '../tagged-text.ts';

/** Tokens per chunk: a full batch (`src/model/predict.ts`), and small enough for frequent progress reports. */
const CHUNK_TOKENS = 16_384;

/** The sentences of a text, split lazily. */
export function* textSentences(text: string): Generator<TextSentence, void> {
  for (const tokens of sentencesOf(text)) yield { text, tokens };
}

/**
 * Tags sentences in chunks, so that only one chunk of a long text is in memory. Without sentences it yields one empty chunk, so that
 * writers produce an empty file.
 *
 * @param stored vectors for out-of-vocabulary words
 * @throws StudioError Cancelled
 */
export async function* tagInChunks(
  model: TaggerModel,
  sentences: Iterable<TextSentence> | AsyncIterable<TextSentence>,
  stored?: StoredVectors,
  { wanted, signal }: { wanted?: Wanted | undefined; signal?: AbortSignal | undefined } = {},
): AsyncGenerator<TaggedChunk, void> {
  for await (const chunk of chunksOf(sentences)) {
    await yieldToEventLoop(); // lets typed sentences be tagged, and aborts be received
    yield { sentences: chunk, tagged: await tagSentences(model, chunk, stored, { wanted, signal }) };
  }
}

/** Like `tagInChunks`, but yields only tokens and their tags, as lines of CoNLL, which takes less time. */
export async function* tagAsConll(
  model: TaggerModel,
  sentences: Iterable<TextSentence> | AsyncIterable<TextSentence>,
  stored?: StoredVectors,
): AsyncGenerator<string, void> {
  for await (const chunk of chunksOf(sentences)) {
    const tags = await predictTags(model, chunk, stored);
    yield formatConll(chunk.map(({ tokens }, i) => [tokens.map(({ text }) => text), tags[i]!]));
  }
}

async function* chunksOf(
  sentences: Iterable<TextSentence> | AsyncIterable<TextSentence>,
): AsyncGenerator<TextSentence[], void> {
  let chunk: TextSentence[] = [];
  let tokens = 0;
  let isFirst = true;
  const windows = new Windows(); // document windows, which a chunk does not split
  let window: number | undefined;
  for await (const sentence of sentences) {
    const next = windows.next(sentence.document ?? 0, sentence.tokens.length);
    if (tokens >= CHUNK_TOKENS && next !== window) {
      yield chunk;
      isFirst = false;
      chunk = [];
      tokens = 0;
    }
    window = next;
    chunk.push(sentence);
    tokens += sentence.tokens.length + 1; // empty sentences also count, to limit the size of a chunk
  }
  if (chunk.length > 0 || isFirst) yield chunk;
}
