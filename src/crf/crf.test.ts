import { describe, expect, test } from 'vitest';
import { expectClose } from '../../test/helpers/allclose.ts';
import { expectGradient } from '../../test/helpers/gradcheck.ts';
import { TOLERANCES } from '../../test/helpers/tolerances.ts';
import { raggedRows } from '../data/batches/ragged.ts';
import { layoutOf, randomIntegers, randomTensor } from '../../test/helpers/each-device.ts';
import { testCrf } from './cases.ts';
import { crfLossReference, pathScoreReference, type CrfScores } from './reference.ts';

/** Random scores; `penalties` adds −1e4 to some transitions, starts and ends. */
function randomScores(N: number, K: number, penalties: boolean): CrfScores {
  const [emissions, transitions, start, end] = [[N, K], [K, K], [K], [K]].map((shape, i) =>
    Float64Array.from(randomTensor(shape, 10 + i, 2).values),
  );
  if (penalties) {
    transitions!.forEach((score, i) => (transitions![i] = i % 3 === 1 ? score - 1e4 : score));
    start![0]! -= 1e4;
    end![K - 1]! -= 1e4;
  }
  return { emissions: emissions!, transitions: transitions!, start: start!, end: end! };
}

/** All K^T sequences of T tags. */
function allPaths(K: number, T: number): number[][] {
  if (T === 0) return [[]];
  return allPaths(K, T - 1).flatMap((path) => Array.from({ length: K }, (_, k) => [...path, k]));
}

const SIZES = [1, 2, 3, 4].flatMap((K) => [[1], [5], [4, 3, 1, 1]].map((lengths) => ({ K, lengths })));

describe('CRF loss reference', () => {
  describe.each([false, true])('penalties: %s', (penalties) => {
    test.each(SIZES)('equals the enumeration of all paths: K $K, lengths $lengths', ({ K, lengths }) => {
      const layout = layoutOf(lengths);
      const N = raggedRows(layout);
      const scores = randomScores(N, K, penalties);
      const tags = randomIntegers(N, 1, K);
      const { losses } = crfLossReference(scores, tags, layout);
      const enumerated = lengths.map((T, b) => {
        const gold = Array.from({ length: T }, (_, t) => tags[layout.stepOffsets[t]! + b]!);
        const goldScore = pathScoreReference(scores, gold, layout, b);
        // Sum relative to the best path: paths far below the gold one vanish, and none exceeds it by more than a few penalties.
        const others = allPaths(K, T).map((path) => pathScoreReference(scores, path, layout, b));
        const best = Math.max(...others);
        return best + Math.log(others.reduce((sum, score) => sum + Math.exp(score - best), 0)) - goldScore;
      });
      // Scores of 1e4 limit the precision of each loss to 1e-12.
      expectClose(losses, enumerated, { ...TOLERANCES.float64, atol: 1e-10 }, 'losses');
    });
  });

  test.each(SIZES)('gradients match finite differences: K $K, lengths $lengths', ({ K, lengths }) => {
    const layout = layoutOf(lengths);
    const N = raggedRows(layout);
    const scores = randomScores(N, K, false);
    const tags = randomIntegers(N, 1, K);
    const loss = (replaced: Partial<CrfScores>) =>
      crfLossReference({ ...scores, ...replaced }, tags, layout).losses.reduce((sum, x) => sum + x, 0);
    const { dEmissions, dTransitions, dStart, dEnd } = crfLossReference(scores, tags, layout);
    expectGradient((emissions) => loss({ emissions }), scores.emissions, dEmissions, 'dEmissions');
    expectGradient((transitions) => loss({ transitions }), scores.transitions, dTransitions, 'dTransitions');
    expectGradient((start) => loss({ start }), scores.start, dStart, 'dStart');
    expectGradient((end) => loss({ end }), scores.end, dEnd, 'dEnd');
  });

  test('without transitions, start and end it is the cross-entropy of a softmax', () => {
    const [K, lengths] = [4, [3, 1]];
    const layout = layoutOf(lengths);
    const { emissions } = randomScores(4, K, false);
    const zeros = { transitions: new Float64Array(K * K), start: new Float64Array(K), end: new Float64Array(K) };
    const tags = [2, 0, 1, 3];
    const { losses } = crfLossReference({ emissions, ...zeros }, tags, layout);
    const crossEntropy = tags.reduce((sum, tag, n) => {
      const row = Array.from({ length: K }, (_, k) => Math.exp(emissions[n * K + k]!));
      return sum - Math.log(row[tag]! / row.reduce((a, b) => a + b));
    }, 0);
    expect(losses[0]! + losses[1]!).toBeCloseTo(crossEntropy, 10);
  });
});

testCrf();
