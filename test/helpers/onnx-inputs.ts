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
  };
}
