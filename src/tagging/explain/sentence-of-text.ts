import { isSameWindow, MAX_LINKS } from '../../data/batches/links.ts';
import type { EncodedCorpus, EncodedSentence } from '../../data/batches/batch.ts';
import type { StoredVectors } from '../../data/vectors/stored-vectors.ts';
import { defined } from '../../lib/assert.ts';
import { encodeSentences, type TaggerModel } from '../../model/model.ts';
import { extendVocabulary, type ExtendedVocabulary } from '../../model/out-of-vocabulary.ts';
import { textUnits } from '../texts/text-units.ts';

/** A token of a text; sentences are indexed without empty ones. */
export interface PlaceInText {
  text: string;
  sentence: number;
}

/** A sentence with its context: the linked sentences of its text, which is one document. */
export interface SentenceOfText extends ExtendedVocabulary {
  /** [T] tokens of the sentence. */
  tokens: string[];
  /** The sentences of `window`, encoded. */
  corpus: EncodedCorpus;
  /** The sentences of the text that influence this one, including itself, in order. Only itself for a model without documents. */
  window: { sentence: number; tokens: string[] }[];
  /** Index of the sentence in the window. */
  index: number;
}

/**
 * Encodes a sentence of a text with its context, and passes it to `use`.
 *
 * @param stored vectors for words outside the vocabulary
 * @throws StudioError Cancelled
 */
export async function withSentence<R>(
  model: TaggerModel,
  { text, sentence }: PlaceInText,
  { stored, signal }: { stored?: StoredVectors | undefined; signal?: AbortSignal | undefined },
  use: (found: SentenceOfText) => Promise<R>,
): Promise<R> {
  const split = textUnits(model.style, text).filter((tokens) => tokens.length > 0);
  const all = split.map((tokens) => ({ tokens: tokens.map((token) => token.text), tags: [], document: 0 }));
  const own = defined(all[sentence], () => `withSentence: no sentence ${sentence} of ${all.length}`);
  const isAlone = model.config.context === 'sentence';
  const [read, first] = isAlone ? [[own], sentence] : [all, 0];
  const { vocabulary, extraRows } = await extendVocabulary(model, read, stored);
  try {
    const encoded = await encodeSentences(model, vocabulary, read, signal);
    const places = influences(encoded.sentences, sentence - first);
    return await use({
      tokens: own.tokens,
      vocabulary,
      extraRows,
      corpus: { ...encoded, sentences: places.map((place) => encoded.sentences[place]!) },
      window: places.map((place) => ({ sentence: first + place, tokens: read[place]!.tokens })),
      index: places.indexOf(sentence - first),
    });
  } finally {
    extraRows?.dispose();
  }
}

/**
 * The sentences whose words are linked to words of one sentence. A link reads states that only depend on their own sentence, so other
 * sentences have no influence. All are kept if a word has more occurrences than links, because the nearest are counted over all tokens.
 */
function influences(sentences: readonly EncodedSentence[], place: number): number[] {
  const own = sentences[place]!;
  const keys = new Set(own.keys);
  keys.delete(-1);
  const window = [...sentences.keys()].filter((other) => other === place || isSameWindow(sentences[other], own));
  const occurrences = new Map<number, number>();
  for (const other of window) {
    for (const key of sentences[other]!.keys ?? []) occurrences.set(key, (occurrences.get(key) ?? 0) + 1);
  }
  if ([...keys].some((key) => occurrences.get(key)! > MAX_LINKS + 1)) return window;
  return window.filter((other) => other === place || sentences[other]!.keys?.some((key) => keys.has(key)));
}
