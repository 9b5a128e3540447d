import { configProblems, type RunConfig } from '../../config/schema.ts';
import { constraintsOf } from '../../crf/constraints.ts';
import type { Sentence, TagStyle } from '../../data/corpus.ts';
import { StudioError } from '../../lib/errors.ts';
import { parameterCount } from '../../model/shapes.ts';
import { runVocabulary, wordDimOf, type RunSource } from '../../runs/prepare.ts';
import { isTagged, trainingStyle } from '../../data/training-tags.ts';
import type { RunPlan } from '../wire/protocol.ts';

/** Fails with `BadConfig` where a setting is out of its bounds. */
export function checkConfig(config: RunConfig): void {
  const problems = configProblems(config);
  if (problems.length > 0) throw new StudioError('BadConfig', problems.join(' '));
}

/** What a run would be, without starting it. */
export function planRun(config: RunConfig, source: RunSource): RunPlan {
  checkConfig(config);
  const { words, characters, tags } = runVocabulary(config, source);
  const sizes = {
    words: words.length,
    wordDim: wordDimOf(config, source),
    characters: characters.length,
    tags: tags.length,
  };
  const filled = source.train.filter((sentence) => sentence.tokens.length > 0 && isTagged(sentence));
  return {
    parameters: parameterCount(config, sizes),
    wordDim: sizes.wordDim,
    sentences: filled.length,
    tokens: tokensOf(filled),
    devTokens: tokensOf(source.dev),
    stepsPerEpoch: Math.ceil(filled.length / config.batchSize),
    tags: [...tags],
    illegal: illegalCells(tags, trainingStyle(config, source.style)),
  };
}

function tokensOf(sentences: readonly Sentence[]): number {
  return sentences.reduce((sum, { tokens }) => sum + tokens.length, 0);
}

/** `[K+1, K+1]` row-major, rows START and tags, columns tags and END; 1: illegal. START to END does not occur. */
export function illegalCells(tags: readonly string[], style: TagStyle): Uint8Array {
  const { illegal } = constraintsOf(tags, style);
  const K = tags.length;
  const cells = new Uint8Array((K + 1) * (K + 1));
  cells.set(illegal.start);
  cells[K] = 1;
  for (let from = 0; from < K; from++) {
    cells.set(illegal.transitions.subarray(from * K, (from + 1) * K), (from + 1) * (K + 1));
    cells[(from + 1) * (K + 1) + K] = illegal.end[from]!;
  }
  return cells;
}
