import { stepValue, type Step } from './sentence.ts';
import type { Trellis } from './trellis.ts';

/**
 * The token that contains a character of a text, or otherwise the next token, as indices of sentence and token. Undefined after the
 * last one.
 *
 * @param sentences tokens as written in the text
 * @param offset in UTF-16 code units
 */
export function tokenAt(
  text: string,
  sentences: readonly { tokens: readonly string[] }[],
  offset: number,
): { sentence: number; token: number } | undefined {
  let from = 0;
  for (const [sentence, { tokens }] of sentences.entries()) {
    for (const [token, word] of tokens.entries()) {
      const start = text.indexOf(word, from);
      if (start >= 0) from = start + word.length;
      if (offset < from) return { sentence, token };
    }
  }
  return undefined;
}

/**
 * The target token of a step between two tags: on the path, or otherwise where the step is most probable; T for END.
 *
 * P(y_{t-1} = from, y_t = to | x) is exp(alpha_{t-1}(from) + transition + e_t(to) + beta_t(to) − log Z).
 */
export function placeOfStep({ T, K, path, lattice, sentence }: Trellis, step: Step): number {
  const { from, to } = step;
  if (from === undefined) return 0;
  if (to === undefined) return T;
  const { alpha, beta } = lattice;
  const scoreAt = (t: number) =>
    alpha[(t - 1) * K + from]! + stepValue(sentence.scores, step) + sentence.emissions[t * K + to]! + beta[t * K + to]!;
  let place = Math.min(1, T - 1);
  for (let t = 1; t < T; t++) {
    if (path[t - 1] === from && path[t] === to) return t;
    if (scoreAt(t) > scoreAt(place)) place = t;
  }
  return place;
}
