import type { ScoredSentence } from '../../insight/sentence.ts';
import { scoredSentence } from '../small-crf.ts';

/** *New York City*: without transitions, each word looks like the middle of a place. */
export const NEW_YORK: ScoredSentence = scoredSentence({
  tokens: ['New', 'York', 'City', 'is', 'big'],
  tags: ['O', 'B-LOC', 'I-LOC'],
  emissions: [
    [0.4, 1.6, 1.9],
    [0.2, 1.2, 2.2],
    [0.6, 0.7, 1.8],
    [2.4, 0.1, 0.3],
    [2.1, 0.3, 0.2],
  ],
  transitions: [
    [0.6, 0.4, 0],
    [-0.2, -0.8, 0.9],
    [0.1, -0.7, 0.5],
  ],
});

/** *Anna lives in Paris*, with persons and places. */
export const ANNA: ScoredSentence = scoredSentence({
  tokens: ['Anna', 'lives', 'in', 'Paris'],
  tags: ['O', 'B-PER', 'I-PER', 'B-LOC'],
  emissions: [
    [0.3, 2.2, 0.4, 1.1],
    [1.8, 0.2, 0.9, 0.1],
    [2.1, 0, 0.2, 0.3],
    [0.4, 1.3, 0.3, 2],
  ],
  transitions: [
    [0.5, 0.2, 0, 0.4],
    [0.6, -0.9, 0.7, -0.5],
    [0.3, -0.8, 0.2, -0.4],
    [0.4, -0.6, 0, -0.3],
  ],
});
