import type { Transitions } from '../../crf/transitions.ts';
import type { ScoredSentence } from '../../insight/sentence.ts';
import { trellisOf } from '../../insight/trellis.ts';

/** A sentence with a part of its tags. */
export interface FewerTags {
  sentence: ScoredSentence;
  /** The share of probability of the tag sequences that have no other tag, in (0, 1]. */
  share: number;
}

/**
 * The sentence of a large model with tags enough for a figure: those of the best path, O, and then the most probable. The best path and
 * the score of every remaining path are the same.
 *
 * @param most number of tags, unless the best path has more
 */
export function fewerTags(sentence: ScoredSentence, most: number): FewerTags {
  const { K, path, probabilities, lattice } = trellisOf(sentence);
  const highest = (tag: number) => probabilities.reduce((high, p, at) => (at % K === tag && p > high ? p : high), 0);
  const all = sentence.tags.map((_, tag) => tag);
  const needed = new Set([...path, ...all.filter((tag) => sentence.tags[tag] === 'O')]);
  const others = all.filter((tag) => !needed.has(tag)).toSorted((a, b) => highest(b) - highest(a));
  const chosen = new Set([...needed, ...others.slice(0, Math.max(0, most - needed.size))]);
  const kept = all.filter((tag) => chosen.has(tag));
  const reduced = withTags(sentence, kept);
  return { sentence: reduced, share: Math.exp(trellisOf(reduced).lattice.logPartition - lattice.logPartition) };
}

function withTags(sentence: ScoredSentence, kept: readonly number[]): ScoredSentence {
  const { tags, emissions, scores, illegal } = sentence;
  const K = tags.length;
  const steps = kept.flatMap((from) => kept.map((to) => from * K + to));
  const cells = Array.from({ length: emissions.length / K }, (_, t) => kept.map((tag) => t * K + tag)).flat();
  return {
    ...sentence,
    tags: kept.map((tag) => tags[tag]!),
    emissions: Float32Array.from(cells, (cell) => emissions[cell]!),
    scores: part(scores, kept, steps, (values) => Float32Array.from(values)),
    illegal: part(illegal, kept, steps, (values) => Uint8Array.from(values)),
  };
}

function part<Values extends Float32Array | Uint8Array>(
  { start, transitions, end }: Transitions<Values>,
  kept: readonly number[],
  steps: readonly number[],
  of: (values: number[]) => Values,
): Transitions<Values> {
  const at = (values: Values, indices: readonly number[]) => of(indices.map((i) => values[i]!));
  return { start: at(start, kept), transitions: at(transitions, steps), end: at(end, kept) };
}
