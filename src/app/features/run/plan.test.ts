import { expect, test } from 'vitest';
import { corpusFile, modelInfo, runPlan } from '../../../../test/app/samples.ts';
import { NO_SCHEME } from '../../../data/tags/tag-style.ts';
import { DEFAULT_RECIPE } from '../../stores/recipe-address.ts';
import { addedTypes, furtherNote, furtherProblem, planLine, unlikeFiles } from './plan.ts';

test('with several seeds, the buttons describe what Train and Train further do', () => {
  const recipe = { ...DEFAULT_RECIPE, config: { ...DEFAULT_RECIPE.config, seed: 7 } };
  expect(furtherNote(recipe)).toBeUndefined();
  expect(furtherNote({ ...recipe, seeds: 5 })).toBe('Train trains 5 times; Train further once, with seed 7.');
  expect(furtherNote({ ...recipe, unlabelled: true })).toBe(
    'Train also learns from text without labels; Train further does not.',
  );
});

test('the plan as one line', () => {
  const work = '14,041 sentences, 203,621 tokens; an epoch is 878 steps';
  expect(planLine(runPlan(), undefined)).toEqual({ model: '2,713,409 parameters, 17 tags', work });
  const training = { epoch: 13.2, epochs: 22, times: 1 };
  expect(planLine(runPlan(), training).work).toBe(`${work}, about 13 s; 22 epochs about 5 min`);
  expect(planLine(runPlan(), { ...training, times: 3 }).work).toBe(
    `${work}, about 13 s; 22 epochs, 3 times, about 15 min`,
  );
  expect(planLine(runPlan(), { ...training, times: 5.4, unlabelled: true }).work).toBe(
    `${work}, about 13 s; 22 epochs, with the text without labels, about 26 min`,
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

test('training files without a common type, until their cards say which types they annotate', () => {
  const file = (name: string, ...types: string[]) => {
    const found = corpusFile(0, name, 'train', 8, 65, 1);
    return { ...found, summary: { ...found.summary, types: types.map((type) => ({ type, count: 1 })) } };
  };
  const [people, places, both] = [file('people.train', 'PER'), file('places.train', 'LOC'), file('c', 'LOC', 'PER')];
  const told = { ...people, reading: { ...people.reading, settings: { types: ['PER'] } } };
  expect(unlikeFiles({ files: [people] })).toBeUndefined();
  expect(unlikeFiles({ files: [people, both] })).toBeUndefined();
  expect(unlikeFiles({ files: [people, file('empty.train')] })).toBeUndefined();
  expect(unlikeFiles({ files: [people, places] })).toMatch(/^people\.train, places\.train have no type in common/);
  expect(unlikeFiles({ files: [told, places] })).toMatch(/^places\.train has no type in common/);
  expect(unlikeFiles({ files: [told, { ...places, role: 'test' }] })).toBeUndefined();
});
