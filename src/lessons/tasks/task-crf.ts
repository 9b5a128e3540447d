import type { ScoredSentence } from '../../insight/sentence.ts';
import { scoredSentence } from '../small-crf.ts';
import type { Draw } from './task.ts';

/** Places of one to three words. */
const SENTENCES = [
  'in New York',
  'near Hanoi today',
  'from Cape Town',
  'Lima is calm',
  'to Hong Kong',
  'Oslo wins again',
];

const CRF_TAGS = ['O', 'B-LOC', 'I-LOC'] as const;

/** A sentence of T ≤ 3 tokens with random scores of one decimal. */
export function drawnCrf(draw: Draw, T: number): ScoredSentence {
  const tokens = draw.pick(SENTENCES).split(' ').slice(0, T);
  return scoredSentence({
    tokens,
    tags: CRF_TAGS,
    emissions: tokens.map(() => CRF_TAGS.map(() => draw.score(0, 4))),
    transitions: CRF_TAGS.map(() => CRF_TAGS.map(() => draw.score(-1, 1.5))),
  });
}
