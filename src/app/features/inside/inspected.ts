import type { ScoredSentence } from '../../../insight/sentence.ts';
import { trellisOf as computeTrellis, type Trellis } from '../../../insight/trellis.ts';
import type { Inspection } from '../../../tagging/explain/inspect.ts';
import { memoized, memoizedByObject } from '../../stores/memoized.ts';

/** One sentence of an inspected text, as the input of `src/insight`. */
export function sentenceIn(
  { sentences, tags, scores, illegal, isConstrained }: Inspection,
  index: number,
): ScoredSentence {
  const { tokens, emissions } = sentences[Math.min(index, sentences.length - 1)]!;
  return { tokens, emissions, tags, scores, illegal, isConstrained };
}

/** The sentence of the current model: the same object as long as nothing has changed. */
export const sentenceOf = memoized(sentenceIn);

/** The trellis of a sentence, computed once for all figures. */
export const trellisOf = memoizedByObject(computeTrellis);

/** The token and tag that the figures explain: by default the first entity, or else the first token, and its tag on the path. */
export function selectionOf(
  { path, T, sentence: { tags } }: Trellis,
  selected: { token: number; tag: number | undefined } | undefined,
): { token: number; tag: number } {
  const first = path.findIndex((tag) => tags[tag] !== 'O');
  const token = Math.min(selected?.token ?? Math.max(0, first), T - 1);
  return { token, tag: selected?.tag ?? path[token]! };
}
