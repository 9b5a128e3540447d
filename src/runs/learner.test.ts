import { expect, test } from 'vitest';
import { annotatedSentence, Learner, type LearntModel } from './learner.ts';

const sentences = (count: number) => Array.from({ length: count }, () => annotatedSentence(['Ada', 'left'], []));

test('training from scratch pays off once there is a third more data than at the last time', () => {
  const learner = new Learner();
  learner.restore({ model: {} as LearntModel, scratchSentences: 100 });
  expect(learner.isAnewWorth({ train: sentences(129) })).toBe(false);
  expect(learner.isAnewWorth({ train: sentences(130) })).toBe(true);
});
