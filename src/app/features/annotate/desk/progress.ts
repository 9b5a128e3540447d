import { upcoming } from '../../../../annotation/queue/next.ts';
import type { AnnotatedSentence, AnnotationSet, SentenceState } from '../../../../annotation/sets/set.ts';
import { formatCount, formatCounted } from '../../../look/format.ts';

/** The number of sentences in each state. */
export function countStates({ sentences }: Pick<AnnotationSet, 'sentences'>): Record<SentenceState, number> {
  const counts = { open: 0, accepted: 0, skipped: 0, flagged: 0 };
  for (const { state } of sentences) counts[state]++;
  return counts;
}

/** `12 of 340 sentences annotated, 2 flagged`. */
export function progressText(set: Pick<AnnotationSet, 'sentences'>): string {
  const { accepted, skipped, flagged } = countStates(set);
  const others = [skipped > 0 && `${formatCount(skipped)} skipped`, flagged > 0 && `${formatCount(flagged)} flagged`];
  return [
    `${formatCount(accepted)} of ${formatCounted(set.sentences.length, 'sentence')} annotated`,
    ...others.filter((other) => other !== false),
  ].join(', ');
}

const QUEUE_SHOWN = 12;

/** The next sentences. */
export function queueOf(
  { sentences }: AnnotationSet,
  queue: readonly number[] | undefined,
  current: number | undefined,
): AnnotatedSentence[] {
  return upcoming(sentences, queue, current, QUEUE_SHOWN).map((id) => sentences[id]!);
}

/** Why no sentences are next. */
export function queueEnd({ sentences }: Pick<AnnotationSet, 'sentences'>, current: number | undefined): string {
  if (sentences.length === 0) return 'No sentences yet.';
  if (current !== undefined && sentences[current]?.state === 'open') return 'This is the last sentence.';
  return 'All sentences are decided. Use them as training data, or add text.';
}

/** Flagged sentences, to be discussed. */
export function flaggedOf({ sentences }: AnnotationSet): AnnotatedSentence[] {
  return sentences.filter(({ state }) => state === 'flagged');
}
