import { describe, expect, test } from 'vitest';
import { expectGradient } from '../../../test/helpers/gradcheck.ts';
import { bagsFrom, lookupFromIndex } from '../../data/batches/ragged.ts';
import { randomTensor } from '../../../test/helpers/each-device.ts';
import { testLookup } from './cases.ts';
import { lookupRowsGradReference, lookupRowsReference } from './reference.ts';

describe('lookup reference', () => {
  test('copies rows', () => {
    expect([...lookupRowsReference([1, 2, 3, 4, 5, 6], [2, 0, 2], 2)]).toEqual([5, 6, 1, 2, 5, 6]);
  });

  test('sums the gradients of a row, and leaves zero where nothing looks', () => {
    const lookup = lookupFromIndex(Int32Array.of(2, 0, 2), 4);
    expect([...lookupRowsGradReference([1, 10, 2, 20, 3, 30], lookup, 2)]).toEqual([2, 20, 0, 0, 4, 40, 0, 0]);
  });

  test('sums the rows of bags, and the gradient of these sums matches finite differences', () => {
    const [R, D] = [4, 3];
    const bags = bagsFrom(Int32Array.of(0, 2, 2, 6), Int32Array.of(3, 1, 1, 0, 3, 1), R);
    const own = { offsets: bags.offsets, items: bags.rows };
    expect([...lookupRowsGradReference([1, 2, 3, 4], own, 1)]).toEqual([6, 0, 9]);
    const dy = randomTensor([3, D], 1).values;
    const objective = (table: ArrayLike<number>) =>
      lookupRowsGradReference(table, own, D).reduce((sum, value, i) => sum + value * dy[i]!, 0);
    const gradient = lookupRowsGradReference(dy, { offsets: bags.inverseOffsets, items: bags.bags }, D);
    expectGradient(objective, randomTensor([R, D], 2).values, gradient, 'dTable');
  });

  test('gradient matches finite differences', () => {
    const [R, D] = [4, 3];
    const index = Int32Array.of(3, 1, 1, 0, 3, 1);
    const dy = randomTensor([index.length, D], 1).values;
    const objective = (table: ArrayLike<number>) =>
      lookupRowsReference(table, index, D).reduce((sum, value, i) => sum + value * dy[i]!, 0);
    const gradient = lookupRowsGradReference(dy, lookupFromIndex(index, R), D);
    expectGradient(objective, randomTensor([R, D], 2).values, gradient, 'dTable');
  });
});

testLookup();
