import { expect, test } from 'vitest';
import { corpusFile, modelInfo, runPlan } from '../../../../test/app/samples.ts';
import { NO_SCHEME } from '../../../data/tags/tag-style.ts';
import { addedTypes, furtherNote, furtherProblem, planLine } from './plan.ts';

test('with several seeds, the buttons describe what Train and Train further do', () => {
  expect(furtherNote(1, 7)).toBeUndefined();
  expect(furtherNote(5, 7)).toBe('Train trains 5 times; Train further once, with seed 7.');
});

test('the plan as one line', () => {
  const work = '14,041 sentences, 203,621 tokens; an epoch is 878 steps';
  expect(planLine(runPlan(), undefined)).toEqual({ model: '2,713,409 parameters, 17 tags', work });
  const training = { epoch: 13.2, epochs: 22, seeds: 1 };
  expect(planLine(runPlan(), training).work).toBe(`${work}, about 13 s; 22 epochs about 5 min`);
  expect(planLine(runPlan(), { ...training, seeds: 3 }).work).toBe(
    `${work}, about 13 s; 22 epochs, 3 times, about 15 min`,
  );
  expect(planLine(runPlan(), { ...training, epoch: 0.2 }).work).toBe(
    `${work}, less than a second; 22 epochs about 4 s`,
  );
});

test('a model is trained further on data of its kind, and learns the types that it lacks', () => {
  const train = corpusFile(1, 'a.train', 'train', 8, 65, 1);
  const workspace = {
    files: [train],
    texts: [],
    vectors: undefined,
    model: modelInfo(),
    devSplit: undefined,
    blockers: [],
  };
  const withTypes = (...types: string[]) => ({
    ...train,
    summary: { ...train.summary, types: types.map((type) => ({ type, count: 1 })) },
  });
  const problem = (...files: (typeof train)[]) => furtherProblem({ ...workspace, files });
  const added = (...files: (typeof train)[]) => addedTypes({ ...workspace, files });
  expect(problem(train)).toBeUndefined();
  expect(added(train)).toBeUndefined();
  expect(problem(withTypes('PER', 'RIVER', 'LAKE'))).toBeUndefined();
  expect(added(withTypes('PER', 'RIVER', 'LAKE'))).toMatch(/^Train further adds RIVER, LAKE to the model\./);
  expect(added(train, { ...withTypes('RIVER'), role: 'dev' })).toMatch(/RIVER/);
  expect(added(train, { ...withTypes('RIVER'), role: 'test' })).toBeUndefined();
  expect(added(withTypes('A', 'B', 'C', 'D', 'E', 'F'))).toMatch(/A, B, C, D, E and 1 more/);
  expect(problem({ ...train, style: NO_SCHEME })).toMatch(
    /^The model has entities, a\.train has tags without a scheme/,
  );
  expect(addedTypes({ ...workspace, model: undefined, files: [withTypes('RIVER')] })).toBeUndefined();
});
