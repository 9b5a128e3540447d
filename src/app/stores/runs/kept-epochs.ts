import type { Transitions } from '../../../crf/transitions.ts';
import type { Bytes } from '../../../lib/units.ts';
import type { FollowedSentence } from '../../../workers/wire/payloads.ts';
import type { EpochMatrix } from './thinned-epochs.ts';

/** Stored data of the epochs of a run: matrices and the followed sentence. Scores are in the record of the run. */
export interface KeptEpochs {
  tags: readonly string[];
  epochs: readonly KeptEpoch[];
  bytes: Bytes;
}

export interface KeptEpoch extends EpochMatrix {
  /** Undefined if no sentence was followed in this epoch. */
  sentence: FollowedSentence | undefined;
}

/** Maximum number of stored epochs. More are thinned out evenly; the last and the best are kept. 160 kB with 60 tokens and 17 tags. */
const MOST_STORED = 24;

/**
 * The data to store for a run.
 *
 * @param best the best epoch
 * @param before stored data of the epochs before the run was resumed
 * @returns undefined if no epoch was scored
 */
export function keptEpochs(
  matrices: readonly EpochMatrix[],
  best: number | undefined,
  sentences: readonly FollowedSentence[],
  tags: readonly string[],
  before: KeptEpochs | undefined,
): KeptEpochs | undefined {
  const own = matrices.map(({ epoch, transitions }): KeptEpoch => {
    const followed = sentences.find((sentence) => sentence.epoch === epoch);
    const earlier = before?.epochs.find((kept) => kept.epoch === epoch);
    return { epoch, transitions, sentence: followed ?? earlier?.sentence };
  });
  if (own.length === 0) return before;
  const stride = Math.ceil(own.length / MOST_STORED);
  const epochs = own.filter(({ epoch }, i) => (own.length - 1 - i) % stride === 0 || epoch === best);
  return { tags, epochs, bytes: epochs.reduce((sum, kept) => sum + bytesOf(kept), 0) };
}

function bytesOf({ transitions, sentence }: KeptEpoch): Bytes {
  const matrix = (of: Transitions<{ byteLength: number }>) =>
    of.transitions.byteLength + of.start.byteLength + of.end.byteLength;
  if (sentence === undefined) return matrix(transitions);
  return matrix(transitions) + matrix(sentence.scores) + matrix(sentence.illegal) + sentence.emissions.byteLength;
}

/** Whether a stored value is a valid result of `keptEpochs`. */
export function isKeptEpochs(value: unknown): value is KeptEpochs {
  if (typeof value !== 'object' || value === null || !('epochs' in value) || !('tags' in value)) return false;
  const { epochs, tags } = value;
  if (!Array.isArray(epochs) || !Array.isArray(tags)) return false;
  return (epochs as Partial<KeptEpoch>[]).every(
    ({ epoch, transitions, sentence }) =>
      typeof epoch === 'number' &&
      transitions?.transitions instanceof Float32Array &&
      transitions.transitions.length === tags.length ** 2 &&
      (sentence === undefined ||
        (sentence.emissions instanceof Float32Array &&
          sentence.emissions.length === sentence.tokens.length * sentence.tags.length)),
  );
}
