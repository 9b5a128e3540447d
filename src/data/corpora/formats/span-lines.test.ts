import { expect, test } from 'vitest';
import { entitiesOf, readText } from '../../../../test/helpers/read-text.ts';
import { detectFormat } from './registry.ts';

const read = (...lines: string[]) => readText(lines.join('\n'), {}, 'train.data');

test('words, parts of speech and spans; an empty line without spans', () => {
  const corpus = read('Ada Byrne left Oslo', 'N N V N', '0,2 PER|3,4 LOC', '', 'She ran', 'P V', '', '', 'Oslo', 'N', '0,1 LOC', ''); // prettier-ignore
  expect([corpus.format, corpus.sentences.map(({ line }) => line)]).toEqual(['spanLines', [1, 5, 9]]);
  expect(entitiesOf(corpus)).toEqual(['PER Ada Byrne', 'LOC Oslo', 'LOC Oslo']);
  expect([corpus.problems, corpus.question]).toEqual([[], undefined]);
});

test('ends are inclusive where a span would be empty otherwise', () => {
  expect(entitiesOf(read('Ada Byrne left Oslo', '0,1 PER|3,3 LOC', '', 'She saw Ada', '2,2 PER'))).toEqual([
    'PER Ada Byrne',
    'LOC Oslo',
    'PER Ada',
  ]);
});

test('a damaged sentence is a problem with its line', () => {
  const good = ['Ada left', 'N V', '0,1 PER', ''];
  const { sentences, problems } = read(...Array.from({ length: 12 }, () => good).flat(), 'Ada left', 'N', '0,1 PER');
  expect([sentences.length, problems.map(({ line }) => line)]).toEqual([12, [49]]);
});

test('where spans end at the number of words, one that would be empty is damaged', () => {
  const good = ['Ada saw Oslo', 'N V N', '0,1 PER|2,3 LOC', ''];
  const { sentences, problems } = read(...Array.from({ length: 9 }, () => good).flat(), 'Ada left', 'N V', '1,1 PER');
  expect(new Set(sentences.slice(0, 9).flatMap(({ spans }) => spans.map(({ end }) => end)))).toEqual(new Set([1, 3]));
  expect(problems.map(({ line }) => line)).toEqual([37]);
});

test('asks where nothing tells how spans end', () => {
  const { question } = read('Ada Byrne left New Oslo yesterday', 'N N V N N R', '0,1 PER|3,4 LOC');
  expect(question?.what).toMatch(/^Is the end of a span its last token/);
});

const VERSES = ['An old silent pond', 'A frog leaps in over it', '3,4 leaps and silence.', ''];

test.each([
  ['running text with a decimal comma', ['Der Umsatz stieg im letzten Jahr um', '1,5 Prozent gegenüber dem Vorjahr.']],
  [
    'a recipe',
    [
      'Wir brauchen für den Teig noch Mehl',
      '0,5 kg davon reichen aus.',
      '',
      'Dazu kommen Milch und Wasser',
      '1,5 Liter sind genug.',
    ],
  ],
  ['furniture', Array.from({ length: 5 }, () => ['Dining table of oak', '1,2 metres', '']).flat()],
  ['haiku', [...VERSES, ...VERSES, ...VERSES]],
  ['games', ['Home lost again today', 'Away won again today', '0,1 lost', '']],
  ['a text with numbers', ['Results', '1,2 million people', '', 'They left.', '']],
  ['words and tags', ['Ada left', 'B-PER O', '', 'Oslo', 'B-LOC', '']],
  ['spans beyond the words', ['Ada left', 'N V', '0,9 PER', '']],
])('%s is another format', (_, lines) => {
  expect(detectFormat('a.txt', lines).format).not.toBe('spanLines');
});
