import { expect, test } from 'vitest';
import { measuredSource } from './measured-run.ts';

test('the measured sentences are the same each time, read without a problem, and as long as those of news text', () => {
  const { train, style } = measuredSource();
  expect(train).toEqual(measuredSource().train);
  expect(train).toHaveLength(32);
  const tokens = train.reduce((sum, sentence) => sum + sentence.tokens.length, 0);
  expect(tokens / train.length).toBeCloseTo(13.7, 1);
  expect(style.scheme).toBe('BIO');
  expect(new Set(train.flatMap((sentence) => sentence.tokens)).size).toBeGreaterThan(150);
});
