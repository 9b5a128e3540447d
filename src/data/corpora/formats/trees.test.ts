import { expect, test } from 'vitest';
import { entitiesOf, readText, tokensOf } from '../../../../test/helpers/read-text.ts';

const TREES = `(S
  (PERSON Ada/NNP Lin/NNP)
  saw/VBD
  (GPE Varde/NNP)
  (/(
  1\\/2/CD
  )/)
  ./.)
(S (ORG EU/NNP) (ORG UN/NNP) met/VBD)
`;

test('trees over several lines, with brackets for words, and entities side by side', () => {
  const corpus = readText(TREES);
  expect(corpus).toMatchObject({ format: 'trees', problems: [] });
  expect(tokensOf(corpus)).toEqual(['Ada Lin saw Varde ( 1\\/2 ) .', 'EU UN met']);
  expect(entitiesOf(corpus)).toEqual(['PERSON Ada Lin', 'GPE Varde', 'ORG EU', 'ORG UN']);
  expect(corpus.sentences.map(({ line }) => line)).toEqual([1, 9]);
  expect(corpus.furtherColumns).toHaveLength(1);
});

test('of nested entities the outer one is read, and the file says so', () => {
  const corpus = readText('(S (ORG University/NNP of/IN (GPE Varde/NNP)) closed/VBD)\n');
  expect(entitiesOf(corpus)).toEqual(['ORG University of Varde']);
  expect(corpus.problems.map(({ kind }) => kind)).toEqual(['nested']);
});

test.each(['(S (PERSON Bo/NNP left/VBD', '(S Bo/NNP) (S Cy/NNP)', '(PERSON Bo/NNP)', 'and so on', '(S Bo left/VBD)'])(
  'what is no tree is reported, and the reader asks: %s',
  (odd) => {
    const corpus = readText(`${TREES}\n${odd}\n\n${TREES}`);
    expect(corpus.sentences).toHaveLength(4);
    expect(corpus.problems.map(({ line }) => line)).toEqual([11]);
    expect(corpus.question?.reason).toMatch('1 of 5 lines');
  },
);

test.each([
  '(S (NP (NNP Ada)) (VP (VBD left)) (. .))\n',
  '( (S \n  (NP (NNP Ada))\n  (VP (VBD left))))\n',
  '(ROOT\n  (S\n    (NP (NNP Ada))\n    (VP (VBD left))))\n',
  '((S (NP (NNP Ada)) (VP (VBD left))))\n',
])('trees of syntax are refused by name', (text) => {
  expect(() => readText(text)).toThrow('trees of syntax (Penn Treebank)');
});

test.each(['( B-X\nAda B-PER\n) O\n', '(S B-X\nAda B-PER\n) O\n'])('other brackets are no trees: %s', (text) => {
  expect(readText(text).format).toBe('conll');
});

test('a remark in brackets is running text', () => {
  expect(() => readText('(see also and/or the other one)\n')).toThrow('running text');
});
