import { expect, test } from 'vitest';
import { recallInWords } from './recall-in-words.ts';
import type { Scores } from './scores.ts';

test('recall with its Wilson interval', () => {
  // (p + z²/2n ± z √(p(1 - p)/n + z²/4n²)) / (1 + z²/n) with p = 0.87, n = 100, z = 1.96.
  const dev = { overall: { recall: 0.87, support: 100 } } as unknown as Scores;
  expect(recallInWords(dev, 'your')).toContain('87.0% of the entities in your dev data (95% interval: 79.0 to 92.2%)');
  expect(recallInWords(undefined, 'its')).toBeUndefined();
});
