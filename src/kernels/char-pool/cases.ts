import type { Tensor1D, Tensor2D } from '../../tensors/tensors.ts';
import { expect, test } from 'vitest';
import { expectClose } from '../../../test/helpers/allclose.ts';
import { TOLERANCES } from '../../../test/helpers/tolerances.ts';
import { raggedRows } from '../../data/batches/ragged.ts';
import { run } from '../shared/kernel.ts';
import { raggedTensors } from '../shared/ragged-tensors.ts';
import {
  describeEachBackend,
  layoutOf,
  randomIntegers,
  randomTensor,
  read,
  readGradients,
  tensorOf,
} from '../../../test/helpers/each-device.ts';
import { charMaxPool, CharMaxPool } from './op.ts';
import { charMaxPoolGradReference, charMaxPoolReference } from './reference.ts';

interface CharPoolCase {
  name: string;
  charCount: number; // Vc
  F: number;
  lengths: number[];
  scale?: number;
}

const FORMS = [17, 9, 9, 5, 4, 3, 2, 1, 1];

const CASES: CharPoolCase[] = [
  { name: 'one character', charCount: 1, F: 1, lengths: [1] },
  { name: 'forms of one character', charCount: 5, F: 3, lengths: [1, 1, 1, 1, 1] },
  { name: 'forms of two characters', charCount: 5, F: 3, lengths: [2, 2, 2] },
  { name: 'one form', charCount: 30, F: 30, lengths: [11] },
  ...[1, 3, 4, 8, 13, 30, 67].map((F) => ({ name: `${F} features`, charCount: 40, F, lengths: FORMS })),
  { name: 'very different lengths', charCount: 90, F: 30, lengths: [64, 2, 1] },
  {
    name: 'more forms than a workgroup has invocations',
    charCount: 12,
    F: 5,
    lengths: Array.from({ length: 70 }, () => 3),
  },
  { name: 'the same character throughout: equal maxima', charCount: 1, F: 6, lengths: [7, 4, 3, 2, 1] },
  { name: 'all scores equal', charCount: 9, F: 6, lengths: FORMS, scale: 0 },
  { name: 'large scores', charCount: 9, F: 6, lengths: FORMS, scale: 1e4 },
];

/** The op on every backend of this environment against the reference. */
export function testCharPool(): void {
  describeEachBackend('charMaxPool', () => {
    test.each(CASES)('forward and gradient match the reference: $name', async (charCase) => {
      const { tables, chars, layout, dy } = dataOf(charCase);
      const { y, gradients } = await gradientsOf(charCase);
      const expected = charMaxPoolReference(tables.values, chars.values, charCase.F, layout);
      const dTables = charMaxPoolGradReference(dy.values, expected.argmax, chars.values, charCase, layout);
      expectClose(y, expected.y, TOLERANCES.forward, 'y');
      expectClose(gradients[0]!, dTables, TOLERANCES.gradient, 'dTables');
    });

    test.each(CASES)('the position of the maximum is the first: $name', async (charCase) => {
      const { tables, chars, layout } = dataOf(charCase);
      const [, argmax] = await read(() => {
        const { lengths, stepOffsets } = raggedTensors(layout);
        const inputs = {
          tables: tensorOf(tables) as Tensor2D,
          chars: tensorOf(chars) as Tensor1D,
          lengths,
          stepOffsets,
        };
        return [...run(CharMaxPool, inputs, {})];
      });
      const expected = charMaxPoolReference(tables.values, chars.values, charCase.F, layout);
      expectClose(argmax!, expected.argmax, TOLERANCES.exact, 'argmax');
    });

    test('the same inputs give the same bits', async () => {
      const charCase = { name: '', charCount: 7, F: 13, lengths: FORMS };
      expect(await gradientsOf(charCase)).toEqual(await gradientsOf(charCase));
    });
  });
}

function dataOf({ charCount, F, lengths, scale = 1 }: CharPoolCase) {
  const layout = layoutOf(lengths);
  const C = raggedRows(layout);
  return {
    layout,
    tables: randomTensor([charCount, 3 * F], 1, scale),
    chars: { shape: [C], values: randomIntegers(C, 2, charCount) },
    dy: randomTensor([lengths.length, F], 3),
  };
}

function gradientsOf(charCase: CharPoolCase) {
  const { tables, chars, layout, dy } = dataOf(charCase);
  return readGradients(
    () => {
      const [ids, forms] = [tensorOf(chars) as Tensor1D, raggedTensors(layout)];
      return (x) => charMaxPool(x as Tensor2D, ids, forms);
    },
    [tables],
    dy,
  );
}
