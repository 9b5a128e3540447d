import { beforeAll, expect, test } from 'vitest';
import { BIO_CORPUS, tinyRun, useReferences } from '../../../test/helpers/tiny-run.ts';
import { evaluateCorpus } from '../../model/evaluate.ts';
import { STRESS_TESTS } from '../../eval/stress/registry.ts';
import { stressTests } from './stress-tests.ts';

beforeAll(useReferences);

test('scores of the file as it is, and under each stress test, with their difference', async () => {
  const { model } = tinyRun();
  const { sentences, style } = BIO_CORPUS;
  const steps: number[] = [];
  const { score, tests } = await stressTests(model, sentences, {
    style,
    train: sentences.slice(0, 1),
    seen: sentences.slice(0, 1),
    onProgress: (done) => steps.push(done),
  });
  expect(score).toEqual((await evaluateCorpus(model, sentences)).scores.overall);
  // There are no lists.
  expect(tests.map(({ id }) => id)).toEqual(STRESS_TESTS.flatMap(({ id }) => (id === 'listed' ? [] : [id])));
  for (const { score: own, difference, interval } of tests) {
    expect(difference).toBeCloseTo(own.f1 - score.f1, 12);
    expect(interval[0]).toBeLessThanOrEqual(interval[1]);
  }
  const unseen = tests.find(({ id }) => id === 'unseen')!;
  expect(unseen.score.support).toBe(1); // Mio; Ada Vale and Norrby are in the training sentence
  const lower = tests.find(({ id }) => id === 'lowercase')!;
  const lowered = sentences.map((one) => ({ ...one, tokens: one.tokens.map((token) => token.toLowerCase()) }));
  expect(lower.score).toEqual((await evaluateCorpus(model, lowered)).scores.overall);
  expect(steps).toEqual([0, 1, 2, 3, 4, 5, 6]);

  const without = await stressTests(model, sentences, { style, train: sentences }); // of another model
  expect(without.tests.map(({ id }) => id)).toEqual(['lowercase', 'capitals', 'typos', 'exchanged']);
});
