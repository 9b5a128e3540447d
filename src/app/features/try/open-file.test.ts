import fc from 'fast-check';
import { expect, test } from 'vitest';
import { beginning, MOST_CHARACTERS } from './open-file.ts';

test('the beginning of a text has whole words, and no more than fits', () => {
  const words = fc.array(
    fc.string({ minLength: 1, maxLength: 30 }).filter((word) => !/\s/.test(word)),
    { minLength: 1 },
  );
  fc.assert(
    fc.property(words, fc.nat(600), (some, times) => {
      const text = Array.from({ length: times + 1 }, () => some.join(' ')).join(' ');
      const taken = beginning(text);
      expect(taken.length).toBeLessThanOrEqual(MOST_CHARACTERS);
      expect(text.startsWith(taken)).toBe(true);
      expect(['', ' ', undefined]).toContain(text[taken.length]);
      expect(taken.length).toBeGreaterThanOrEqual(Math.min(text.length, MOST_CHARACTERS - 30)); // a word less
    }),
    { numRuns: 40 },
  );
});
