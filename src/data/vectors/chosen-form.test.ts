import { expect, test } from 'vitest';
import { legacyEncoder } from '../files/legacy-encodings.ts';
import { readVectors, type VectorsRead } from './read-vectors.ts';
import { fileOf } from './testing.ts';
import type { VectorsChoices } from './usual-rows.ts';

const NUMBERS = '0.25 -0.5 0.75 1.5 0.5 1.25';
const lines = (starts: readonly string[], separator = ' ') =>
  starts.map((start) => `${start}${separator}${NUMBERS.replaceAll(' ', separator)}\n`).join('');

async function read(content: string | Uint8Array, form?: VectorsChoices): Promise<VectorsRead> {
  const wanted = new Set('run run_VERB sit_VERB go_VERB 7 1 the a b c d word Казань'.split(' '));
  return readVectors(fileOf(content, 'v.txt', 7), { wanted, selection: { form } });
}

const wordsIn = ({ vectors }: VectorsRead) => [...vectors.words];

test('usual text is described, with its first rows', async () => {
  const { reading } = await read(lines(['the', 'a']));
  expect(reading).toEqual({
    form: { split: 'spaces', hasNames: false, isNumbered: false, hasCounts: false, words: 'asWritten' },
    chosen: {},
    splits: ['spaces'],
    encoding: undefined,
    rows: [
      [`the ${NUMBERS}`, 'the'],
      [`a ${NUMBERS}`, 'a'],
    ],
  });
});

test('words are read as written, or without what they end with, as was chosen', async () => {
  const text = lines(['run_VERB', 'sit_VERB', 'go_VERB']);
  const inferred = await read(text);
  expect(inferred.reading).toMatchObject({
    form: { words: 'partOfSpeech' },
    rows: [[expect.anything(), 'run'], {}, {}],
  });
  expect(wordsIn(inferred)).toEqual(['run']);
  const asWritten = await read(text, { words: 'asWritten' });
  expect(wordsIn(asWritten)).toEqual(['run_VERB', 'sit_VERB', 'go_VERB']);
  expect(asWritten.problems).toEqual([]);
  expect(asWritten.reading).toMatchObject({ form: { words: 'asWritten' }, chosen: { words: 'asWritten' } });
  expect(wordsIn(await read(lines(['the:', 'a', 'b']), { words: 'colon' }))).toEqual(['the', 'a', 'b']);
});

test('a first number is how often a word occurs, or a part of its vector', async () => {
  const text = lines(['the 900', 'a 90', 'b 9']);
  const inferred = await read(text);
  expect([inferred.reading!.form.hasCounts, inferred.vectors.dimensions]).toEqual([true, 6]);
  const chosen = await read(text, { hasCounts: false });
  expect([chosen.reading!.form.hasCounts, chosen.vectors.dimensions]).toEqual([false, 7]);
  expect(chosen.vectors.values[0]).toBe(900);
  const other = await read(lines(['the 5', 'a 90', 'b 9']), { hasCounts: true });
  expect([other.vectors.dimensions, other.vectors.values[0], wordsIn(other)]).toEqual([6, 0.25, ['the', 'a', 'b']]);
});

test('a number in front of a line is its number, or a part of the word', async () => {
  const text = lines(['1 the', '2 a', '3 b']);
  expect(wordsIn(await read(text))).toEqual(['the', 'a', 'b']);
  const chosen = await read(text, { isNumbered: false });
  expect([chosen.reading!.rows[0]![1], wordsIn(chosen)]).toEqual(['1_the', []]);
  expect(wordsIn(await read(lines(['4 the', '2 a', '9 b']), { isNumbered: true }))).toEqual(['the', 'a', 'b']);
});

test('the first line has the names of columns, or is a row', async () => {
  const text = lines(['word', 'a', 'b'], ',');
  expect(wordsIn(await read(text))).toEqual(['word', 'a', 'b']);
  expect(wordsIn(await read(text, { hasNames: true }))).toEqual(['a', 'b']);
  expect(wordsIn(await read(lines(['word', 'a', 'b']), { hasNames: true }))).toEqual(['a', 'b']);
});

test('separators with which the rows are vectors are offered', async () => {
  const rows = ['a', 'b', 'c'].map((word) => `${word}\t${NUMBERS.replaceAll(' ', ',')}\n`).join('');
  const { reading } = await read(rows);
  expect(reading!.splits).toContain('tab');
  const chosen = await read(lines(['a', 'b', 'c'], ';'), { split: ';' });
  expect([chosen.reading!.form.split, wordsIn(chosen)]).toEqual([';', ['a', 'b', 'c']]);
});

test('the encoding is chosen', async () => {
  const text = legacyEncoder('koi8-r')(lines(['Казань', 'Москва', 'город', 'приехал', 'сегодня']));
  const guessed = await read(text);
  expect(guessed.reading!.encoding).toMatchObject({ guess: 'koi8-r', chosen: undefined });
  expect([wordsIn(guessed), guessed.problems.length]).toEqual([['Казань'], 1]);
  const chosen = await read(text, { encoding: 'windows-1251' });
  expect(chosen.reading).toMatchObject({ encoding: { chosen: 'windows-1251' }, chosen: { encoding: 'windows-1251' } });
  expect([wordsIn(chosen), chosen.problems]).toEqual([[], []]);
});

test('a separator that does not fit is not used', async () => {
  const { reading, vectors } = await read(lines(['a', 'b', 'c']), { split: ';', words: 'colon' });
  expect([reading!.form.split, reading!.chosen, vectors.words]).toEqual(['spaces', {}, ['a', 'b', 'c']]);
});

test('numbers that count by one with fractions are no names of columns', async () => {
  for (const separator of [' ', ',']) {
    const text = ['a', 'b', 'c'].map((word) => [word, 0.5, 1.5, 2.5, 3.5, 4.5].join(separator)).join('\n');
    const { reading, vectors } = await read(text);
    expect([reading!.form.hasNames, vectors.words]).toEqual([false, ['a', 'b', 'c']]);
  }
});
