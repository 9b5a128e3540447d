import { expect, test } from 'vitest';
import { closest } from './closest.ts';

test.each([
  ['trian', 'train'],
  ['Search', 'search'],
  ['tagg', 'tag'],
  ['evaluat', 'evaluate'],
  ['fly', undefined],
  ['', undefined],
])('%s is probably %s', (typed, expected) => {
  expect(closest(typed, ['train', 'search', 'tag', 'evaluate'])).toBe(expected);
});
