import { describe, expect, test } from 'vitest';
import { expectClose } from '../../../test/helpers/allclose.ts';
import { layoutOf } from '../../../test/helpers/each-device.ts';
import { expectGradient } from '../../../test/helpers/gradcheck.ts';
import { allPaths, logSum, randomScores } from '../../../test/helpers/crf-paths.ts';
import { TOLERANCES } from '../../../test/helpers/tolerances.ts';
import { raggedRows } from '../../data/batches/ragged.ts';
import { testDistillation } from './cases.ts';
import { distilledCrfLossReference } from './reference.ts';
import { pathScoreReference, type CrfScores } from '../reference.ts';

/** log p of every path through sentence b. */
function logProbabilities(scores: CrfScores, paths: number[][], layout: ReturnType<typeof layoutOf>, b: number) {
  const found = paths.map((path) => pathScoreReference(scores, path, layout, b));
  const logZ = logSum(found);
  return found.map((score) => score - logZ);
}

const SIZES = [1, 3, 4].flatMap((K) =>
  [[1], [4], [4, 3, 1, 1]].flatMap((lengths) => [1, 3].map((teachers) => ({ K, lengths, teachers }))),
);

describe('distilled CRF loss, reference', () => {
  test.each(SIZES)('is the cross-entropy of all paths: K $K, lengths $lengths, $teachers teachers', (size) => {
    const layout = layoutOf(size.lengths);
    const N = raggedRows(layout);
    const student = randomScores(N, size.K, 10);
    const teachers = Array.from({ length: size.teachers }, (_, i) => randomScores(N, size.K, 20 + 10 * i));
    const { loss } = distilledCrfLossReference(student, teachers, layout);
    const enumerated = size.lengths.reduce((total, T, b) => {
      const paths = allPaths(size.K, T);
      const own = logProbabilities(student, paths, layout, b);
      const taught = teachers.map((teacher) => logProbabilities(teacher, paths, layout, b));
      const average = (i: number) => taught.reduce((sum, one) => sum + Math.exp(one[i]!), 0) / teachers.length;
      return total - own.reduce((sum, logP, i) => sum + average(i) * logP, 0);
    }, 0);
    expectClose([loss], [enumerated], TOLERANCES.float64, 'loss');
  });

  test.each(SIZES)('gradients match finite differences: K $K, lengths $lengths, $teachers teachers', (size) => {
    const layout = layoutOf(size.lengths);
    const N = raggedRows(layout);
    const student = randomScores(N, size.K, 10);
    const teachers = Array.from({ length: size.teachers }, (_, i) => randomScores(N, size.K, 20 + 10 * i));
    const loss = (replaced: Partial<CrfScores>) =>
      distilledCrfLossReference({ ...student, ...replaced }, teachers, layout).loss;
    const found = distilledCrfLossReference(student, teachers, layout);
    expectGradient((emissions) => loss({ emissions }), student.emissions, found.dEmissions, 'dEmissions');
    expectGradient((transitions) => loss({ transitions }), student.transitions, found.dTransitions, 'dTransitions');
    expectGradient((start) => loss({ start }), student.start, found.dStart, 'dStart');
    expectGradient((end) => loss({ end }), student.end, found.dEnd, 'dEnd');
  });

  test('a student that equals its teacher has no gradient', () => {
    const scores = randomScores(5, 3, 10);
    const { dEmissions, dTransitions } = distilledCrfLossReference(scores, [scores], layoutOf([5]));
    expect(Math.max(...dEmissions.map(Math.abs), ...dTransitions.map(Math.abs))).toBe(0);
  });
});

testDistillation();
