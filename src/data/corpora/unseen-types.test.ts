import { expect, test } from 'vitest';
import { readText } from '../../../test/helpers/read-text.ts';
import { unseenTypes } from './unseen-types.ts';

const train = readText('a B-Disease\nb B-Gene_or_Protein\n', {}, 'x.train');
const told = (text: string) => unseenTypes([train], readText(text, {}, 'x.dev'));

test('types that training does not have are told, with the ones that may be meant', () => {
  expect(told('a B-DISEASE\nb B-gene-or-protein\nc B-Drug\nd B-Disease\n')).toMatchObject({
    file: 'x.dev',
    line: 0,
    severity: 'warning',
    message: expect.stringMatching(
      /no training file has.*: DISEASE \(did you mean Disease\?\), gene-or-protein \(did you mean Gene_or_Protein\?\), Drug\.$/,
    ) as string,
  });
});

test('many are cut', () => {
  const lines = Array.from({ length: 12 }, (_, i) => `a B-T${i}\n`).join('');
  expect(told(lines)!.message).toMatch(/T9, 2 more\.$/);
});

test.each(['a B-Disease\n', 'a O\n', 'a\n', 'a NN\nb VB\n'])('nothing is told of %j', (text) => {
  expect(told(text)).toBeUndefined();
});
