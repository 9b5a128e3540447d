import { describe, expect, test } from 'vitest';
import { sentence, setOf } from '../../../annotation/testing.ts';
import { gapBefore, progressText, reviewRows, segmentsOf, selectedIn, typesIn } from './derive.ts';
import { commandOf } from './keys.ts';

const set = setOf([
  sentence('Nora Field sails to Westmark .', [{ start: 0, end: 2, type: 'PER' }], 'accepted'),
  sentence('Ivo', [], 'flagged'),
]);
const [nora] = set.sentences;
const westmark = {
  start: 4,
  end: 5,
  type: 'LOC',
  probability: 0.82,
  alternatives: [
    { start: 4, end: 5, type: 'ORG', probability: 0.1 },
    { start: 3, end: 5, type: 'ORG', probability: 0.05 },
  ],
  isDoubtful: false,
};

describe('a sentence', () => {
  test('is split into annotated, suggested and other segments', () => {
    const segments = segmentsOf(nora!, [westmark, { ...westmark, start: 1 }]);
    expect(segments.map(({ start, end, type, isSuggested }) => [start, end, type, isSuggested])).toEqual([
      [0, 2, 'PER', false],
      [2, 4, undefined, false],
      [4, 5, 'LOC', true],
      [5, 6, undefined, false],
    ]);
  });

  test('the selection has its words, span and alternatives', () => {
    expect(selectedIn(nora!, [westmark], { start: 4, end: 5 })).toMatchObject({
      words: 'Westmark',
      span: { type: 'LOC', isSuggested: true, probability: 0.82 },
      alternatives: ['ORG .10', '“to Westmark” ORG .05'],
    });
    expect(selectedIn(nora!, [], { start: 0, end: 1 }).words).toBe('Nora Field');
    expect(selectedIn(nora!, [], { start: 2, end: 4 })).toMatchObject({ words: 'sails to', span: undefined });
  });

  test('the gap between two tokens is that of the text, without line breaks', () => {
    const wrapped = {
      ...nora!,
      text: 'Nora\n  Field',
      offsets: [
        { start: 0, end: 4 },
        { start: 7, end: 12 },
      ],
    };
    expect([gapBefore(wrapped, 0), gapBefore(wrapped, 1)]).toEqual(['', ' ']);
  });
});

test('progress', () => {
  expect(progressText(set)).toBe('1 of 2 sentences annotated, 1 flagged');
});

test('an occurrence is shown in its context', () => {
  const occurrences = [{ sentence: 0, start: 1, end: 3, overlapsSpan: true }];
  const review = { words: [], type: 'ORG', where: 'here' as const, occurrences, chosen: new Set<number>() };
  expect(reviewRows(review, set.sentences)).toEqual([
    { index: 0, before: 'Nora', words: 'Field sails', after: 'to Westmark .', taken: 'PER' },
  ]);
});

test('types are parsed from a list', () => {
  expect(typesIn(' PER, ORG;LOC PER ')).toEqual(['PER', 'ORG', 'LOC']);
});

describe('keys', () => {
  const press = (key: string, more: object = {}, isRtl = false) =>
    commandOf({ key, code: '', shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...more }, isRtl);

  test.each([
    ['ArrowRight', {}, { kind: 'move', by: 1, isExtending: false }],
    ['ArrowLeft', { shiftKey: true }, { kind: 'move', by: -1, isExtending: true }],
    ['ArrowLeft', { altKey: true, shiftKey: true }, { kind: 'resize', side: 'start', by: -1, unit: 'token' }],
    [';', { code: 'Comma', shiftKey: true }, { kind: 'resize', side: 'start', by: -1, unit: 'character' }],
    ['7', {}, { kind: 'type', key: '7' }],
    ['Z', { ctrlKey: true, shiftKey: true }, { kind: 'redo' }],
    ['M', { shiftKey: true }, { kind: 'markAll', where: 'here' }],
    ['?', { shiftKey: true }, { kind: 'help' }],
    ['s', { ctrlKey: true }, undefined],
    ['t', {}, undefined],
  ])('%s %j', (key, more, command) => {
    expect(press(key, more)).toEqual(command);
  });

  test('arrow keys follow the direction of the text', () => {
    expect(press('ArrowLeft', {}, true)).toMatchObject({ by: 1 });
  });
});
