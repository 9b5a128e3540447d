import { formatCounted } from '../../look/format.ts';
import type { SliceScores } from '../../../eval/score-slices.ts';
import { SLICINGS, type Slicing } from '../../../eval/slices.ts';
import type { TrainedOn } from '../../../workers/wire/payloads.ts';

const SEEN_NAMES: Record<string, { name: string; means: string }> = {
  seen: { name: 'Seen', means: 'An entity of the training data has the same words.' },
  partly: {
    name: 'Partly seen',
    means: 'No entity of the training data has the same words, but one word occurs there.',
  },
  vectors: { name: 'Vectors only', means: 'No word occurs in the training data; at least one has a word vector.' },
  unknown: { name: 'Unknown', means: 'No word occurs in the training data, and none has a word vector.' },
};

/** The name of a slice, and what it means. */
export function sliceName(slicing: Slicing, slice: string): { name: string; means: string | undefined } {
  if (slicing === 'seen') return SEEN_NAMES[slice] ?? { name: slice, means: undefined };
  return { name: `${slice} ${slice === '1' ? 'token' : 'tokens'}`, means: undefined };
}

/** The available slicings of scores. It is unknown whether an entity was seen if the model's training files are not loaded. */
export function slicingsOf({ seen }: SliceScores): Slicing[] {
  const all = Object.keys(SLICINGS) as Slicing[];
  return seen === undefined ? all.filter((slicing) => slicing !== 'seen') : all;
}

/** A sentence about how the slice of an entity is determined, and one if it is unknown what was seen in training. */
export function slicingInWords(slicing: Slicing, { files, sentences, areLoaded }: TrainedOn): string {
  switch (slicing) {
    case 'seen':
      return `By the words of the entity, compared with ${files}. Case is ignored, digits are not.`;
    case 'entityLength':
    case 'sentenceLength': {
      const length = `By the number of tokens of the ${slicing === 'entityLength' ? 'entity' : 'sentence'}.`;
      if (areLoaded) return length;
      const count = formatCounted(sentences, 'sentence');
      return `${length} Seen and unseen entities can be told apart once the training data of the model is loaded: ${files} (${count}).`;
    }
    default:
      return slicing satisfies never;
  }
}
