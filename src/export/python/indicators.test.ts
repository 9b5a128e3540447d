import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Python } from '../../../test/helpers/python.ts';
import { indicatorNames, IndicatorEncoder } from '../../data/features/indicators.ts';
import { UNKNOWN, Vocabulary } from '../../data/vocabulary/vocabulary.ts';
import { hashWords } from '../private-words.ts';

const python = new Python('torch');

const DRIVER = `
import json, sys
from tagsmith_torch.indicators import Indicators
from tagsmith_torch.vocabulary import Vocabulary
work = json.load(sys.stdin)
encoders = [Indicators(Vocabulary(data, []), data["features"]["indicators"]) for data in work["vocabularies"]]
json.dump([[encoder.of(sentence) for sentence in work["sentences"]] for encoder in encoders], sys.stdout)
`;

/** Words of every kind that a feature looks at, in several scripts. */
const WORDS = [
  'Ada U.S. U.S IBM McDonald eBay 1996-08-22 3.5 -- - . , … “ ’s',
  '٣٧ İstanbul ΟΔΟΣ ὈΔΥΣΣΕΎΣ Nguyễn ǅungla ß 🦦 e\u0301 東京 Москва x',
  '<s> </s> = a=b [-1] bias word=Ada \u00ad \u2028 12:30 1,000/2 Jean-Luc',
]
  .join(' ')
  .split(' ');

/** Whether all characters are so old that Python's tables have them. */
const isOld = (word: string) => [...word].every((character) => character.codePointAt(0)! < 0x870);
const words = fc.oneof(
  fc.constantFrom(...WORDS),
  fc.string({ minLength: 1, maxLength: 6, unit: 'grapheme' }).filter(isOld),
);

test('a token has the same features in tagger.py, for odd words as well', python.testOptions, () => {
  const sentences = fc
    .sample(fc.array(words, { maxLength: 6 }), { numRuns: 600, seed: 40 })
    .concat([WORDS, [], ['Ada'], ['Ada', 'Vale']]);
  const vocabularies = [true, false].map((digitsToZero) => {
    const options = { digitsToZero, lowercase: true, minFrequency: 1, maxFormLength: 50 };
    const half = sentences.filter((_, i) => i % 2 === 1).map((tokens) => ({ tokens })); // others have features without weights
    const indicators = indicatorNames(half, options, {}, 1);
    return new Vocabulary({
      options,
      words: [UNKNOWN],
      frequencies: [0],
      characters: [UNKNOWN],
      tags: ['O'],
      features: { indicators },
    });
  });
  const both = [vocabularies[0]!, hashWords(vocabularies[1]!)];
  const input = JSON.stringify({ vocabularies: both.map((vocabulary) => vocabulary.toJSON()), sentences });
  const found = JSON.parse(python.run(['-c', DRIVER], 'src/export/python', input)) as number[][][][];
  for (const [i, vocabulary] of both.entries()) {
    const encoder = new IndicatorEncoder(vocabulary);
    for (const [s, tokens] of sentences.entries()) {
      const { offsets, rows } = encoder.of({ tokens });
      const expected = tokens.map((_, t) => [...rows.subarray(offsets[t], offsets[t + 1])]);
      expect({ tokens, ids: found[i]![s] }).toEqual({ tokens, ids: expected });
    }
  }
});
