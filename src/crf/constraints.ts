import type { TagStyle } from '../data/corpus.ts';
import { isLegalTransition, OUTSIDE, parseTag } from '../data/tags/tag-style.ts';
import { mapTransitions, type Transitions } from './transitions.ts';

/**
 * Penalty added to the score of an illegal transition. exp(−1e4) is 0 in float32 and float64, so an illegal path has no weight next
 * to a legal one. Unlike −∞, it keeps sums and differences finite if gold tags violate their scheme.
 */
export const ILLEGAL_SCORE = -1e4;

/** 1 where the scheme forbids a transition between the tags of a model. A tag that is not spelled in its style counts as outside. */
export function illegalTransitions(tags: readonly string[], style: TagStyle): Transitions<Uint8Array> {
  const parsed = tags.map((tag) => parseTag(style, tag) ?? OUTSIDE);
  const isIllegal = (from: (typeof parsed)[number], to: (typeof parsed)[number]) =>
    Number(!isLegalTransition(style.scheme, from, to));
  return {
    transitions: Uint8Array.from(parsed.flatMap((from) => parsed.map((to) => isIllegal(from, to)))),
    start: Uint8Array.from(parsed, (tag) => isIllegal(OUTSIDE, tag)),
    end: Uint8Array.from(parsed, (tag) => isIllegal(tag, OUTSIDE)),
  };
}

/** Penalties to add to a CRF's scores: `ILLEGAL_SCORE` for illegal transitions, otherwise 0. */
export function penaltiesOf(illegal: Transitions<Uint8Array>): Transitions<Float32Array> {
  return mapTransitions(illegal, (mask) => Float32Array.from(mask, (isIllegal) => (isIllegal ? ILLEGAL_SCORE : 0)));
}
