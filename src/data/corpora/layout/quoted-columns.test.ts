import { expect, test } from 'vitest';
import { entitiesOf, readText, tokensOf } from '../../../../test/helpers/read-text.ts';
import { unquoted } from './sample.ts';

const ROWS = [
  ['1', 'Ada', 'B-PER'],
  ['1', 'left', 'O'],
  ['2', 'said', 'O'],
  ['2', '"', 'O'],
  ['2', 'New', 'B-LOC'],
  ['2', 'Rome', 'I-LOC'],
];

test.each([
  ['a space', ' ', String.raw`\"`],
  ['a tab', '\t', String.raw`\"`],
  ['a tab, with quotes doubled', '\t', '""'],
])('columns of strings in quotes, as R writes them, separated by %s', (_, separator, quote) => {
  const quoted = (text: string) => `"${text.replaceAll('"', quote)}"`;
  const rows = ROWS.map(([sentence, word, tag], i) => [quoted(String(i + 1)), sentence, quoted(word!), quoted(tag!)]);
  const header = ['sentence', 'word', 'tag'].map(quoted); // without a name for the numbers of the rows
  const corpus = readText([header, ...rows].map((cells) => cells.join(separator)).join('\n'));
  expect(corpus.question).toBeUndefined();
  expect(tokensOf(corpus)).toEqual(['Ada left', 'said " New Rome']);
  expect(entitiesOf(corpus)).toEqual(['PER Ada', 'LOC New Rome']);
});

test('a quoted cell may have millions of characters', () => {
  const word = 'a'.repeat(12_000_000);
  expect(unquoted([`"${word}""\\"`])).toEqual([`${word}"\\`]);
});

test('quotes of some words are tokens', () => {
  expect(tokensOf(readText('He O\nsaid O\n"Oslo" B-LOC\n" O\n'))).toEqual(['He said "Oslo" "']);
});
