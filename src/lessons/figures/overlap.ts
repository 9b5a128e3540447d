import { countOverlaps } from '../../eval/match-spans.ts';
import { equalSpans, scoreOf } from '../../eval/score-tags.ts';
import type { Score } from '../../eval/scores.ts';
import { TagReader } from '../../data/tags/tag-spans.ts';
import { standardStyle } from '../../data/tags/tag-style.ts';

const reader = new TagReader(standardStyle('BIO'));

export interface Overlap {
  correct: number;
  predicted: number;
  gold: number;
  /** Exactly the same tokens and type. */
  strict: Score;
  /** At least a token in common, and the same type. */
  partial: Score;
}

/** Compares two taggings of a sentence, entity by entity. */
export function compareTags(gold: readonly string[], predicted: readonly string[]): Overlap {
  const [wanted, found] = [reader.read(gold).spans, reader.read(predicted).spans];
  const correct = equalSpans(wanted, found).length;
  const counts = { support: wanted.length, predicted: found.length };
  return {
    correct,
    predicted: found.length,
    gold: wanted.length,
    strict: scoreOf({ ...counts, correct }),
    partial: scoreOf({ ...counts, correct: countOverlaps(wanted, found) }),
  };
}

/** The entities of a tagging, and the tokens whose tag BIO does not allow after the one before. */
export function readTags(tags: readonly string[]): ReturnType<TagReader['read']> {
  return reader.read(tags);
}
