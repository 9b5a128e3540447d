import { conflictsOf } from '../../../../annotation/agreement/adjudication.ts';
import { compareAnnotations } from '../../../../annotation/agreement/agreement.ts';
import { alignSentences } from '../../../../annotation/agreement/alignment.ts';
import type { NewSentence, SpanType } from '../../../../annotation/sets/set.ts';
import type { ComparedAnnotations } from './store.ts';

/** Compares two annotations of the same sentences. */
export function comparedOf(
  sentences: readonly [readonly NewSentence[], readonly NewSentence[]],
  types: readonly SpanType[],
): ComparedAnnotations {
  const alignment = alignSentences(...sentences);
  const { pairs } = alignment;
  const comparison = compareAnnotations(pairs);
  const conflicts = conflictsOf(comparison.differences);
  return { names: ['Ada', 'Ben'], sentences, types, alignment, compared: [...pairs.keys()], pairs, comparison, conflicts }; // prettier-ignore
}
