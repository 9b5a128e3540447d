import { describe, expect, test } from 'vitest';
import { entitiesOf, readText, tokensOf } from '../../../../test/helpers/read-text.ts';

const SENTENCES = [
  ['Ada Lind left Oslo .', 'B-PER I-PER O B-LOC O'],
  ['It rained .', 'O O O'],
  ['Bo saw New Rome', 'B-PER O B-LOC I-LOC'],
] as const;

describe.each([
  ['ids of both lines', (i: number, line: number) => `${'st'[line]}${i}\t`],
  ['the number of the sentence before a tab', (i: number) => `${i}\t`],
  ['the number of the sentence in the first line', (i: number, line: number) => `${line === 0 ? i : ''}\t`],
  ['names and colons', (_: number, line: number) => ['W: ', 'T: '][line]!],
  ['an id and a bar', (i: number) => `doc1-${i} | `],
  ['ids before a space', (i: number, line: number) => `${'st'[line]}${i} `],
  ['numbers with a full stop', (i: number, line: number) => (line === 0 ? `${i}. ` : '   ')],
])('%s in front of lines of words and tags', (_, prefix) => {
  test.each(['', '\n'])('are left out, with %j between sentences', (between) => {
    const lines = SENTENCES.map((both, i) => both.map((line, l) => `${prefix(i + 1, l)}${line}\n`).join(''));
    const corpus = readText(lines.join(between));
    expect([corpus.format, corpus.question]).toEqual(['tagLines', undefined]);
    expect(tokensOf(corpus)).toEqual(SENTENCES.map(([words]) => words));
    expect(entitiesOf(corpus)).toEqual(['PER Ada Lind', 'LOC Oslo', 'PER Bo', 'LOC New Rome']);
    expect(corpus.problems.map(({ message }) => message)).toEqual([expect.stringContaining('was not read')]);
  });
});

test.each([
  ['a tab', '\t', '\t', 0],
  ['spaces', '  ', '  ', 0],
  ['a number before tags', '\t', '1\t', 1],
])('lines that begin with %s say what was not read', (_, before, beforeTags, count) => {
  const corpus = readText(SENTENCES.map(([words, tags]) => `${before}${words}\n${beforeTags}${tags}\n`).join(''));
  expect(tokensOf(corpus)).toEqual(SENTENCES.map(([words]) => words));
  expect(corpus.problems.map(({ message }) => message)).toEqual(
    Array.from({ length: count }, () => expect.stringContaining('such as 1, was')),
  );
});

test.each([
  ['words of sentences', 'Ada left Oslo\nB-PER O B-LOC\nAda saw Bo\nB-PER O B-PER\n', ['Ada left Oslo', 'Ada saw Bo']],
  ['words with digits', 'A1 left Oslo\nB-PER O B-LOC\nB2 saw Bo\nB-PER O B-PER\n', ['A1 left Oslo', 'B2 saw Bo']],
  ['words beside their tags', 'Oslo 2\tB-LOC I-LOC\nBonn 3\tB-LOC I-LOC\n', ['Oslo 2', 'Bonn 3']],
])('%s are no such names', (_, text, sentences) => {
  expect(tokensOf(readText(text))).toEqual(sentences);
});

test('numbered rows in capitals are columns', () => {
  const text = '1 EU B-ORG\n2 SAID O\n3 THAT O\n\n1 BONN B-LOC\n2 LEFT O\n3 NATO B-ORG\n';
  expect(readText(text).format).toBe('conll');
});
