import fc from 'fast-check';
import { expect, test } from 'vitest';
import { entitiesOf, readText, tagsOf, tokensOf } from '../../../../test/helpers/read-text.ts';
import { requireUsable } from '../read-corpus.ts';

const PIECES = ['Ada/PER', 'Brandt/PER', 'Lund/LOC', 'left/', 'rained/', './', 'it/'].map((piece) => piece.split('/'));
const sentences = fc
  .array(fc.array(fc.constantFrom(...PIECES), { minLength: 2, maxLength: 5 }), { minLength: 1, maxLength: 4 })
  .filter((some) => some.flat().some(([, type]) => type !== '') && some.flat().some(([, type]) => type === ''));

test('words and tags in alternating lines are read, however few they are', () => {
  const form = fc.record({
    isBare: fc.boolean(),
    separator: fc.constantFrom(' ', '\t', '  '),
    between: fc.constantFrom('', '\n', '-DOCSTART-\n'),
    end: fc.constantFrom('\n', '\r\n'),
  });
  fc.assert(
    fc.property(sentences, form, (some, { isBare, separator, between, end }) => {
      const tagOf = (type: string) => (type === '' ? 'O' : isBare ? type : `B-${type}`);
      const lines = some.map(
        (words) =>
          `${words.map(([word]) => word).join(separator)}\n${words.map(([, type]) => tagOf(type!)).join(separator)}\n`,
      );
      const corpus = readText(lines.join(between).replaceAll('\n', end));
      requireUsable(corpus);
      expect(corpus.problems).toEqual([]);
      expect(tokensOf(corpus)).toEqual(some.map((words) => words.map(([word]) => word).join(' ')));
      expect(tagsOf(corpus)).toEqual(some.map((words) => words.map(([, type]) => tagOf(type!)).join(' ')));
    }),
    { seed: 1 },
  );
});

test('words without as many tags are reported, and the reader asks', () => {
  const good = 'Ada left Lund\nB-PER O B-LOC\n'.repeat(20);
  const corpus = readText(`${good}Ada left\nB-PER O O\n${good}`);
  expect(corpus.problems.map(({ line, message }) => [line, message.slice(0, 40)])).toEqual([
    [41, 'Found 2 words without as many tags in th'],
    [42, 'Found 3 words without as many tags in th'],
  ]);
  expect(corpus.question?.reason).toContain('2 of 82 lines');
  expect(corpus.sentences).toHaveLength(40);
});

test.each([
  ['tokens in columns', 'Ada B-PER\nO O\n'],
  ['tokens named like a letter', 'O O\nAda B-PER\nO O\n'],
])('%s are not', (_, text) => {
  expect(entitiesOf(readText(text))).toEqual(['PER Ada']);
});
