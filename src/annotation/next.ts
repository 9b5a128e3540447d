import type { AnnotatedSentence } from './set.ts';

/**
 * The open sentence that comes next.
 *
 * @param queue ids, best first; undefined: document order, from `current` on and then from the start
 */
export function nextOpen(
  sentences: readonly AnnotatedSentence[],
  queue: readonly number[] | undefined,
  current: number | undefined,
): number | undefined {
  return upcoming(sentences, queue, current, 1)[0];
}

/** The first open sentences that come next, at most `count`. */
export function upcoming(
  sentences: readonly AnnotatedSentence[],
  queue: readonly number[] | undefined,
  current: number | undefined,
  count: number,
): number[] {
  const found: number[] = [];
  const from = (current ?? -1) + 1;
  const total = queue?.length ?? sentences.length;
  for (let i = 0; i < total && found.length < count; i++) {
    const id = queue === undefined ? (from + i) % total : queue[i]!;
    if (id !== current && sentences[id]?.state === 'open') found.push(id);
  }
  return found;
}
