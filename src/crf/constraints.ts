import type { TagStyle } from '../data/corpus.ts';
import { isLegalTransition, OUTSIDE, parseTag } from '../data/tags/tag-style.ts';

/**
 * What is added to the score of an illegal step. exp(−1e4) is 0 in float32 as in float64, so no illegal path has weight beside
 * a legal one; and unlike −∞ it leaves sums and differences finite, where the gold tags break their scheme.
 */
export const ILLEGAL_SCORE = -1e4;

/** Which steps of a tag sequence its scheme forbids. K tags. */
export interface Constraints {
  /** 1 where illegal. [K, K] from row to column, [K], [K] */
  illegal: { transitions: Uint8Array; start: Uint8Array; end: Uint8Array };
  /** `ILLEGAL_SCORE` where illegal, else 0: to add to the scores of the same name. */
  penalties: { transitions: Float32Array; start: Float32Array; end: Float32Array };
}

/** The steps that a scheme forbids between the tags of a model; a tag that is not spelled in its style is outside. */
export function constraintsOf(tags: readonly string[], style: TagStyle): Constraints {
  const parsed = tags.map((tag) => parseTag(style, tag) ?? OUTSIDE);
  const isIllegal = (from: (typeof parsed)[number], to: (typeof parsed)[number]) =>
    Number(!isLegalTransition(style.scheme, from, to));
  const illegal = {
    transitions: Uint8Array.from(parsed.flatMap((from) => parsed.map((to) => isIllegal(from, to)))),
    start: Uint8Array.from(parsed, (tag) => isIllegal(OUTSIDE, tag)),
    end: Uint8Array.from(parsed, (tag) => isIllegal(tag, OUTSIDE)),
  };
  const penalise = (mask: Uint8Array) => Float32Array.from(mask, (forbidden) => (forbidden ? ILLEGAL_SCORE : 0));
  const penalties = {
    transitions: penalise(illegal.transitions),
    start: penalise(illegal.start),
    end: penalise(illegal.end),
  };
  return { illegal, penalties };
}

/** `[K+1, K+1]` row-major, rows START and tags, columns tags and END; 1: illegal. START to END does not occur. */
export function illegalCells(tags: readonly string[], style: TagStyle): Uint8Array {
  const { illegal } = constraintsOf(tags, style);
  const K = tags.length;
  const cells = new Uint8Array((K + 1) * (K + 1));
  cells.set(illegal.start);
  cells[K] = 1;
  for (let from = 0; from < K; from++) {
    cells.set(illegal.transitions.subarray(from * K, (from + 1) * K), (from + 1) * (K + 1));
    cells[(from + 1) * (K + 1) + K] = illegal.end[from]!;
  }
  return cells;
}
