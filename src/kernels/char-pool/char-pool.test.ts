import { describe, expect, test } from 'vitest';
import { expectClose } from '../../../test/helpers/allclose.ts';
import { expectGradient } from '../../../test/helpers/gradcheck.ts';
import { TOLERANCES } from '../../../test/helpers/tolerances.ts';
import { raggedRow, raggedRows } from '../../data/batches/ragged.ts';
import { layoutOf, randomIntegers, randomTensor } from '../../../test/helpers/each-device.ts';
import { testCharPool } from './cases.ts';
import { charMaxPoolGradReference, charMaxPoolReference } from './reference.ts';

describe('charMaxPool reference', () => {
  test('equals a zero-padded convolution of embedded characters and a maximum', () => {
    const [Vc, Ec, F, lengths] = [6, 4, 3, [5, 2, 1]];
    const forms = layoutOf(lengths);
    const chars = randomIntegers(raggedRows(forms), 1, Vc);
    const embedding = randomTensor([Vc, Ec], 2).values;
    const filters = randomTensor([3, Ec, F], 3).values;
    const tables = new Float64Array(Vc * 3 * F); // charEmbedding . W_k
    for (let c = 0; c < Vc; c++) {
      for (let k = 0; k < 3; k++) {
        for (let f = 0; f < F; f++) {
          for (let e = 0; e < Ec; e++)
            tables[(c * 3 + k) * F + f]! += embedding[c * Ec + e]! * filters[(k * Ec + e) * F + f]!;
        }
      }
    }
    const expected = lengths.flatMap((length, u) => {
      const padded = [undefined, ...Array.from({ length }, (_, p) => chars[raggedRow(forms, u, p)]!), undefined];
      return Array.from({ length: F }, (_, f) => {
        const convolved = Array.from({ length }, (_, p) => {
          let sum = 0;
          for (let k = 0; k < 3; k++) {
            const c = padded[p + k];
            if (c === undefined) continue;
            for (let e = 0; e < Ec; e++) sum += embedding[c * Ec + e]! * filters[(k * Ec + e) * F + f]!;
          }
          return sum;
        });
        return Math.max(...convolved);
      });
    });
    expectClose(charMaxPoolReference(tables, chars, F, forms).y, expected, TOLERANCES.float64, 'y');
  });

  test('of equal maxima the first counts', () => {
    const forms = layoutOf([4]);
    // One character, one feature: the two positions inside see all three tables, those at the edges two.
    const { y, argmax } = charMaxPoolReference([1, 1, 1], [0, 0, 0, 0], 1, forms);
    expect([y[0], argmax[0]]).toEqual([3, 1]);
  });

  test('gradient matches finite differences', () => {
    const [charCount, F] = [5, 4];
    const forms = layoutOf([6, 4, 4, 1]);
    const chars = randomIntegers(raggedRows(forms), 1, charCount);
    const tables = randomTensor([charCount, 3 * F], 2).values;
    const dy = randomTensor([4, F], 3).values;
    const { argmax } = charMaxPoolReference(tables, chars, F, forms);
    const objective = (x: ArrayLike<number>) =>
      charMaxPoolReference(x, chars, F, forms).y.reduce((sum, value, i) => sum + value * dy[i]!, 0);
    const gradient = charMaxPoolGradReference(dy, argmax, chars, { F, charCount }, forms);
    expectGradient(objective, tables, gradient, 'dTables');
  });
});

testCharPool();
