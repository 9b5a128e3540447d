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
  if (!isObject(value) || !Number.isFinite(value['bytes']) || !areTexts(value['tags'])) return false;
  const { tags, epochs } = value;
  const isEpoch = (kept: unknown) =>
    isObject(kept) &&
    Number.isInteger(kept['epoch']) &&
    areTransitions(kept['transitions'], tags.length, Float32Array) &&
    (kept['sentence'] === undefined || isFollowed(kept['sentence']));
  return Array.isArray(epochs) && epochs.every(isEpoch);
}

function isFollowed(sentence: unknown): boolean {
  if (!isObject(sentence)) return false;
  const { epoch, tokens, tags, emissions, scores, illegal, isConstrained } = sentence;
  return (
    Number.isInteger(epoch) &&
    typeof isConstrained === 'boolean' &&
    areTexts(tokens) &&
    areTexts(tags) &&
    isArrayOf(emissions, tokens.length * tags.length, Float32Array) &&
    areTransitions(scores, tags.length, Float32Array) &&
    areTransitions(illegal, tags.length, Uint8Array)
  );
}

type Numbers = typeof Float32Array | typeof Uint8Array;

function areTransitions(value: unknown, K: number, kind: Numbers): boolean {
  if (!isObject(value)) return false;
  const { transitions, start, end } = value;
  return isArrayOf(transitions, K * K, kind) && isArrayOf(start, K, kind) && isArrayOf(end, K, kind);
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const isArrayOf = (value: unknown, length: number, kind: Numbers) => value instanceof kind && value.length === length;
const areTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((text) => typeof text === 'string');
