import { describe, expect, test } from 'vitest';
import { randomTensor } from '../../../test/helpers/each-device.ts';
import { expectGradient } from '../../../test/helpers/gradcheck.ts';
import { testLinks } from './cases.ts';
import {
  gatedAddGradReference,
  gatedAddReference,
  linkSumsReference,
  linkWeightsGradReference,
  linkWeightsReference,
  tanhGradReference,
  tanhReference,
} from './reference.ts';

/** Three tokens: the first has links to both others, each of those to the first. */
const OFFSETS = [0, 2, 3, 4];
const TARGETS = [1, 2, 0, 0];
const OWN = { offsets: OFFSETS, entries: [0, 1, 2, 3], targets: TARGETS };
const INVERSE = { offsets: [0, 2, 3, 4], entries: [2, 3, 0, 1], targets: [1, 2, 0, 0] };
const [A, D] = [2, 3];
const [q, k] = [randomTensor([3, A], 1, 2).values, randomTensor([3, A], 2, 2).values];
const [v, dy] = [randomTensor([3, D], 3).values, randomTensor([3, D], 4).values];

const total = (values: ArrayLike<number>, weights: ArrayLike<number>) =>
  Array.from(values).reduce((sum, value, i) => sum + value * weights[i]!, 0);

describe('attention reference', () => {
  test('a single link has all the weight; several share it by their products', () => {
    const weights = linkWeightsReference(q, k, OFFSETS, TARGETS, A);
    const score = (j: number) => (q[0]! * k[2 * j]! + q[1]! * k[2 * j + 1]!) / Math.sqrt(2);
    const share = 1 / (1 + Math.exp(score(2) - score(1)));
    expect([...weights]).toEqual([share, 1 - share, 1, 1].map((value) => expect.closeTo(value, 12) as unknown));
    expect([...linkSumsReference(weights, v, OWN, D)].slice(D, 2 * D)).toEqual(Array.from(v.subarray(0, D)));
  });

  const attended = (queries: ArrayLike<number>, keys: ArrayLike<number>, values: ArrayLike<number>) =>
    total(linkSumsReference(linkWeightsReference(queries, keys, OFFSETS, TARGETS, A), values, OWN, D), dy);
  const weights = linkWeightsReference(q, k, OFFSETS, TARGETS, A);
  const dScores = linkWeightsGradReference(dy, v, weights, OWN, { D, scale: 1 / Math.sqrt(A) });

  test('gradients are those of finite differences', () => {
    expectGradient((x) => attended(x, k, v), q, linkSumsReference(dScores, k, OWN, A), 'dq');
    expectGradient((x) => attended(q, x, v), k, linkSumsReference(dScores, q, INVERSE, A), 'dk');
    expectGradient((x) => attended(q, k, x), v, linkSumsReference(weights, dy, INVERSE, D), 'dv');
  });
});

test('tanh reference: gradient by finite differences', () => {
  const gradient = tanhGradReference(dy, tanhReference(v));
  expectGradient((x) => total(tanhReference(x), dy), v, gradient, 'dx');
});

test('gate reference: gradients by finite differences', () => {
  const rows = [2, 0]; // of three
  const [offsets, items] = [
    [0, 1, 1, 2],
    [1, 0],
  ];
  const [a, c] = [randomTensor([2, D], 5, 3).values, randomTensor([2, D], 6).values];
  const added = (gate: ArrayLike<number>, context: ArrayLike<number>) =>
    total(gatedAddReference(v, gate, context, offsets, items, D), dy);
  const { da, dc } = gatedAddGradReference(dy, a, c, rows, D);
  expectGradient((x) => added(x, c), a, da, 'da');
  expectGradient((x) => added(a, x), c, dc, 'dc');
});

testLinks();
