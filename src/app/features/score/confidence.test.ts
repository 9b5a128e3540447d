import { describe, expect, test } from 'vitest';
import type { Prediction } from '../../../eval/calibration.ts';
import { csvOf } from '../../../lib/table-csv.ts';
import type { FileConfidence } from '../../../workers/wire/payloads.ts';
import {
  budgetFor,
  budgetInWords,
  confidenceInWords,
  goalOf,
  goalOptions,
  reliabilityTable,
  reviewText,
  toReview,
} from './confidence.ts';

/** 100 entities, one a sentence: the first ten are unsure and wrong. */
function found(changes: Partial<FileConfidence> = {}): FileConfidence {
  const of = (low: number, high: number) =>
    Array.from({ length: 100 }, (_, i): Prediction => {
      return {
        type: 'PER',
        probability: i < 10 ? low : high,
        isCorrect: i >= 10,
        sentence: i,
        half: i % 2 === 0 ? 0 : 1,
      };
    });
  const sentence = {
    line: 7,
    tokens: ['Ada', 'met', 'Port', 'Vale'],
    tags: ['S-PER', 'O', 'B-LOC', 'E-LOC'],
    entities: [
      { start: 0, end: 1, type: 'PER', probability: 0.9, isCorrect: true },
      { start: 2, end: 4, type: 'LOC', probability: 0.2, isCorrect: false },
    ],
  };
  return {
    file: 'a.dev',
    sentences: 120,
    before: of(0.8, 0.999),
    after: of(0.2, 0.99),
    isCrossed: true,
    problem: undefined,
    leastSure: [sentence],
    ...changes,
  };
}

describe('a review budget', () => {
  test('by precision', () => {
    const budget = budgetFor(goalOf('p0.95'), found())!;
    expect(budgetInWords(budget)).toBe(
      'Accept from 0.201: 100.0% right (95% interval 95.9% to 100.0%), 90.0% of the entities. 10 to review, in 10 sentences.',
    );
  });

  test('by sentences to read; options are fewer than the file has', () => {
    expect(goalOptions(found()).map(({ value }) => value)).toEqual([
      'p0.9',
      'p0.95',
      'p0.98',
      'p0.99',
      's10',
      's25',
      's50',
      's100',
    ]);
    expect(budgetFor(goalOf('s10'), found())).toMatchObject({ threshold: 0.99, sentences: 10 });
    expect(budgetInWords(budgetFor({ precision: 0.5 }, found())!)).toMatch(/^Accept from 0: 90\.0% right .* None are/);
  });
});

test('what the figures are of, and when they are not honest', () => {
  expect(confidenceInWords(found(), true)).toBe(
    'Expected calibration error 8.1% before calibration, 2.9% after, on 100 entities. Each half of the documents is calibrated on the other.',
  );
  expect(confidenceInWords(found({ isCrossed: false, problem: 'Too few.' }), false)).toMatch(/^Too few\. Expected/);
  expect(confidenceInWords(found({ isCrossed: false }), false)).toMatch(/^The model is not calibrated/);
  expect(confidenceInWords(found({ isCrossed: false }), true)).toMatch(/on text of another kind/);
});

test('the sentences to review, with accepted entities as context', () => {
  expect(toReview(found(), 0.2)).toEqual([]);
  const [sentence] = toReview(found(), 0.5);
  expect(reviewText(sentence!, 0.5)).toEqual({
    text: 'Ada met Port Vale',
    marked: [
      { start: 0, end: 3, type: 'PER', probability: 0.9, isAside: true },
      { start: 8, end: 17, type: 'LOC', probability: 0.2, isAside: false },
    ],
  });
});

test('the reliability diagram as a file', () => {
  const rows = csvOf(reliabilityTable(found())).split('\n');
  expect(rows[0]).toBe('of,entities,confidence,right');
  expect(rows).toHaveLength(1 + 20 + 1);
});
