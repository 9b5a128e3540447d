import { expect, test } from 'vitest';
import { runPlan } from '../../../../test/app/samples.ts';
import { furtherNote, planLine } from './plan.ts';

test('with several seeds, the buttons describe what Train and Train further do', () => {
  expect(furtherNote(1, 7)).toBeUndefined();
  expect(furtherNote(5, 7)).toBe('Train trains 5 times; Train further once, with seed 7.');
});

test('the plan as one line', () => {
  const line = '2,713,409 parameters, 17 tags; 14,041 sentences, 203,621 tokens; an epoch is 878 steps';
  expect(planLine(runPlan(), undefined)).toBe(line);
  const training = { epoch: 13.2, epochs: 22, seeds: 1 };
  expect(planLine(runPlan(), training)).toBe(`${line}, about 13 s; 22 epochs about 5 min`);
  expect(planLine(runPlan(), { ...training, seeds: 3 })).toBe(`${line}, about 13 s; 22 epochs, 3 times, about 15 min`);
  expect(planLine(runPlan(), { ...training, epoch: 0.2 })).toBe(`${line}, less than a second; 22 epochs about 4 s`);
});
