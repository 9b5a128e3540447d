import { describe, expect, test } from 'vitest';
import { expectClose } from '../../test/helpers/allclose.ts';
import { expectGradient } from '../../test/helpers/gradcheck.ts';
import { addPenalties, allPaths, logSum, randomScores } from '../../test/helpers/crf-paths.ts';
import { TOLERANCES } from '../../test/helpers/tolerances.ts';
import { raggedRows } from '../data/batches/ragged.ts';
import { layoutOf, randomIntegers } from '../../test/helpers/each-device.ts';
import { testCrf } from './cases.ts';
import { crfLossReference, pathScoreReference, type CrfScores } from './reference.ts';

/** Random scores; `penalties` adds −1e4 to some transitions, starts and ends. */
function scoresWith(penalties: boolean, N: number, K: number): CrfScores {
  const scores = randomScores(N, K);
  if (penalties) addPenalties(scores);
  return scores;
}

const SIZES = [1, 2, 3, 4].flatMap((K) => [[1], [5], [4, 3, 1, 1]].map((lengths) => ({ K, lengths })));

describe('CRF loss reference', () => {
  describe.each([false, true])('penalties: %s', (penalties) => {
    test.each(SIZES)('equals the enumeration of all paths: K $K, lengths $lengths', ({ K, lengths }) => {
      const layout = layoutOf(lengths);
      const N = raggedRows(layout);
      const scores = scoresWith(penalties, N, K);
      const tags = randomIntegers(N, 1, K);
      const { losses } = crfLossReference(scores, tags, layout);
      const enumerated = lengths.map((T, b) => {
        const gold = Array.from({ length: T }, (_, t) => tags[layout.stepOffsets[t]! + b]!);
        const goldScore = pathScoreReference(scores, gold, layout, b);
        // Sum relative to the best path: paths far below the gold one vanish, and none exceeds it by more than a few penalties.
        const others = allPaths(K, T).map((path) => pathScoreReference(scores, path, layout, b));
        return logSum(others) - goldScore;
      });
      // Scores of 1e4 limit the precision of each loss to 1e-12.
      expectClose(losses, enumerated, { ...TOLERANCES.float64, atol: 1e-10 }, 'losses');
    });
  });

  test.each(SIZES)('gradients match finite differences: K $K, lengths $lengths', ({ K, lengths }) => {
    const layout = layoutOf(lengths);
    const N = raggedRows(layout);
    const scores = randomScores(N, K);
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
    const { emissions } = randomScores(4, K);
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
