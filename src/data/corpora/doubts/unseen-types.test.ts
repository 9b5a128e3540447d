import { expect, test } from 'vitest';
import { readText } from '../../../../test/helpers/read-text.ts';
import { unseenTypes } from './unseen-types.ts';

const train = readText('a B-Disease\nb B-Gene_or_Protein\n', {}, 'x.train');
const warningFor = (text: string) => unseenTypes([train], readText(text, {}, 'x.dev'));

test('lists types that do not occur in training, with similar ones', () => {
  expect(warningFor('a B-DISEASE\nb B-gene-or-protein\nc B-Drug\nd B-Disease\n')).toMatchObject({
    file: 'x.dev',
    line: 0,
    severity: 'warning',
    message: expect.stringMatching(
      /do not occur in the training data.*: DISEASE \(did you mean Disease\?\), gene-or-protein \(did you mean Gene_or_Protein\?\), Drug\.$/,
    ) as string,
  });
});

test('limits the list', () => {
  const lines = Array.from({ length: 12 }, (_, i) => `a B-T${i}\n`).join('');
  expect(warningFor(lines)!.message).toMatch(/T9, 2 more\.$/);
});

test.each(['a B-Disease\n', 'a O\n', 'a\n', 'a NN\nb VB\n'])('does not warn about %j', (text) => {
  expect(warningFor(text)).toBeUndefined();
});
