import { expect, test } from 'vitest';
import { ofTagged } from './documents.ts';

test('what is not tagged, or could not be, is not among the texts to save', () => {
  const tagged = { name: 'a.txt', isDone: true };
  const failed = { name: 'c.txt', isDone: true, problem: 'Out of memory' };
  expect(ofTagged([tagged, { name: 'b.txt', isDone: false }, failed])).toEqual({
    tagged: [tagged],
    others: ['b.txt', 'c.txt'],
  });
});
