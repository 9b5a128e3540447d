import { tidy, type Tensor2D } from '../../tensors/tensors.ts';
import { expect, test } from 'vitest';
import { expectClose } from '../../../test/helpers/allclose.ts';
import { describeEachBackend, randomTensor, tensorOf } from '../../../test/helpers/each-device.ts';
import { integerTensor, linkTensors, randomLinks } from '../../../test/helpers/links.ts';
import { TOLERANCES } from '../../../test/helpers/tolerances.ts';
import { consistentScores } from './op.ts';
import { consistentScoresReference, typeSharesReference } from './reference.ts';

/** T tokens of one sentence with `words` distinct words; K tags of Y types. */
const SIZES = [
  { T: 2, words: 1, K: 1, Y: 1 },
  { T: 5, words: 2, K: 3, Y: 2 },
  { T: 30, words: 1, K: 9, Y: 3 }, // more than the maximum number of links
  { T: 67, words: 9, K: 17, Y: 5 },
  { T: 200, words: 60, K: 73, Y: 19 },
];

/** The op on every backend of this environment against the reference. */
export function testConsistency(): void {
  describeEachBackend('consistency', () => {
    test.each(SIZES)('scores match the reference: %o', async (size) => {
      const data = dataOf(size);
      expectClose(await scored(data, 2.5), expected(data, 2.5), TOLERANCES.forward, 'y');
    });

    test('scores of hundreds overflow nothing', async () => {
      const data = dataOf(SIZES[3]!, 300);
      expectClose(await scored(data, 2.5), expected(data, 2.5), TOLERANCES.forward, 'y');
    });

    test('without weight nothing changes', async () => {
      const data = dataOf(SIZES[3]!);
      expect(await scored(data, 0)).toEqual(data.x.values);
    });

    test('the same inputs give the same bits', async () => {
      const data = dataOf(SIZES[4]!);
      expect(await scored(data, 1)).toEqual(await scored(data, 1));
    });
  });
}

function dataOf({ K, Y, ...size }: (typeof SIZES)[number], scale = 3) {
  const types = Int32Array.from({ length: K }, (_, k) => k % Y);
  return { x: randomTensor([size.T, K], 1, scale), types, Y, links: randomLinks(size) };
}

type Data = ReturnType<typeof dataOf>;

function expected({ x, types, Y, links: { rows, own } }: Data, weight: number): Float64Array {
  const p = typeSharesReference(x.values, rows.index, types, Y);
  return consistentScoresReference(x.values, p, types, { rows: rows.index, ...own }, weight);
}

async function scored({ x, types, Y, links }: Data, weight: number) {
  const y = tidy(() => {
    const tagTypes = { types: integerTensor(types), count: Y };
    return consistentScores(tensorOf(x) as Tensor2D, tagTypes, linkTensors(links), weight);
  });
  const values = await y.data();
  y.dispose();
  return values;
}
