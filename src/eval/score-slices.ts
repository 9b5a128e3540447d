import type { Span, TagStyle } from '../data/corpus.ts';
import type { ScoredSentence } from './errors.ts';
import { equalSpans, PairReader, scoreOf } from './score-tags.ts';
import type { Score } from './scores.ts';
import type { TrainingEntities } from './seen.ts';
import { entitySlices, SLICINGS, type Slicing } from './slices.ts';

/** The scores of the entities of one slice. */
export interface SliceScore extends Score {
  slice: string;
}

/** Scores by slice, in display order, including empty slices. The counts of a slicing sum to those of all entities. */
export interface SliceScores {
  /** Undefined without training sentences. */
  seen: SliceScore[] | undefined;
  entityLength: SliceScore[];
  sentenceLength: SliceScore[];
}

/**
 * Scores by slice, in the same way as `scoreTags`. Gold and predicted entities count in their own slices; a correct entity has the
 * same tokens on both sides and therefore one slice.
 */
export function scoreSlices(
  style: TagStyle,
  sentences: Iterable<ScoredSentence>,
  training?: TrainingEntities,
): SliceScores {
  const reader = new PairReader(style);
  const counts = new Map<string, Counts>();
  const tally = (tokens: readonly string[], spans: readonly Span[], what: keyof Counts) => {
    for (const span of spans) {
      const slices = entitySlices(tokens, span, training);
      for (const [slicing, slice] of Object.entries(slices)) countsOf(counts, slicing, slice)[what]++;
    }
  };
  for (const sentence of sentences) {
    const { gold, predicted } = reader.read(sentence);
    tally(sentence.tokens, gold, 'support');
    tally(sentence.tokens, predicted, 'predicted');
    tally(sentence.tokens, equalSpans(gold, predicted), 'correct');
  }
  const scores = (slicing: Slicing): SliceScore[] =>
    SLICINGS[slicing].map((slice) => ({ slice, ...scoreOf(countsOf(counts, slicing, slice)) }));
  return {
    seen: training && scores('seen'),
    entityLength: scores('entityLength'),
    sentenceLength: scores('sentenceLength'),
  };
}

type Counts = Pick<Score, 'support' | 'predicted' | 'correct'>;

function countsOf(counts: Map<string, Counts>, slicing: string, slice: string): Counts {
  const key = `${slicing} ${slice}`;
  const known = counts.get(key) ?? { support: 0, predicted: 0, correct: 0 };
  counts.set(key, known);
  return known;
}
