import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { spannedSentence } from '../../test/helpers/tag-arbitraries.ts';
import { tagsOfSpans } from '../data/tags/tag-spans.ts';
import { standardStyle } from '../data/tags/tag-style.ts';
import { confusionOfTypes, reportErrors, type PairCount } from './errors.ts';
import { scoreTags, type TagPair } from './score-tags.ts';

const BIO = standardStyle('BIO');
const SENTENCES = scored(
  { gold: ['B-PER', 'I-PER', 'O', 'B-LOC'], predicted: ['B-PER', 'I-PER', 'O', 'B-ORG'] },
  { gold: [], predicted: [] },
  { gold: ['B-PER', 'O'], predicted: ['B-PER', 'O'] },
  {
    gold: ['B-LOC', 'I-LOC', 'O', 'B-PER', 'I-PER', 'O', 'B-LOC', 'O'],
    predicted: ['B-LOC', 'O', 'O', 'O', 'B-ORG', 'O', 'O', 'B-PER'],
  },
);

function scored(...pairs: TagPair[]) {
  return pairs.map((pair, i) => ({ ...pair, tokens: pair.gold.map((_, t) => `w${t}`), line: 10 * i + 1 }));
}

const total = (counts: readonly PairCount[], of: (pair: PairCount) => boolean) =>
  counts.filter(of).reduce((sum, { count }) => sum + count, 0);

test('lists errors by sentence, with their kind', () => {
  const { sentences } = reportErrors(BIO, SENTENCES);
  const errors = sentences.flatMap((sentence) =>
    sentence.errors.map(({ kind, gold, predicted }) => [kind, sentence.line, gold?.type, predicted?.type]),
  );
  expect(errors).toEqual([
    ['wrong-type', 1, 'LOC', 'ORG'],
    ['wrong-boundary', 31, 'LOC', 'LOC'],
    ['wrong-type-and-boundary', 31, 'PER', 'ORG'],
    ['missed', 31, 'LOC', undefined],
    ['spurious', 31, undefined, 'PER'],
  ]);
  const [first] = sentences;
  expect(first).toMatchObject({ tokens: ['w0', 'w1', 'w2', 'w3'] });
  expect(first!.gold.map(({ type }) => type)).toEqual(['PER', 'LOC']);
  expect(first!.predicted.map(({ type }) => type)).toEqual(['PER', 'ORG']);
});

test('counts all pairs of spans, also those that agree', () => {
  const { counts } = reportErrors(BIO, SENTENCES);
  const counted = (kind: PairCount['kind'], type: string) =>
    total(counts, (pair) => pair.kind === kind && pair.gold === type);
  expect([counted('correct', 'PER'), counted('missed', 'LOC')]).toEqual([2, 1]);
  expect(total(counts, ({ kind }) => kind !== 'correct')).toBe(5);
});

test('a limit applies to the list, not to the counts', () => {
  const all = reportErrors(BIO, SENTENCES);
  const few = reportErrors(BIO, SENTENCES, 1);
  expect(few.sentences).toEqual(all.sentences.slice(0, 1));
  expect(few.counts).toEqual(all.counts);
});

test('confusion of types', () => {
  expect(confusionOfTypes(reportErrors(BIO, SENTENCES).counts)).toEqual({
    types: ['LOC', 'ORG', 'PER'],
    counts: [
      [1, 1, 0, 1], // LOC
      [0, 0, 0, 0], // ORG
      [0, 1, 2, 0], // PER
      [0, 0, 1, 0], // spurious
    ],
    correct: [0, 0, 2],
  });
});

test('without a scheme every wrong tag is a wrong type', () => {
  const [sentence] = reportErrors(
    standardStyle('none'),
    scored({ gold: ['DT', 'NN'], predicted: ['DT', 'VB'] }),
  ).sentences;
  expect(sentence!.errors).toMatchObject([
    { kind: 'wrong-type', gold: { start: 1, end: 2, type: 'NN' }, predicted: { start: 1, end: 2, type: 'VB' } },
  ]);
});

describe('agrees with the scores', () => {
  test('counts add up to support, predicted and correct', () => {
    const both = fc.tuple(spannedSentence(), spannedSentence());
    fc.assert(
      fc.property(fc.array(both, { maxLength: 4 }), (sentences) => {
        const pairs = sentences.map(([gold, predicted]) => {
          const length = Math.max(gold.length, predicted.length);
          return { gold: tagsOfSpans(BIO, gold.spans, length), predicted: tagsOfSpans(BIO, predicted.spans, length) };
        });
        const { support, predicted, correct } = scoreTags(BIO, pairs).overall;
        const { counts, sentences: listed } = reportErrors(BIO, scored(...pairs));
        expect(total(counts, ({ kind }) => kind === 'correct')).toBe(correct);
        expect(total(counts, ({ gold }) => gold !== undefined)).toBe(support);
        expect(total(counts, (pair) => pair.predicted !== undefined)).toBe(predicted);
        expect(listed.flatMap(({ errors }) => errors)).toHaveLength(total(counts, ({ kind }) => kind !== 'correct'));
        const confused = confusionOfTypes(counts).counts.slice(0, -1).flat();
        expect(confused.reduce((sum, count) => sum + count, 0)).toBe(support);
      }),
    );
  });
});
