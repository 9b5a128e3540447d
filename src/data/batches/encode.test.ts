import { describe, expect, it } from 'vitest';
import { buildVocabulary } from '../vocabulary/vocabulary.ts';
import { encodeCorpus, unknownKeys } from './encode.ts';

const train = [{ tokens: ['Rome', 'is', 'Rome'], tags: ['B-LOC', 'O', 'B-LOC'] }];
const vocabulary = buildVocabulary({
  train,
  others: [],
  tags: ['O', 'B-LOC'],
  hasVector: () => false,
  options: { minFrequency: 1, lowercase: true, digitsToZero: true, maxFormLength: 4 },
});

describe('encodeCorpus', () => {
  it('encodes words, forms and tags', () => {
    const { sentences, forms } = encodeCorpus(vocabulary, [
      ...train,
      { tokens: [], tags: [] },
      { tokens: ['ROME', '1996', '2001', 'x'], tags: [] },
    ]);
    const rome = vocabulary.wordRow('rome');
    const is = vocabulary.wordRow('is');
    expect(sentences.map(({ words }) => [...words])).toEqual([[rome, is, rome], [], [rome, 0, 0, 0]]);
    // ROME shares the row of Rome, but not its characters; 1996 and 2001 are both 0000
    expect(sentences.map((sentence) => [...sentence.forms])).toEqual([[0, 1, 0], [], [2, 3, 3, 4]]);
    expect(sentences.map(({ tags }) => [...tags])).toEqual([[1, 0, 1], [], []]);
    expect(forms.map((ids) => ids.length)).toEqual([4, 2, 4, 4, 1]);
    expect(forms[0]).toEqual(vocabulary.characterIdsOf('Rome'));
  });

  it('rejects a sentence with too few tags', () => {
    expect(() => encodeCorpus(vocabulary, [{ tokens: ['a', 'b'], tags: ['O'] }])).toThrow(/2 tokens but 1 tags/);
  });

  it('unknownKeys lists keys without a row once', () => {
    expect(unknownKeys(vocabulary, [{ tokens: ['ROME', 'Oslo', '<unk>', 'oslo', '1996'] }])).toEqual(['oslo', '0000']);
  });
});
