import { expect, test } from 'vitest';
import { readText } from '../../../test/helpers/read-text.ts';

test('offsets of mentions with their words are refused, those of tokens are not', () => {
  const mentions = '77\tT1\tGENE\t76\t81\tVarde\n77\tT2\tCHEM\t12\t21\tAda Byrne\n78\tT1\tGENE\t102\t105\tLin\n';
  expect(() => readText(mentions, {}, 'a.tsv')).toThrow(/offsets of mentions with their words in each line, such as 76, 81, Varde/); // prettier-ignore
  const tokens = 'Ada\t0\t3\tB-PER\nleft\t4\t8\tO\nVarde\t9\t14\tB-LOC\n\nBo\t16\t18\tB-PER\nran\t19\t22\tO\n';
  expect(readText(tokens, {}, 'a.tsv').sentences.length).toBe(2);
});
