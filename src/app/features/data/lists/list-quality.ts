import type { ListQuality } from '../../../../data/features/list-quality.ts';
import { formatShare } from '../../../../lib/format-share.ts';
import { formatCounted } from '../../../look/format.ts';

/** How often a list matches in the training data, and how many of the matches are entities. */
export function matchesLine({ matches, entities }: ListQuality): string {
  if (matches === 0) return 'no match in the training data';
  return `${formatCounted(matches, 'match', 'matches')} in the training data, ${formatShare(entities / matches)} of them entities`;
}

export function typeLine({ type, precision, recall }: ListQuality['types'][number]): string {
  return `${type}: precision ${formatShare(precision)}, recall ${formatShare(recall)}`;
}

/** Undefined if every match is an entity. */
export function misleadingLine({ misleading }: ListQuality): string | undefined {
  if (misleading.length === 0) return undefined;
  return `Most often no entity: ${misleading.map(({ text, wrong }) => `${text} (${wrong})`).join(', ')}`;
}
