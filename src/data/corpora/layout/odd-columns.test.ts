import { expect, test } from 'vitest';
import { readText } from '../../../../test/helpers/read-text.ts';

test.each([
  [
    'a language before each word',
    'en:Ada\tB-PER\nen:left\tO\n\nen:Varde\tB-LOC\nen:is\tO\nen:.\tO\n',
    'All words begin with en:, such as en:Ada',
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
  ['parts of speech', '1\tAda\tPROPN\t1:PER\n2\tLin\tPROPN\t1\n3\tsaw\tVERB\t*\n4\tVarde\tPROPN\t2:LOC;3:ORG\n'],
  ['nothing else', 'Ada\tada\t*\nsaw\tsee\t1:VPC.full\nout\tout\t1\n.\t.\t*\n'],
])('spans by number beside %s are asked about', (_, text) => {
  const { question } = readText(text, {}, 'a.conllup');
  expect(question?.what).toMatch(/^Are the tags in column \d to be learned\?$/);
  const { settings } = question!.options[0]!;
  expect(readText(text, settings, 'a.conllup').question?.what).not.toBe(question!.what);
});
