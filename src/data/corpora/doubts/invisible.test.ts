import { expect, test } from 'vitest';
import { readText, tokensOf } from '../../../../test/helpers/read-text.ts';

/** A sentence in columns and in JSON lines. */
const FORMS: Record<string, (words: readonly string[]) => [text: string, file: string]> = {
  columns: (words) => [words.map((word, i) => `${word}\t${i === 0 ? 'B-LOC' : 'O'}\n`).join(''), 'a.tsv'],
  JSON: (words) => [
    JSON.stringify({ tokens: words, ner_tags: words.map((_, i) => (i === 0 ? 'B-LOC' : 'O')) }),
    'a.jsonl',
  ],
};

const messagesOf = (text: string, file: string) =>
  readText(text, {}, file)
    .problems.filter(({ kind }) => kind === 'invisible')
    .map(({ message }) => message);

test.each(Object.entries(FORMS))('words with invisible characters are kept and said: %s', (_, form) => {
  const odd = ['Os\u00ADlo', 'Oslo\u200B', 'Os\u200Clo', 'Os\u200Dlo', '\u200EOslo', 'Os\u2060lo', '\u200C', '(\u200D'];
  for (const word of odd) {
    const [text, file] = form([word, 'is', 'big']);
    expect(tokensOf(readText(text, {}, file))).toEqual([`${word} is big`]);
    expect(messagesOf(text, file)).toEqual([
      expect.stringMatching(/^1 word has an invisible character in line 1: .*<U\+[\dA-F]{4}>/),
    ]);
  }
});

test.each(Object.entries(FORMS))('characters of the spelling are none: %s', (_, form) => {
  const plain = [
    'می\u200Cخواهم',
    '\u200Cها',
    'PDF\u200Cها',
    'क्\u200Dष',
    'ശ്രീ\u200Cമാൻ',
    '👩\u200D🚀',
    '❤\uFE0F\u200D🔥',
    'Ø',
    'é',
  ];
  expect(messagesOf(...form(plain))).toEqual([]);
});

test('words are counted, with the line of the first', () => {
  const text = 'Ada\tB-PER\nleft\tO\n\nOslo\u200B\tB-LOC\nOs\u00ADlo\tB-LOC\n';
  expect(messagesOf(text, 'a.tsv')).toEqual([
    '2 words have invisible characters, the first in line 4: Oslo<U+200B>, with a zero-width space (U+200B). They were kept as written: such a word looks like the one without the character, but is not the same, and usually has no vector. Remove the characters if they are no part of the words.',
  ]);
});

test('a tag with an invisible character is said: it looks like another', () => {
  expect(messagesOf('Ada\tB-PER\nleft\tO\n\nBo\tB-PER\u200B\nran\tO\n', 'a.tsv')).toEqual([
    'The tag B-PER<U+200B> has a zero-width space (U+200B), which is not seen: it is not the same as the tag without it. Remove the character from the file.',
  ]);
});

test.each(Object.entries(FORMS))('signs of lost characters are said: %s', (_, form) => {
  const [text, file] = form(['M\uFFFDlaga', 'is', 'b\uFFFDg']);
  const { problems } = readText(text, {}, file);
  expect(problems).toMatchObject([
    {
      kind: 'encoding',
      message: expect.stringMatching(/^2 words have the sign \uFFFD .*, the first in line 1: M\uFFFDlaga\./) as string,
    },
  ]);
});
