import type { UnknownWords } from '../config/entity-ratio.ts';
import type { RunConfig } from '../config/schema.ts';
import { checkConfig } from '../config/validate.ts';
import { illegalTransitions } from '../crf/constraints.ts';
import type { Transitions } from '../crf/transitions.ts';
import { tagKind, type Sentence, type TagKind } from '../data/corpus.ts';
import { parameterCount } from '../model/parameters.ts';
import { resolveConfig, runVocabulary, trainedSentences, type RunSource } from './prepare.ts';
import { timesAsLong, type PoolSentence } from './unlabelled.ts';
import { isTagged, trainingStyle } from '../data/tags/training-tags.ts';

/** The size of a run that a configuration would start. Plain data. */
export interface RunPlan {
  parameters: number;
  /** E: that of the vectors if there are any, else that of the configuration. */
  wordDim: number;
  sentences: number;
  tokens: number;
  /** Number of dev tokens, which are scored after each epoch. */
  devTokens: number;
  /** Undefined if all is known, or without entities. */
  unknown: UnknownWords | undefined;
  stepsPerEpoch: number;
  predicts: TagKind;
  /** How many times as long as a single run it takes, in tokens that are trained on. */
  times: number;
  /** [K] in the training scheme. */
  tags: string[];
  /** The transitions that the tag scheme forbids: 1 if illegal. */
  illegal: Transitions<Uint8Array>;
}

/**
 * What a run would train, without starting it.
 *
 * @param pool text without labels that it also learns from
 * @throws StudioError BadConfig, BadCorpus
 */
export function planRun(config: RunConfig, source: RunSource, pool: readonly PoolSentence[] = []): RunPlan {
  checkConfig(config);
  const resolved = resolveConfig(config, source);
  const vocabulary = runVocabulary(resolved, source);
  const { tags } = vocabulary;
  const trained = source.train.filter((sentence) => sentence.tokens.length > 0 && isTagged(sentence));
  // Sentences with a weight are in some epochs only.
  const perEpoch = trainedSentences(resolved, { ...source, train: trained }).reduce(
    (sum, { weight = 1 }) => sum + weight,
    0,
  );
  return {
    parameters: parameterCount(resolved, vocabulary),
    wordDim: resolved.wordDim,
    sentences: trained.length,
    tokens: tokensOf(trained),
    devTokens: tokensOf(source.dev),
    unknown: unknownWords({ train: trained, style: source.style }),
    stepsPerEpoch: Math.ceil(perEpoch / config.batchSize),
    predicts: tagKind(source.style),
    times: pool.length === 0 ? 1 : timesAsLong(config, trained, pool),
    tags: [...tags],
    illegal: illegalTransitions(tags, trainingStyle(config, source.style)),
  };
}

/** How much of the training data is not known; undefined if all is known, or without entities. */
export function unknownWords({ train, style }: Pick<RunSource, 'train' | 'style'>): UnknownWords | undefined {
  const tagged = train.filter(isTagged);
  const unknown = tagged.reduce((sum, sentence) => sum + (sentence.unknown?.tokens.length ?? 0), 0);
  if (unknown === 0 || tagKind(style) !== 'entities') return undefined;
  return {
    share: unknown / tokensOf(tagged),
    whole: tagged.filter((sentence) => sentence.unknown === undefined).length,
  };
}

function tokensOf(sentences: readonly Sentence[]): number {
  return sentences.reduce((sum, { tokens }) => sum + tokens.length, 0);
}
