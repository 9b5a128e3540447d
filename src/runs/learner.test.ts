import { expect, test } from 'vitest';
import { annotatedSentence, Learner, partlyAnnotatedSentence, settingsFor, type LearnerModel } from './learner.ts';

const sentences = (count: number) => Array.from({ length: count }, () => annotatedSentence(['Ada', 'left'], []));

test('training from scratch is worthwhile once there is a third more data than at the last one', () => {
  const learner = new Learner();
  learner.restore({ model: {} as LearnerModel, scratchSentences: 100 });
  expect(learner.shouldTrainFromScratch({ train: sentences(129) })).toBe(false);
  expect(learner.shouldTrainFromScratch({ train: sentences(130) })).toBe(true);
});

test('a ratio of entities is preferred only where hardly a sentence is annotated completely', () => {
  const partly = partlyAnnotatedSentence(['Ada', 'left'], [{ start: 0, end: 1, type: 'PER' }], []);
  const weight = (whole: number) => settingsFor({ train: [...sentences(whole), partly] }).entityRatioWeight ?? 0;
  expect([0, 19].map(weight)).toEqual([10, 10]);
  expect([20, 500].map(weight)).toEqual([0, 0]);
});
