import type { Tensor2D } from '../../tensors/tensors.ts';
import { expect, test } from 'vitest';
import { expectClose } from '../../../test/helpers/allclose.ts';
import { describeEachBackend, randomIntegers, randomTensor, readGradients } from '../../../test/helpers/each-device.ts';
import { linkTensors, randomLinks } from '../../../test/helpers/links.ts';
import { TOLERANCES } from '../../../test/helpers/tolerances.ts';
import { lookupFromIndex } from '../../data/batches/ragged.ts';
import { lookupTensors } from '../shared/ragged-tensors.ts';
import { attend, gatedAdd, tanhOf } from './op.ts';
import {
  gatedAddGradReference,
  gatedAddReference,
  linkSumsReference,
  linkWeightsGradReference,
  linkWeightsReference,
  tanhGradReference,
  tanhReference,
} from './reference.ts';

/** T tokens of one sentence with `words` distinct words. */
const SIZES = [
  { T: 2, words: 1, A: 1, D: 1 },
  { T: 5, words: 2, A: 3, D: 5 },
  { T: 30, words: 1, A: 4, D: 7 }, // more than the maximum number of links
  { T: 67, words: 9, A: 64, D: 13 },
  { T: 200, words: 60, A: 16, D: 130 },
];

export function testLinks(): void {
  describeEachBackend('links', () => {
    test.each(SIZES)('attention and its gradients match the reference: %o', async (size) => {
      const { links, q, k, v, dy, A, D } = dataOf(size);
      const { y, gradients } = await attended(size);
      const weights = linkWeightsReference(q.values, k.values, links.own.offsets, links.own.targets, A);
      expectClose(y, linkSumsReference(weights, v.values, links.own, D), TOLERANCES.forward, 'y');
      const scale = 1 / Math.sqrt(A);
      const dScores = linkWeightsGradReference(dy.values, v.values, weights, links.own, { D, scale });
      const expected = [
        linkSumsReference(dScores, k.values, links.own, A),
        linkSumsReference(dScores, q.values, links.inverse, A),
        linkSumsReference(weights, dy.values, links.inverse, D),
      ];
      expected.forEach((gradient, i) => expectClose(gradients[i]!, gradient, TOLERANCES.gradient, 'qkv'[i]!));
    });

    test('scores of hundreds overflow nothing', async () => {
      const { links, v, A, D } = dataOf(SIZES[2]!);
      const large = randomTensor([links.rows.index.length, A], 9, 60);
      const { y } = await readGradients(
        () => {
          const tensors = linkTensors(links);
          return (q, k, x) => attend(q as Tensor2D, k as Tensor2D, x as Tensor2D, tensors);
        },
        [large, large, v],
        v,
      );
      const weights = linkWeightsReference(large.values, large.values, links.own.offsets, links.own.targets, A);
      expectClose(y, linkSumsReference(weights, v.values, links.own, D), { rtol: 1e-3, atol: 1e-4 }, 'y');
    });

    test.each([1, 3, 4, 13, 130])('tanh and its gradient match the reference: %i columns', async (columns) => {
      const [x, dy] = [randomTensor([7, columns], 1, 12), randomTensor([7, columns], 2)];
      const { y, gradients } = await readGradients(() => (input) => tanhOf(input as Tensor2D), [x], dy);
      expectClose(y, tanhReference(x.values), TOLERANCES.forward, 'y');
      expectClose(gradients[0]!, tanhGradReference(dy.values, tanhReference(x.values)), TOLERANCES.gradient, 'dx');
    });

    test.each([
      { N: 1, D: 1, rows: [0] },
      { N: 5, D: 3, rows: [4, 1] },
      { N: 67, D: 130, rows: [...randomIntegers(67, 5, 1)].map((_, i) => 66 - i) },
    ])('a gate adds to some rows, and its gradients match the reference: $N rows of $D', async ({ N, D, rows }) => {
      const lookup = lookupFromIndex(Int32Array.from(rows), N);
      const [h, dy] = [randomTensor([N, D], 1), randomTensor([N, D], 2)];
      const [a, c] = [randomTensor([rows.length, D], 3, 6), randomTensor([rows.length, D], 4)];
      const { y, gradients } = await readGradients(
        () => {
          const tensors = lookupTensors(lookup);
          return (states, gate, context) =>
            gatedAdd(states as Tensor2D, gate as Tensor2D, context as Tensor2D, tensors);
        },
        [h, a, c],
        dy,
      );
      const expected = gatedAddReference(h.values, a.values, c.values, lookup.offsets, lookup.items, D);
      expectClose(y, expected, TOLERANCES.forward, 'y');
      const { da, dc } = gatedAddGradReference(dy.values, a.values, c.values, lookup.index, D);
      expectClose(gradients[0]!, dy.values, TOLERANCES.exact, 'dh');
      expectClose(gradients[1]!, da, TOLERANCES.gradient, 'da');
      expectClose(gradients[2]!, dc, TOLERANCES.gradient, 'dc');
    });

    test('the same inputs give the same bits', async () => {
      expect(await attended(SIZES[4]!)).toEqual(await attended(SIZES[4]!));
    });
  });
}

function dataOf({ A, D, ...size }: (typeof SIZES)[number]) {
  const links = randomLinks(size);
  const M = links.rows.index.length;
  const [q, k, v] = [randomTensor([M, A], 1, 2), randomTensor([M, A], 2, 2), randomTensor([M, D], 3)];
  return { links, q, k, v, dy: randomTensor([M, D], 4), A, D };
}

function attended(size: (typeof SIZES)[number]) {
  const { links, q, k, v, dy } = dataOf(size);
  return readGradients(
    () => {
      const tensors = linkTensors(links);
      return (queries, keys, values) => attend(queries as Tensor2D, keys as Tensor2D, values as Tensor2D, tensors);
    },
    [q, k, v],
    dy,
  );
}
