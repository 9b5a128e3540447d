import { describe, expect, test } from 'vitest';
import { expectClose } from '../../../test/helpers/allclose.ts';
import { layoutOf, randomIntegers } from '../../../test/helpers/each-device.ts';
import { expectGradient } from '../../../test/helpers/gradcheck.ts';
import { allPaths, logSum, randomScores } from '../../../test/helpers/crf-paths.ts';
import { TOLERANCES } from '../../../test/helpers/tolerances.ts';
import { raggedRow, raggedRows, type Ragged } from '../../data/batches/ragged.ts';
import { ILLEGAL_SCORE } from '../constraints.ts';
import { pathScoreReference, type CrfScores } from '../reference.ts';
import { testPartialLabels } from './cases.ts';
import { BONUS, entityPriorReference, partialCrfLossReference, type PartialLossResult } from './reference.ts';

/** A path, and two of three other tags excluded at random. */
function annotation(N: number, K: number) {
  const path = randomIntegers(N, 1, K);
  const draws = randomIntegers(N * K, 2, 3);
  const isAllowed = (n: number, k: number) => path[n] === k || draws[n * K + k] === 0;
  const excluded = Float64Array.from({ length: N * K }, (_, i) =>
    isAllowed(Math.floor(i / K), i % K) ? 0 : ILLEGAL_SCORE,
  );
  return { path, isAllowed, excluded };
}

const SIZES = [1, 2, 4].flatMap((K) => [[1], [5], [4, 3, 1, 1]].map((lengths) => ({ K, lengths })));

describe('the loss of partial labels, reference', () => {
  test.each(SIZES)('is -log p of the allowed paths, enumerated: K $K, lengths $lengths', ({ K, lengths }) => {
    const layout = layoutOf(lengths);
    const scores = randomScores(raggedRows(layout), K);
    const { path, isAllowed, excluded } = annotation(raggedRows(layout), K);
    const enumerated = lengths.reduce((total, T, b) => {
      const paths = allPaths(K, T);
      const scored = (some: number[][]) => logSum(some.map((one) => pathScoreReference(scores, one, layout, b)));
      const allowed = paths.filter((one) => one.every((k, t) => isAllowed(raggedRow(layout, b, t), k)));
      return total + scored(paths) - scored(allowed);
    }, 0);
    const { loss } = partialCrfLossReference(scores, excluded, path, layout);
    expectClose([loss], [enumerated], { ...TOLERANCES.float64, atol: 1e-10 }, 'loss');
  });

  test.each(SIZES)('gradients match finite differences: K $K, lengths $lengths', ({ K, lengths }) => {
    const layout = layoutOf(lengths);
    const scores = randomScores(raggedRows(layout), K);
    const { path, excluded } = annotation(raggedRows(layout), K);
    expectGradients(scores, (changed) => partialCrfLossReference(changed, excluded, path, layout));
  });

  test('any allowed path gives the same loss', () => {
    const layout = layoutOf([6, 2]);
    const scores = randomScores(8, 4);
    const excluded = new Float64Array(8 * 4).map((_, i) => (i % 4 === 3 ? ILLEGAL_SCORE : 0));
    const lossOf = (seed: number) => partialCrfLossReference(scores, excluded, randomIntegers(8, seed, 3), layout).loss;
    expect(lossOf(1)).toBeCloseTo(lossOf(2), 10);
  });
});

function expectGradients(scores: CrfScores, of: (scores: CrfScores) => PartialLossResult): void {
  const { dEmissions, dTransitions, dStart, dEnd } = of(scores);
  const loss = (replaced: Partial<CrfScores>) => of({ ...scores, ...replaced }).loss;
  expectGradient((emissions) => loss({ emissions }), scores.emissions, dEmissions, 'dEmissions');
  expectGradient((transitions) => loss({ transitions }), scores.transitions, dTransitions, 'dTransitions');
  expectGradient((start) => loss({ start }), scores.start, dStart, 'dStart');
  expectGradient((end) => loss({ end }), scores.end, dEnd, 'dEnd');
}

/** The share of tokens that are not outside, under a bonus for each of these, by enumeration. */
function expectedShare(scores: CrfScores, layout: Ragged, outside: number, bonus: number): number {
  const K = scores.start.length;
  let count = 0;
  layout.lengths.forEach((T, b) => {
    const paths = allPaths(K, T).map((path) => {
      const entities = path.filter((k) => k !== outside).length;
      return { entities, score: pathScoreReference(scores, path, layout, b) + bonus * entities };
    });
    const logZ = logSum(paths.map(({ score }) => score));
    for (const { entities, score } of paths) count += entities * Math.exp(score - logZ);
  });
  return count / raggedRows(layout);
}

describe('the entity prior, reference', () => {
  const layout = layoutOf([4, 2]);
  const scores = randomScores(6, 3);

  test('compares the expected share, averaged over small bonuses, with the ratio', () => {
    // The midpoint rule over [-BONUS, BONUS].
    const steps = Array.from({ length: 200 }, (_, i) => BONUS * ((2 * i + 1) / 200 - 1));
    const share = steps.reduce((sum, bonus) => sum + expectedShare(scores, layout, 1, bonus), 0) / steps.length;
    expect(Math.abs(share - expectedShare(scores, layout, 1, 0))).toBeLessThan(0.005);
    const lossFor = (ratio: number) =>
      entityPriorReference(scores, 1, { ratio, margin: 0.05, weight: 10 }, layout).loss;
    expect(lossFor(share - 0.25)).toBeCloseTo(10 * 0.2, 4);
    expect(lossFor(share + 0.15)).toBeCloseTo(10 * 0.1, 4);
    expect(lossFor(share + 0.04)).toBe(0);
  });

  test.each([0.1, 0.98])('gradients match finite differences: ratio %s', (ratio) => {
    expectGradients(scores, (changed) => entityPriorReference(changed, 1, { ratio, margin: 0.01, weight: 10 }, layout));
  });
});

testPartialLabels();
