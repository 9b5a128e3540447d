import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { spannedSentence } from '../../../test/helpers/tag-arbitraries.ts';
import { corpusOf } from '../../../test/helpers/tiny-run.ts';
import type { Sentence } from '../corpus.ts';
import { standardStyle } from '../tags/tag-style.ts';
import { sharedEntities, sharedSentences } from './overlap.ts';
import { corpusStatistics } from './statistics.ts';

const CORPUS = corpusOf(
  'Port B-LOC\nVale I-LOC\nis O\nMay B-PER\n\nin O\nMay O\nPORT B-ORG\nVALE I-ORG\n. O\n\nPort B-LOC\nVale I-LOC\n\nPort B-LOC\nVale I-LOC\n',
);

describe('statistics', () => {
  const found = corpusStatistics(CORPUS);

  test('sizes, lengths and types', () => {
    expect(found).toMatchObject({ sentences: 4, tokens: 13, entities: 5, repeated: 1 });
    expect(found.sentenceLengths).toMatchObject({ mean: 3.25, median: 3, longest: { tokens: 5, line: 6 } });
    expect(found.entityLengths.bins.map(({ count }) => count)).toEqual([1, 4, 0, 0, 0]);
    expect(found.types).toEqual([
      { type: 'LOC', count: 3, distinct: 1 },
      { type: 'ORG', count: 1, distinct: 1 },
      { type: 'PER', count: 1, distinct: 1 },
    ]);
  });

  test('entities and words with their labels, whatever their case', () => {
    expect(found.frequentEntities[0]).toEqual({
      text: 'Port Vale',
      count: 4,
      labels: [
        { label: 'LOC', count: 3 },
        { label: 'ORG', count: 1 },
      ],
    });
    expect(found.ambiguousWords.listed.map(({ text, count, labels }) => [text, count, labels[0]!.label])).toEqual([
      ['Port', 4, 'LOC'],
      ['Vale', 4, 'LOC'],
      ['May', 2, 'PER'],
    ]);
  });

  test('tags that occur once, with their line', () => {
    expect(found.rareTags).toEqual([
      { tag: 'B-PER', line: 1 },
      { tag: 'B-ORG', line: 6 },
      { tag: 'I-ORG', line: 6 },
    ]);
  });

  test('without a scheme the tokens are counted by their tags', () => {
    const style = standardStyle('none');
    const sentences = [{ tokens: ['The', 'ship', 'ships'], tags: ['DT', 'NN', 'VB'], spans: [], line: 1 }];
    expect(corpusStatistics({ sentences, style }).types).toHaveLength(3);
  });

  test('an empty corpus and one without tags', () => {
    const style = standardStyle('BIO');
    expect(corpusStatistics({ sentences: [], style }).sentenceLengths).toMatchObject({ mean: 0, longest: undefined });
    const untagged = [{ tokens: ['a', 'b'], tags: [], spans: [], line: 1 }];
    expect(corpusStatistics({ sentences: untagged, style })).toMatchObject({ entities: 0, types: [] });
  });
});

const sentences = fc.array(
  fc
    .tuple(spannedSentence(), fc.array(fc.constantFrom('a', 'A', 'b', 'c', '.'), { minLength: 40, maxLength: 40 }))
    .map(([{ length, spans }, words]): Sentence => {
      const tokens = words.slice(0, length);
      return { tokens, spans, tags: tokens.map(() => 'x'), line: 1 };
    }),
  { maxLength: 8 },
);
const style = standardStyle('BIO');
const key = ({ tokens }: Sentence, { start, end }: { start: number; end: number }) =>
  tokens.slice(start, end).join(' ').toLowerCase();

test('the counts of lengths and types are those of plain loops', () => {
  fc.assert(
    fc.property(sentences, (all) => {
      const found = corpusStatistics({ sentences: all, style });
      const spans = all.flatMap((sentence) => sentence.spans.map((span) => ({ sentence, span })));
      expect(found.entities).toBe(spans.length);
      for (const { type, count, distinct } of found.types) {
        const own = spans.filter(({ span }) => span.type === type);
        expect(count).toBe(own.length);
        expect(distinct).toBe(new Set(own.map(({ sentence, span }) => key(sentence, span))).size);
      }
      const total = (bins: { count: number }[]) => bins.reduce((sum, { count }) => sum + count, 0);
      expect(total(found.sentenceLengths.bins)).toBe(all.length);
      found.sentenceLengths.bins.slice(0, 10).forEach(({ count }, bin) => {
        const isIn = ({ tokens: { length } }: Sentence) =>
          length === 0 ? bin === 0 : length > 5 * bin && length <= 5 * bin + 5;
        expect(count).toBe(all.filter(isIn).length);
      });
    }),
  );
});

test('shared entities and sentences are those of plain loops', () => {
  fc.assert(
    fc.property(sentences, sentences, (train, dev) => {
      const [a, b] = [
        { sentences: train, style },
        { sentences: dev, style },
      ];
      const known = train.flatMap((sentence) => sentence.spans.map((span) => key(sentence, span)));
      let shared = 0;
      for (const sentence of dev) for (const span of sentence.spans) if (known.includes(key(sentence, span))) shared++;
      const found = sharedEntities(a, b);
      expect(found.shared).toBe(shared);
      expect(found.types.reduce((sum, type) => sum + type.shared, 0)).toBe(shared);
      const same = dev.filter(
        ({ tokens }) => tokens.length > 0 && train.some((other) => other.tokens.join(' ') === tokens.join(' ')),
      );
      expect(sharedSentences(b, a)).toMatchObject({
        count: same.length,
        long: same.filter(({ tokens }) => tokens.length >= 5).length,
      });
    }),
  );
});
