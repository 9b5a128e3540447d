import { expect, test } from 'vitest';
import { entitiesOf, readText } from '../../../../test/helpers/read-text.ts';

const text = 'Ada Lin met Bo in Varde.';
const span = (start: number, end: number, label: string, user: number) => ({
  start_offset: start,
  end_offset: end,
  label,
  user,
});
const read = (annotations: readonly object[], options = {}) =>
  readText(`${JSON.stringify({ id: 1, text, annotations })}\n`, options, 'a.jsonl');

const APART = [span(0, 7, 'PER', 1), span(18, 23, 'LOC', 1), span(0, 3, 'PER', 2), span(12, 14, 'PER', 2)];

test('of spans that several people have annotated each for themselves, those of the first are read, and the file says so', () => {
  const corpus = read(APART);
  expect(entitiesOf(corpus)).toEqual(['PER Ada Lin', 'LOC Varde']);
  expect(corpus.problems.map(({ message }) => message)).toEqual([
    '1 of 1 objects have annotations by several people (1, 2): the first one was read.',
  ]);
});

test.each([
  ['1', ['PER Ada Lin', 'LOC Varde']],
  ['2', ['PER Ada', 'PER Bo']],
])('those of a chosen person are read: %s', (annotator, expected) => {
  const corpus = read(APART, { annotator });
  expect(entitiesOf(corpus)).toEqual(expected);
  expect(corpus.problems).toEqual([]);
});

test('a text that the chosen person has not annotated is left out', () => {
  const corpus = read([span(0, 3, 'PER', 2)], { annotator: '1' });
  expect(corpus.sentences).toEqual([]);
  expect(corpus.problems.map(({ message }) => message).join()).toContain('The text has no annotation');
});

test('people who have shared the spans of a text have one annotation', () => {
  const corpus = read([span(0, 7, 'PER', 1), span(18, 23, 'LOC', 2)]);
  expect(entitiesOf(corpus)).toEqual(['PER Ada Lin', 'LOC Varde']);
  expect(corpus.problems).toEqual([]);
});
