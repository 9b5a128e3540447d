import { expect, test } from 'vitest';
import { raggedFromLengths, raggedRow } from './ragged.ts';
import { sentenceLinks } from './sentence-links.ts';

test.each([1, 2, 256])('each token is linked to those of its sentence, at most %i away', (reach) => {
  const lengths = [5, 3, 3, 1];
  const layout = raggedFromLengths(Int32Array.from(lengths));
  const { rows, own, inverse } = sentenceLinks(layout, reach);
  expect([...rows.index]).toEqual([...Array(12).keys()]);
  for (const [b, length] of lengths.entries()) {
    for (let t = 0; t < length; t++) {
      const row = raggedRow(layout, b, t);
      const expected = [...Array(length).keys()].filter((s) => Math.abs(s - t) <= reach);
      const to = (of: typeof own) => [...of.targets.subarray(of.offsets[row]!, of.offsets[row + 1]!)];
      const others = expected.map((s) => raggedRow(layout, b, s));
      expect(to(own)).toEqual(others);
      expect(to(inverse)).toEqual(others); // the links go both ways
    }
  }
});
