import { expect, test } from 'vitest';
import { annotatedSentence, Learner, type LearnerModel } from './learner.ts';

const sentences = (count: number) => Array.from({ length: count }, () => annotatedSentence(['Ada', 'left'], []));

test('training from scratch is worthwhile once there is a third more data than at the last one', () => {
  const learner = new Learner();
  learner.restore({ model: {} as LearnerModel, scratchSentences: 100 });
  expect(learner.shouldTrainFromScratch({ train: sentences(129) })).toBe(false);
  expect(learner.shouldTrainFromScratch({ train: sentences(130) })).toBe(true);
});
