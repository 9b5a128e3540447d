import { expect, test } from 'vitest';
import { entitiesOf, readText, tokensOf } from '../../../../test/helpers/read-text.ts';

test.each([
  [
    'a language before each word',
    'en:Ada\tB-PER\nen:left\tO\n\nen:Varde\tB-LOC\nen:is\tO\nen:.\tO\n',
    'All words begin with en:, such as en:Ada',
  ],
  [
    'the feature of a word',
    'B-PER\tw[0]=Ada\tp=x\nO\tw[0]=left\tp=y\nO\tw[0]=.\tp=z\n'.repeat(2),
    'All words begin with w[0]=',
  ],
  [
    'the place of a character in its word',
    '科0\tO\n技1\tO\n叶0\tB-PER\n老1\tI-PER\n。0\tO\n',
    'Nearly all words are a character and a digit, such as 科0',
  ],
])('%s is reported', (_, text, expected) => {
  expect(
    readText(text)
      .problems.map(({ message }) => message)
      .join(),
  ).toMatch(expected);
});

test.each([
  ['words', 'Ada\tB-PER\nleft\tO\nat\tO\nA1\tO\n.\tO\n'],
  ['characters', '科\tB-PER\n技\tO\n1\tO\n9\tO\n。\tO\n'],
  ['one address', 'en:Ada\tB-PER\nleft\tO\nthe\tO\nold\tO\n.\tO\n'],
])('%s are not', (_, text) => {
  expect(readText(text).problems).toEqual([]);
});

test.each([
  ['relations to heads', 'Ada\tNNP\t2:nsubj\tB-PER\nsaw\tVBD\t0:root\tO\nOslo\tNNP\t2:obj\tB-LOC\n.\t.\t2:punct\tO\n'],
  ['spans by number', 'Ada\tNNP\t1:PER\tB-PER\nLin\tNNP\t1\tI-PER\nsaw\tVBD\t*\tO\n.\t.\t*\tO\n'],
])('%s beside tags of a scheme are not asked about', (_, text) => {
  const corpus = readText(text, {}, 'a.tsv');
  expect(corpus.question).toBeUndefined();
  expect(corpus.sentences[0]!.spans[0]).toMatchObject({ type: 'PER' });
});

test('empty brackets beside types in brackets are outside', () => {
  const corpus = readText('Ada\t[Agent]\nsaw\t[]\nthe\t[]\nlake\t[Theme]\n.\t[]\n\nBo\t[Agent]\nate\t[]\n.\t[]\n');
  expect(entitiesOf(corpus)).toEqual(['Agent Ada', 'Theme lake', 'Agent Bo']);
});

test('relations to heads are not asked about beside parts of speech', () => {
  const text = 'Ada\t2:nsubj\tNNP\nsaw\t0:root\tVBD\nOslo\t2:obj\tNNP\n.\t2:punct\t.\n';
  expect(readText(text, {}, 'a.tsv').question).toBeUndefined();
});

test.each([
  ['parts of speech', '1\tAda\tPROPN\t1:PER\n2\tLin\tPROPN\t1\n3\tsaw\tVERB\t*\n4\tVarde\tPROPN\t2:LOC;3:ORG\n'],
  ['nothing else', 'Ada\tada\t*\nsaw\tsee\t1:VPC.full\nout\tout\t1\n.\t.\t*\n'],
])('spans by number beside %s are asked about', (_, text) => {
  const { question } = readText(text, {}, 'a.conllup');
  expect(question?.what).toMatch(/^Are the tags in column \d to be learned\?$/);
  const { settings } = question!.options[0]!;
  expect(readText(text, settings, 'a.conllup').question?.what).not.toBe(question!.what);
});

test.each(['##er', '▁er', 'Ġer'])('pieces of words are named: %s', (piece) => {
  const text = `Ad\tB-PER\n${piece}\tI-PER\nleft\tO\nin\tO\nLund\tB-LOC\n.\tO\n`;
  expect(readText(text).problems.map(({ message }) => message).join()).toContain(`such as ${piece}`); // prettier-ignore
});

test('pieces of words that begin with ## are words of the file, and no comments', () => {
  const corpus = readText(
    '## a comment\nTur B-LOC\n##ku X\nis O\nbig O\n\nAda B-PER\nleft O\n\n##x y\nIt O\nrained O\n',
  );
  expect(tokensOf(corpus)).toEqual(['Tur ##ku is big', 'Ada left', 'It rained']);
  expect(corpus.problems.map(({ message }) => message).join()).toContain('such as ##ku');
});
