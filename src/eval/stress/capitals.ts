import { eachToken, type StressTest } from './change.ts';

export const capitals: StressTest = {
  id: 'capitals',
  label: 'all capitals',
  about: 'Every word in capitals, as in headlines and forms.',
  augmentation: 'capitals',
  change: (sentences) => ({ sentences: eachToken(sentences, (token) => token.toUpperCase()) }),
};
