import { expect, test } from 'vitest';
import { sentence, setOf } from '../../../../annotation/testing.ts';
import { occurrenceRows } from './occurrences.ts';
import { progressText, queueEnd } from './progress.ts';
import { selectedIn } from './selected.ts';

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

test('the selection has its words, span and alternatives', () => {
  expect(selectedIn(nora!, [westmark], { start: 4, end: 5 })).toMatchObject({
    words: 'Westmark',
    span: { type: 'LOC', isSuggested: true, probability: 0.82 },
    alternatives: ['ORG .10', '“to Westmark” ORG .05'],
  });
  expect(selectedIn(nora!, [], { start: 0, end: 1 }).words).toBe('Nora Field');
  expect(selectedIn(nora!, [], { start: 2, end: 4 })).toMatchObject({ words: 'sails to', span: undefined });
});

test('progress', () => {
  expect(progressText(set)).toBe('1 of 2 sentences annotated, 1 flagged');
});

test('an occurrence is shown in its context', () => {
  const occurrences = [{ sentence: 0, start: 1, end: 3, overlapsSpan: true }];
  const review = { words: [], type: 'ORG', where: 'here' as const, occurrences, chosen: new Set<number>() };
  expect(occurrenceRows(review, set.sentences)).toEqual([
    { index: 0, before: 'Nora', words: 'Field sails', after: 'to Westmark .', taken: 'PER' },
  ]);
});

test('the end of the queue: no text, the last sentence, or nothing left to decide', () => {
  expect(queueEnd(setOf([]), undefined)).toBe('No sentences yet.');
  expect(queueEnd(setOf([sentence('Ivo')]), 0)).toBe('This is the last sentence.');
  expect(queueEnd(setOf([sentence('Ivo', [], 'accepted')]), 0)).toMatch(/^All sentences are decided/);
});
