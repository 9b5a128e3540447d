import type { StressTest } from './change.ts';

export const unseenNames: StressTest = {
  id: 'unseen',
  label: 'unseen names only',
  about: 'Only entities that the training data do not have, with these words, are counted.',
  augmentation: 'mentions',
  change: (sentences, { seen }) => seen && { sentences, counts: (words) => seen.classOf(words) !== 'seen' },
};
