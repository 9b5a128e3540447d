import type { AnnotatedSentence } from '../sets/set.ts';

/**
 * The next open sentence.
 *
 * @param queue ids, best first; undefined: document order, starting after `current` and wrapping around
 */
export function nextOpen(
  sentences: readonly AnnotatedSentence[],
  queue: readonly number[] | undefined,
  current: number | undefined,
): number | undefined {
  return upcoming(sentences, queue, current, 1)[0];
}

/** The next open sentences, at most `count`. */
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
