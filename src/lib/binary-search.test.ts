import { expect, test } from 'vitest';
import { prefixLength } from './binary-search.ts';

test('the prefix is found wherever it ends', () => {
  for (let length = 0; length < 9; length++) {
    const items = Array.from({ length }, (_, i) => i);
    for (let end = 0; end <= length; end++) expect(prefixLength(items, (item) => item < end)).toBe(end);
  }
});
