import type { Tensor2D } from '../../tensors/tensors.ts';
import { expect, test } from 'vitest';
import { expectClose } from '../../../test/helpers/allclose.ts';
import { TOLERANCES } from '../../../test/helpers/tolerances.ts';
import { describeEachBackend, layoutOf, randomTensor, readGradients } from '../../../test/helpers/each-device.ts';
import { raggedRows, type Ragged } from '../../data/batches/ragged.ts';
import { raggedTensors } from '../shared/ragged-tensors.ts';
import { sequenceMax } from './op.ts';
import { sequenceMaxGradReference, sequenceMaxReference } from './reference.ts';

interface MaxCase {
  name: string;
  D: number;
  lengths: number[];
  scale?: number;
  /** Rows of no sequence, after the others, and steps without items. */
  padding?: number;
}

const LENGTHS = [17, 9, 9, 5, 4, 1, 1];

const CASES: MaxCase[] = [
  { name: 'one item', D: 1, lengths: [1] },
  { name: 'sequences of one item', D: 3, lengths: [1, 1, 1] },
  ...[1, 2, 3, 4, 7, 66].map((D) => ({ name: `${D} columns`, D, lengths: LENGTHS })),
  { name: 'more sequences than a workgroup has invocations', D: 3, lengths: Array.from({ length: 300 }, () => 2) },
  { name: 'equal values', D: 5, lengths: LENGTHS, scale: 0 },
  { name: 'padded', D: 5, lengths: LENGTHS, padding: 6 },
];

/** The op on every backend of this environment against the reference. */
export function testSequenceMax(): void {
  describeEachBackend('sequenceMax', () => {
    test.each(CASES)('forward and gradient match the reference: $name', async (maxCase) => {
      const { x, dy, layout, rows } = dataOf(maxCase);
      const { y, gradients } = await gradientsOf(maxCase);
      const expected = sequenceMaxReference(x.values, maxCase.D, layout);
      const dx = sequenceMaxGradReference(dy.values, expected.argmax, { D: maxCase.D, rows }, layout);
      expectClose(y, expected.y, TOLERANCES.exact, 'y');
      expectClose(gradients[0]!, dx, TOLERANCES.exact, 'dx');
    });

    test('the same inputs give the same bits', async () => {
      const maxCase = { name: '', D: 13, lengths: LENGTHS };
      expect(await gradientsOf(maxCase)).toEqual(await gradientsOf(maxCase));
    });
  });
}

function dataOf({ D, lengths, scale = 1, padding = 0 }: MaxCase) {
  const own = layoutOf(lengths);
  const N = raggedRows(own);
  const layout: Ragged = { ...own, stepOffsets: Int32Array.from([...own.stepOffsets, ...Array(padding).fill(N)]) };
  const rows = N + padding;
  return { layout, rows, x: randomTensor([rows, D], 1, scale), dy: randomTensor([lengths.length, D], 2) };
}

function gradientsOf(maxCase: MaxCase) {
  const { x, dy, layout, rows } = dataOf(maxCase);
  return readGradients(
    () => {
      const sequences = raggedTensors(layout, rows);
      return (items) => sequenceMax(items as Tensor2D, sequences);
    },
    [x],
    dy,
  );
}
