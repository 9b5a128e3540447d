import { findDoubtful } from '../../src/annotation/label-check.ts';
import { weightsOf, withWeights } from '../../src/annotation/queue/sentence-weights.ts';
import type { Sentence } from '../../src/data/corpus.ts';
import { openDevice } from '../../src/devices/open.ts';
import { evaluateCorpus } from '../../src/model/evaluate.ts';
import { train } from '../../src/model/trainer.ts';
import { disposeWeights } from '../../src/model/weights.ts';
import { CHECK_SETTINGS, FOLDS } from '../../src/runs/folds.ts';
import { prepareLearner } from '../../src/runs/learner.ts';
import { corrupt } from './corrupt.ts';
import { readSentencesOf, vectorsOf } from './inputs.ts';
import { predictHeldOut } from './labels.ts';

export interface DownWeightingOptions {
  train: string;
  dev: string;
  embeddings?: string | undefined;
  seed: number;
  /** Share of the entities to corrupt; 0: the original file. */
  share: number;
  epochs?: number | undefined;
}

export interface DownWeightingResult {
  share: number;
  /** Share of all sentences, and of the corrupted ones, with a weight below 1. */
  weighted: number;
  sentences: number;
  corrupted: number;
  corruptedWeighted: number;
  /** On dev, after the last epoch: without and with weights. */
  plain: number;
  weightedF1: number;
}

/** Trains twice with the same seed: with equal weights, and with lower weights for sentences with doubtful labels. */
export async function compareDownWeighting(options: DownWeightingOptions): Promise<DownWeightingResult> {
  const { seed, share, epochs } = options;
  await openDevice('simd', () => undefined, 1);
  const gold = await readSentencesOf(options.train);
  const dev = await readSentencesOf(options.dev);
  const vectors = options.embeddings === undefined ? undefined : await vectorsOf(options.embeddings, [...gold, ...dev]);
  const { corrupted, corruptions } = corrupt(gold, share, seed);
  const settings = { ...CHECK_SETTINGS, seed };
  const weights = weightsOf(findDoubtful(await predictHeldOut(FOLDS, settings, { sentences: corrupted, vectors })));
  return {
    share,
    weighted: weights.size,
    sentences: gold.length,
    corrupted: corruptions.length,
    corruptedWeighted: corruptions.filter(({ sentence }) => weights.has(sentence)).length,
    plain: await f1Of(corrupted),
    weightedF1: await f1Of(withWeights(corrupted, weights)),
  };

  async function f1Of(sentences: readonly Sentence[]): Promise<number> {
    const config = { seed, ...(epochs !== undefined && { epochs }) };
    const { model, data } = prepareLearner(config, { train: sentences, pool: dev, vectors });
    try {
      for await (const _ of train(model, data));
      return (await evaluateCorpus(model, dev)).scores.overall.f1;
    } finally {
      disposeWeights(model.weights);
    }
  }
}
