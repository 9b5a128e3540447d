import { eachToken, type StressTest } from './change.ts';

export const lowerCase: StressTest = {
  id: 'lowercase',
  label: 'all lower case',
  about: 'Every word in lower case, as in chats and search queries.',
  augmentation: 'lowercase',
  change: (sentences) => ({ sentences: eachToken(sentences, (token) => token.toLowerCase()) }),
};
