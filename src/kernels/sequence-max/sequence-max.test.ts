import { describe, expect, test } from 'vitest';
import { expectGradient } from '../../../test/helpers/gradcheck.ts';
import { layoutOf, randomTensor } from '../../../test/helpers/each-device.ts';
import { raggedRow, raggedRows } from '../../data/batches/ragged.ts';
import { testSequenceMax } from './cases.ts';
import { sequenceMaxGradReference, sequenceMaxReference } from './reference.ts';

describe('sequenceMax reference', () => {
  test('is the maximum of each column; of equal maxima the first counts', () => {
    const layout = layoutOf([3, 1]);
    // Rows: item 0 of both sequences, then items 1 and 2 of the first.
    const { y, argmax } = sequenceMaxReference([1, 5, 7, 8, 4, 5, 4, 2], 2, layout);
    expect([...y]).toEqual([4, 5, 7, 8]);
    expect([...argmax]).toEqual([1, 0, 0, 0]);
  });

  test('equals the maximum over the rows of each sequence', () => {
    const [D, lengths] = [3, [6, 4, 1]];
    const layout = layoutOf(lengths);
    const { values } = randomTensor([raggedRows(layout), D], 1);
    const { y } = sequenceMaxReference(values, D, layout);
    for (const [b, length] of lengths.entries()) {
      for (let d = 0; d < D; d++) {
        const items = Array.from({ length }, (_, t) => values[raggedRow(layout, b, t) * D + d]!);
        expect(y[b * D + d]).toBe(Math.max(...items));
      }
    }
  });

  test('gradient matches finite differences', () => {
    const D = 3;
    const layout = layoutOf([6, 4, 4, 1]);
    const rows = raggedRows(layout);
    const x = randomTensor([rows, D], 2).values;
    const dy = randomTensor([4, D], 3).values;
    const objective = (values: ArrayLike<number>) =>
      sequenceMaxReference(values, D, layout).y.reduce((sum, value, i) => sum + value * dy[i]!, 0);
    const { argmax } = sequenceMaxReference(x, D, layout);
    expectGradient(objective, x, sequenceMaxGradReference(dy, argmax, { D, rows }, layout), 'dx');
  });
});

testSequenceMax();
