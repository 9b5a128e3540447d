import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { spannedSentence } from '../../test/helpers/tag-arbitraries.ts';
import { tagsOfSpans } from '../data/tag-spans.ts';
import { standardStyle } from '../data/tag-style.ts';
import { confusionOfTypes, listErrors } from './errors.ts';
import { scoreTags } from './score-tags.ts';

const BIO = standardStyle('BIO');
const SENTENCES = [
  { gold: ['B-PER', 'I-PER', 'O', 'B-LOC'], predicted: ['B-PER', 'I-PER', 'O', 'B-ORG'] },
  { gold: [], predicted: [] },
  {
    gold: ['B-LOC', 'I-LOC', 'O', 'B-PER', 'I-PER', 'O', 'B-LOC', 'O'],
    predicted: ['B-LOC', 'O', 'O', 'O', 'B-ORG', 'O', 'O', 'B-PER'],
  },
];

test('errors by kind', () => {
  const errors = listErrors(BIO, SENTENCES).map(({ kind, sentence, gold, predicted }) => [
    kind,
    sentence,
    gold?.type,
    predicted?.type,
  ]);
  expect(errors).toEqual([
    ['wrong-type', 0, 'LOC', 'ORG'],
    ['wrong-boundary', 2, 'LOC', 'LOC'],
    ['wrong-type-and-boundary', 2, 'PER', 'ORG'],
    ['missed', 2, 'LOC', undefined],
    ['spurious', 2, undefined, 'PER'],
  ]);
});

test('confusion of types', () => {
  expect(confusionOfTypes(BIO, SENTENCES)).toEqual({
    types: ['LOC', 'ORG', 'PER'],
    counts: [
      [1, 1, 0, 1], // LOC
      [0, 0, 0, 0], // ORG
      [0, 1, 1, 0], // PER
      [0, 0, 1, 0], // spurious
    ],
  });
});

test('without a scheme every wrong tag is a wrong type', () => {
  const errors = listErrors(standardStyle('none'), [{ gold: ['DT', 'NN'], predicted: ['DT', 'VB'] }]);
  expect(errors).toEqual([
    {
      kind: 'wrong-type',
      sentence: 0,
      gold: { start: 1, end: 2, type: 'NN' },
      predicted: { start: 1, end: 2, type: 'VB' },
    },
  ]);
});

describe('agrees with the scores', () => {
  test('what is neither missed, misread nor cut is correct', () => {
    const both = fc.tuple(spannedSentence(), spannedSentence());
    fc.assert(
      fc.property(fc.array(both, { maxLength: 4 }), (sentences) => {
        const pairs = sentences.map(([gold, predicted]) => {
          const length = Math.max(gold.length, predicted.length);
          return { gold: tagsOfSpans(BIO, gold.spans, length), predicted: tagsOfSpans(BIO, predicted.spans, length) };
        });
        const { support, predicted, correct } = scoreTags(BIO, pairs).overall;
        const errors = listErrors(BIO, pairs);
        expect(support - errors.filter(({ gold }) => gold !== undefined).length).toBe(correct);
        expect(predicted - errors.filter((error) => error.predicted !== undefined).length).toBe(correct);
        const { counts } = confusionOfTypes(BIO, pairs);
        expect(
          counts
            .slice(0, -1)
            .flat()
            .reduce((sum, count) => sum + count, 0),
        ).toBe(support);
      }),
    );
  });
});
