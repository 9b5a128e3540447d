import fc from 'fast-check';
import { expect, test } from 'vitest';
import { allPaths, logSum } from '../../test/helpers/crf-paths.ts';
import { scoredSentence } from '../lessons/small-crf.ts';
import { accountOf } from './account.ts';
import { isForbidden, learnedScore, withEmission, withLegality, withStep } from './edits.ts';
import { stepValue, type ScoredSentence, type Step } from './sentence.ts';
import { trellisOf } from './trellis.ts';

const PARTS = ['transitions', 'start', 'end'] as const;
const TAGS = ['O', 'B-LOC', 'I-LOC'];
const score = fc.integer({ min: -40, max: 40 }).map((tenths) => tenths / 10);
const row = fc.tuple(score, score, score);
const sentences = fc
  .tuple(fc.array(row, { minLength: 1, maxLength: 4 }), fc.tuple(row, row, row), row, row)
  .map(([emissions, transitions, start, end]) =>
    scoredSentence({ tokens: emissions.map((_, t) => `w${t}`), tags: TAGS, emissions, transitions, start, end }),
  );
const tag = fc.nat({ max: 2 });
const steps = fc.oneof(
  fc.record({ from: tag, to: tag }),
  fc.record({ from: fc.constant(undefined), to: tag }),
  fc.record({ from: tag, to: fc.constant(undefined) }),
);

/** Scores of all paths, summed term by term; −∞ for a forbidden one. */
function allScores(sentence: ScoredSentence): number[] {
  const { emissions, tokens } = sentence;
  return allPaths(3, tokens.length).map((path) => {
    const all: Step[] = Array.from({ length: path.length + 1 }, (_, t) => ({ from: path[t - 1], to: path[t] }));
    if (all.some((step) => isForbidden(sentence, step))) return -Infinity;
    const transitions = all.reduce((sum, step) => sum + stepValue(sentence.scores, step), 0);
    return path.reduce((sum, k, t) => sum + emissions[3 * t + k]!, transitions);
  });
}

/** Holds the trellis of a sentence to the enumeration of its paths. */
function expectBruteForce(sentence: ScoredSentence): void {
  const scores = allScores(sentence);
  const trellis = trellisOf(sentence);
  expect(trellis.score).toBeCloseTo(Math.max(...scores), 4);
  expect(trellis.lattice.logPartition).toBeCloseTo(logSum(scores), 4);
}

test('an edited emission moves the paths through its cell by the change, and no other', () => {
  fc.assert(
    fc.property(sentences, fc.nat(), score, (sentence, place, value) => {
      const cell = place % sentence.emissions.length;
      const edited = withEmission(sentence, cell, value);
      expectBruteForce(edited);
      const change = edited.emissions[cell]! - sentence.emissions[cell]!;
      const before = allScores(sentence);
      const paths = allPaths(3, sentence.tokens.length);
      const expected = before.map((one, i) => one + (paths[i]![Math.floor(cell / 3)] === cell % 3 ? change : 0));
      const differences = allScores(edited).map((after, i) => (after === expected[i] ? 0 : after - expected[i]!));
      expect(Math.max(...differences.map(Math.abs))).toBeLessThan(1e-4);
    }),
    { numRuns: 60 },
  );
});

test('an edited step keeps its legality, and every other step its score', () => {
  fc.assert(
    fc.property(sentences, steps, score, (sentence, step, value) => {
      const edited = withStep(sentence, step, value);
      expect(learnedScore(edited, step)).toBeCloseTo(value, 2); // a penalty takes digits of a float32
      expect(isForbidden(edited, step)).toBe(isForbidden(sentence, step));
      const changed = PARTS.flatMap((part) =>
        [...edited.scores[part]].filter((after, i) => after !== sentence.scores[part][i]),
      );
      expect(changed.length).toBeLessThan(2);
      expectBruteForce(edited);
    }),
    { numRuns: 60 },
  );
});

test('an allowed step opens the paths through it; forbidden again, it closes them', () => {
  fc.assert(
    fc.property(sentences, steps, (sentence, step) => {
      const allowed = withLegality(sentence, step, true);
      expect(isForbidden(allowed, step)).toBe(false);
      expectBruteForce(allowed);
      const closed = withLegality(allowed, step, false);
      expect(isForbidden(closed, step)).toBe(true);
      fc.pre(allScores(closed).some((one) => one > -Infinity));
      expectBruteForce(closed);
    }),
    { numRuns: 60 },
  );
});

test('the path of an account follows an allowed step', () => {
  const sentence = scoredSentence({
    tokens: ['New', 'York'],
    tags: TAGS,
    emissions: [
      [0, 0, 3],
      [0, 0, 3],
    ],
    transitions: [
      [0, 0, 0],
      [0, 0, 0],
      [0, 0, 0],
    ],
  });
  expect(accountOf(trellisOf(sentence), [2, 2]).probability).toBe(0);
  const allowed = withLegality(sentence, { from: undefined, to: 2 }, true);
  expect([...trellisOf(allowed).path]).toEqual([2, 2]);
  expect(accountOf(trellisOf(allowed), [2, 2]).score).toBeCloseTo(6, 2);
  expect([...trellisOf(sentence).path]).toEqual([1, 2]); // the original is as it was
});
