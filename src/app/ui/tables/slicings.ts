import type { Slicing } from '../../../eval/slices.ts';

export const SLICING_NAMES: Record<Slicing, string> = {
  seen: 'Seen and unseen',
  entityLength: 'Entity length',
  sentenceLength: 'Sentence length',
};
