import type { Tensor2D } from '../../tensors/tensors.ts';
import { expect, test } from 'vitest';
import { expectClose } from '../../../test/helpers/allclose.ts';
import { TOLERANCES } from '../../../test/helpers/tolerances.ts';
import { streamKey } from '../../lib/rng.ts';
import { describeEachBackend, randomTensor, readGradients, tensorOf } from '../../../test/helpers/each-device.ts';
import { dropout } from './op.ts';
import { dropoutReference } from './reference.ts';

const CASES: { shape: [number, number]; rate: number; key: number }[] = [
  { shape: [1, 1], rate: 0.5, key: 0 },
  { shape: [1, 7], rate: 0.5, key: 0xffffffff }, // keys are unsigned
  { shape: [13, 5], rate: 0.25, key: 0x80000000 },
  { shape: [67, 9], rate: 0.5, key: streamKey(1, 2, 3) },
  { shape: [30, 100], rate: 0.05, key: streamKey(42, 7, 0) },
  { shape: [9, 8], rate: 0.999, key: streamKey(3) },
];

/** The op on every backend of this environment against the reference. */
export function testDropout(): void {
  describeEachBackend('dropout', () => {
    test.each(CASES)('value and gradient have the mask of the reference: %o', async (dropoutCase) => {
      const { x, dy } = dataOf(dropoutCase);
      const { rate, key } = dropoutCase;
      const { y, gradients } = await gradientsOf(dropoutCase);
      const expected = dropoutReference(x.values, rate, key);
      expect(Array.from(y, (value) => value === 0)).toEqual(Array.from(expected, (value) => value === 0));
      expectClose(y, expected, TOLERANCES.forward, 'y');
      expectClose(gradients[0]!, dropoutReference(dy.values, rate, key), TOLERANCES.forward, 'dx');
    });

    test('a rate of 0 changes nothing', () => {
      const x = tensorOf(randomTensor([3, 4], 1)) as Tensor2D;
      expect(dropout(x, { rate: 0, key: 1 })).toBe(x);
      x.dispose();
    });

    test('the same key gives the same bits, another key another mask', async () => {
      const first = await gradientsOf(CASES[4]!);
      expect(await gradientsOf(CASES[4]!)).toEqual(first);
      expect(await gradientsOf({ ...CASES[4]!, key: streamKey(42, 8, 0) })).not.toEqual(first);
    });
  });
}

const dataOf = ({ shape }: (typeof CASES)[number]) => ({ x: randomTensor(shape, 1), dy: randomTensor(shape, 2) });

function gradientsOf(dropoutCase: (typeof CASES)[number]) {
  const { x, dy } = dataOf(dropoutCase);
  const { rate, key } = dropoutCase;
  return readGradients(() => (input) => dropout(input as Tensor2D, { rate, key }), [x], dy);
}
