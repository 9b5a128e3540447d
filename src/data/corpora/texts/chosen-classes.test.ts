import { expect, test } from 'vitest';
import { readText } from '../../../../test/helpers/read-text.ts';
import type { CorpusOptions } from '../../corpus.ts';

const TEXTS = ['Ada left the town', 'It rained all day', 'Bo saw the sea', 'All was well then'];
const read = (records: readonly object[], options: CorpusOptions = {}) =>
  readText(JSON.stringify(records), options, 'a.json');
const classesOf = (records: readonly object[], options?: CorpusOptions) =>
  read(records, options).sentences.map(({ tags }) => tags[0] ?? '');
const messagesOf = (records: readonly object[]) => read(records).problems.map(({ message }) => message).join(); // prettier-ignore

const region = (choices: readonly string[], from_name = 'mood') => ({ type: 'choices', from_name, value: { choices } });
const LABEL = { type: 'labels', value: { start: 0, end: 3, text: 'Ada', labels: ['PER'] } };
const task = (i: number, ...results: object[][]) => ({
  id: i,
  data: { text: TEXTS[i] },
  annotations: results.map((result) => ({ result })),
});
const options = [{ id: 'good', text: 'Good' }, { id: 'bad', text: 'Bad' }]; // prettier-ignore
const prodigy = (i: number, accept: readonly string[], more: object = {}) => ({
  text: TEXTS[i],
  options,
  accept,
  ...more,
});

const CHOSEN = [['good'], ['bad'], ['bad'], ['good']];

test.each<[string, object[]]>([
  ['tasks of Label Studio', CHOSEN.map((chosen, i) => task(i, [region(chosen)]))],
  [
    'former tasks',
    CHOSEN.map((chosen, i) => ({ data: { text: TEXTS[i] }, completions: [{ result: [region(chosen)] }] })),
  ],
  ['a cancelled annotation', CHOSEN.map((chosen, i) => ({ data: { text: TEXTS[i] }, annotations: [{ was_cancelled: true, result: [region(['x'])] }, { result: [region(chosen)] }] }))], // prettier-ignore
  ['people who agree', CHOSEN.map((chosen, i) => task(i, [region(chosen)], [region(chosen)]))],
  ['tasks of Prodigy', CHOSEN.map((chosen, i) => prodigy(i, chosen, { answer: 'accept', tokens: [], spans: [] }))],
  ['tasks of Prodigy without their options', CHOSEN.map((accept, i) => ({ text: TEXTS[i], accept, answer: 'accept' }))],
])('options that were chosen are classes: %s', (_, records) => {
  expect(classesOf(records)).toEqual(CHOSEN.flat());
  expect(read(records)).toMatchObject({ format: 'classTexts', problems: [] });
  expect(read(records).question).toBeUndefined();
});

test('a text without a choice has no class', () => {
  expect(classesOf([task(0, [region(['good'])]), task(1, [region(['bad'])]), task(2), { data: { text: TEXTS[3] } }])).toEqual(['good', 'bad', '', '']); // prettier-ignore
  expect(classesOf([prodigy(0, ['good']), prodigy(1, ['bad']), prodigy(2, [])])).toEqual(['good', 'bad', '']);
});

test.each<[string, object[]]>([
  ['Label Studio', [['good', 'bad'], ['bad'], ['bad'], ['good']].map((chosen, i) => task(i, [region(chosen)]))],
  ['people who do not agree', [...[0, 1, 2].map((i) => task(i, [region(['good'])])), task(3, [region(['good'])], [region(['bad'])])]], // prettier-ignore
  ['Prodigy', [['good'], ['bad'], ['good', 'bad']].map((chosen, i) => prodigy(i, chosen))],
])('a text with several is listed, and the reader asks: %s', (_, records) => {
  expect(messagesOf(records)).toMatch('The text has several classes, expected one.');
  expect(read(records).question).toBeDefined();
});

test.each<[string, object[]]>([
  ['most texts have several', TEXTS.map((_text, i) => task(i, [region(['good', 'bad'])]))],
  ['most tasks of Prodigy have several', TEXTS.map((_text, i) => prodigy(i, ['good', 'bad'], { answer: 'accept' }))],
  ['there are entities', CHOSEN.map((chosen, i) => task(i, i === 0 ? [LABEL, region(chosen)] : [region(chosen)]))],
  ['there are spans', CHOSEN.map((chosen, i) => prodigy(i, chosen, { spans: i === 0 ? [{ start: 0, end: 3, label: 'PER' }] : [] }))], // prettier-ignore
])('it is said that options are not read where %s', (_, records) => {
  expect(read(records).format).toBe('jsonl');
  expect(messagesOf(records)).toMatch('4 of 4 objects have options that were chosen for the text');
});

test('of several choices, a person says which is the class', () => {
  const records = CHOSEN.map((chosen, i) => task(i, [region(chosen), region([i < 2 ? 'old' : 'new'], 'age')]));
  expect(read(records).question?.options.map(({ settings }) => settings.classField)).toEqual(['mood', 'age', '']);
  expect(classesOf(records, { classField: 'age' })).toEqual(['old', 'old', 'new', 'new']);
});

test('texts that Prodigy has rejected are left out', () => {
  const records = CHOSEN.map((chosen, i) => prodigy(i, chosen, { answer: i === 0 ? 'reject' : 'accept' }));
  expect(classesOf(records)).toEqual(['bad', 'bad', 'good']);
});
