import { describe, expect, test } from 'vitest';
import { randomTensor } from '../../test/helpers/each-device.ts';
import { raggedFromLengths } from '../data/batches/ragged.ts';
import { charMaxPoolReference } from '../kernels/char-pool/reference.ts';
import {
  cosines,
  distributionOf,
  filterResponses,
  highestColumns,
  inCaseOf,
  largest,
  variantsOf,
} from './characters.ts';

describe('variants of a word', () => {
  test('are its cases, a suffix and a typo, each spelling once', () => {
    expect(variantsOf('John').map(({ how, spelling }) => [how, spelling])).toEqual([
      ['as written', 'John'],
      ['lower case', 'john'],
      ['upper case', 'JOHN'],
      ['with a suffix', 'Johns'],
      ['with a typo', 'Jhon'],
    ]);
    expect(variantsOf('x').map(({ spelling }) => spelling)).toEqual(['x', 'X', 'xs']);
    expect(variantsOf('42').map(({ spelling }) => spelling)).toEqual(['42', '42s']);
  });

  test('have the spelling of the reader, unless it is the same', () => {
    expect(variantsOf('John', ' Jon ')[1]).toEqual({ how: 'your spelling', spelling: 'Jon' });
    expect(variantsOf('John', 'John')).toHaveLength(5);
  });

  test.each([
    ['paris', 'John', 'Paris'],
    ['paris', 'john', 'paris'],
    ['paris', 'NATO', 'PARIS'],
    ['paris', 'I', 'Paris'],
  ])('%s in the case of %s is %s', (word, model, expected) => {
    expect(inCaseOf(word, model)).toBe(expected);
  });
});

test('the maximum of the responses is that of the character CNN, at the same place', () => {
  const F = 4;
  const tables = randomTensor([6, 3 * F], 1).values as Float32Array;
  const bias = randomTensor([F], 2).values as Float32Array;
  for (const chars of [[3], [1, 2], [5, 0, 4, 2, 2, 1]]) {
    const responses = filterResponses(tables, bias, chars);
    const { y, argmax } = charMaxPoolReference(tables, chars, F, raggedFromLengths(Int32Array.of(chars.length)));
    for (let f = 0; f < F; f++) {
      const column = chars.map((_, p) => responses[p * F + f]!);
      expect(Math.max(...column)).toBeCloseTo(y[f]! + bias[f]!, 5);
      expect(column.indexOf(Math.max(...column))).toBe(argmax[f]);
    }
  }
});

test('a filter fires where a word is far above what other words give it', () => {
  const rows = Float32Array.from([0, 10, 2, 10, 4, 10]); // [3, 2]
  const distribution = distributionOf(rows, 2);
  expect([...distribution.mean]).toEqual([2, 10]);
  expect(distribution.deviation[0]).toBeCloseTo(Math.sqrt(8 / 3), 10);
  const [first, second] = highestColumns(Float32Array.from([4, 10]), distribution, 2);
  expect(first).toMatchObject({ column: 0 });
  expect(first!.deviations).toBeCloseTo(2 / Math.sqrt(8 / 3), 6);
  expect(second).toEqual({ column: 1, deviations: 0 }); // the column is the same for all words
});

test('cosines are of what differs from the centre', () => {
  const rows = Float32Array.from([1, 1, 2, 2, 1, -1, 0, 0]); // [4, 2]
  const [same, longer, across, none] = cosines([1, 1], rows);
  expect([same, longer]).toEqual([expect.closeTo(1, 10), expect.closeTo(1, 10)]);
  expect([across, none]).toEqual([expect.closeTo(0, 10), 0]);
  expect(cosines([1, 1], rows, [0, 2])[1]).toBeCloseTo(Math.SQRT1_2, 10); // of (1, −1) and (2, 0)
});

test('the largest come first, without those that are not wanted', () => {
  const values = [3, 9, 1, 9, 5];
  expect(largest(values, 3, () => true)).toEqual([1, 3, 4]);
  expect(largest(values, 2, (i) => i !== 1)).toEqual([3, 4]);
  expect(largest(values, 9, (i) => i < 2)).toEqual([1, 0]);
});
