import { MAX_LINKS } from '../../src/data/batches/links.ts';
import { IndicatorEncoder } from '../../src/data/features/indicators.ts';
import type { Vocabulary } from '../../src/data/vocabulary/vocabulary.ts';

/** An input of model.onnx, int32. */
export interface OnnxInput {
  data: Int32Array;
  shape: number[];
}

/**
 * The padded inputs of model.onnx, as docs/formats.md specifies them: B sentences, T tokens of the longest, L characters of the longest
 * word.
 *
 * @param wordRow the row of a word: in the word table, or after it in vectors.bin
 */
export function onnxInputs(
  sentences: readonly (readonly string[])[],
  vocabulary: Vocabulary,
  wordRow: (form: string) => number,
): Record<string, OnnxInput> {
  const B = sentences.length;
  const T = Math.max(...sentences.map(({ length }) => length));
  if (vocabulary.features?.indicators !== undefined) return featureInputs(sentences, vocabulary, T);
  const ids = sentences.map((tokens) => tokens.map((text) => vocabulary.characterIdsOf(text)));
  const L = Math.max(...ids.flat().map(({ length }) => length));
  const words = new Int32Array(B * T);
  const characters = new Int32Array(B * T * L);
  const wordLengths = new Int32Array(B * T).fill(1);
  sentences.forEach((tokens, b) =>
    tokens.forEach((text, t) => {
      const at = b * T + t;
      words[at] = wordRow(text);
      characters.set(ids[b]![t]!, at * L);
      wordLengths[at] = ids[b]![t]!.length;
    }),
  );
  return {
    word_ids: { data: words, shape: [B, T] },
    character_ids: { data: characters, shape: [B, T, L] },
    word_lengths: { data: wordLengths, shape: [B, T] },
    lengths: { data: Int32Array.from(sentences, ({ length }) => length), shape: [B] },
    ...(vocabulary.unlinked && { links: linksOf(sentences, vocabulary, T) }),
  };
}

/** The inputs of a feature CRF: M features of the token with the most. */
function featureInputs(
  sentences: readonly (readonly string[])[],
  vocabulary: Vocabulary,
  T: number,
): Record<string, OnnxInput> {
  const encoder = new IndicatorEncoder(vocabulary);
  const active = sentences.map((tokens) => encoder.of({ tokens }));
  const M = Math.max(
    ...active.flatMap(({ offsets }) => [...offsets].map((from, t) => (offsets[t + 1] ?? from) - from)),
  );
  const data = new Int32Array(sentences.length * T * M).fill(-1);
  active.forEach(({ offsets, rows }, b) =>
    sentences[b]!.forEach((_, t) => data.set(rows.subarray(offsets[t], offsets[t + 1]), (b * T + t) * M)),
  );
  return {
    feature_ids: { data, shape: [sentences.length, T, M] },
    lengths: { data: Int32Array.from(sentences, ({ length }) => length), shape: [sentences.length] },
  };
}

/** The other occurrences of the words of one document, by brute force. Documents of tests are shorter than a window. */
function linksOf(sentences: readonly (readonly string[])[], vocabulary: Vocabulary, T: number): OnnxInput {
  const places = sentences.flatMap((tokens, b) =>
    tokens.map((token, t) => ({ word: token.toLowerCase(), at: b * T + t })),
  );
  const data = new Int32Array(sentences.length * T * MAX_LINKS).fill(-1);
  places.forEach(({ word, at }, here) => {
    if (!/\p{L}/u.test(word) || vocabulary.unlinked!.includes(vocabulary.wordRow(word))) return;
    const others = places
      .map((place, there) => ({ ...place, distance: Math.abs(there - here) }))
      .filter((place) => place.word === word && place.at !== at)
      .sort((a, b) => a.distance - b.distance || a.at - b.at);
    data.set(
      others.slice(0, MAX_LINKS).map((place) => place.at),
      at * MAX_LINKS,
    );
  });
  return { data, shape: [sentences.length, T, MAX_LINKS] };
}
