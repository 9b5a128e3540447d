import { conflictsOf } from '../../../../annotation/adjudication.ts';
import { compareAnnotations } from '../../../../annotation/agreement.ts';
import { alignSentences } from '../../../../annotation/alignment.ts';
import type { NewSentence, SpanType } from '../../../../annotation/set.ts';
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
