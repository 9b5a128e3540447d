import type { RunConfig } from '../config/schema.ts';
import { configProblems, describeProblems } from '../config/validate.ts';
import { illegalTransitions } from '../crf/constraints.ts';
import type { Transitions } from '../crf/transitions.ts';
import type { Sentence } from '../data/corpus.ts';
import { StudioError } from '../lib/errors.ts';
import { parameterCount } from '../model/parameters.ts';
import { runVocabulary, wordDimOf, type RunSource } from './prepare.ts';
import { isTagged, trainingStyle } from '../data/tags/training-tags.ts';

/** What a configuration would train. Plain data. */
export interface RunPlan {
  parameters: number;
  /** Of the vectors, where there are any. */
  wordDim: number;
  sentences: number;
  tokens: number;
  /** Scored after each epoch. */
  devTokens: number;
  stepsPerEpoch: number;
  /** What the trained tags will be. */
  tags: string[];
  /** The steps that their scheme forbids: 1 where illegal. */
  illegal: Transitions<Uint8Array>;
}

/** Fails with `BadConfig` where a setting is out of its bounds. */
export function checkConfig(config: RunConfig): void {
  const problems = configProblems(config);
  if (problems.length > 0) throw new StudioError('BadConfig', describeProblems(problems));
}

/** What a run would be, without starting it. */
export function planRun(config: RunConfig, source: RunSource): RunPlan {
  checkConfig(config);
  const vocabulary = runVocabulary(config, source);
  const { tags } = vocabulary;
  const wordDim = wordDimOf(config, source);
  const filled = source.train.filter((sentence) => sentence.tokens.length > 0 && isTagged(sentence));
  return {
    parameters: parameterCount({ ...config, wordDim }, vocabulary),
    wordDim,
    sentences: filled.length,
    tokens: tokensOf(filled),
    devTokens: tokensOf(source.dev),
    stepsPerEpoch: Math.ceil(filled.length / config.batchSize),
    tags: [...tags],
    illegal: illegalTransitions(tags, trainingStyle(config, source.style)),
  };
}

function tokensOf(sentences: readonly Sentence[]): number {
  return sentences.reduce((sum, { tokens }) => sum + tokens.length, 0);
}
