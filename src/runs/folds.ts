import type { RunConfig } from '../config/schema.ts';
import type { Sentence } from '../data/corpus.ts';
import { isTagged } from '../data/tags/training-tags.ts';
import type { VectorLookup } from '../data/vectors/vector-lookup.ts';
import { StudioError, throwIfAborted } from '../lib/errors.ts';
import { randomBits, streamKey } from '../lib/rng.ts';
import type { TaggerModel } from '../model/model.ts';
import { train, type TrainerEvent } from '../model/trainer.ts';
import { disposeWeights } from '../model/weights.ts';
import { prepareLearner } from './learner.ts';

/** Default number of folds. */
export const FOLDS = 5;

/** Settings of the models that check labels: half as wide as the default, with fewer epochs, so that they do not learn the errors. */
export const CHECK_SETTINGS = { hidden: 100, epochs: 8 } as const satisfies Partial<RunConfig>;

/** The data to split into folds. */
export interface FoldsSource {
  /** Sentences with spans. */
  sentences: readonly Sentence[];
  vectors: VectorLookup | undefined;
}

export type FoldEvent =
  | { kind: 'train'; fold: number; event: TrainerEvent }
  /** A model that was not trained on the sentences `held` (indices into the source). On the device until the next event is requested. */
  | { kind: 'model'; fold: number; model: TaggerModel; held: number[] };

/**
 * Trains a model for each fold on all other folds, so that every annotated sentence is held out once. Duplicates of a sentence are in the
 * same fold, so that no model is trained on a sentence that it checks.
 *
 * @throws StudioError BadCorpus if there are too few sentences, Cancelled
 */
export async function* trainFolds(
  folds: number,
  settings: Partial<RunConfig>,
  { sentences, vectors }: FoldsSource,
  signal?: AbortSignal,
): AsyncGenerator<FoldEvent, void> {
  const foldOf = sentences.map(({ tokens }) => foldOfTokens(tokens, folds));
  if (new Set(foldOf).size < 2 || sentences.every(({ spans }) => spans.length === 0)) {
    throw new StudioError(
      'BadCorpus',
      `Labels cannot be checked: found ${sentences.length} different sentences with ${sentences.flatMap(({ spans }) => spans).length} entities. ` +
        'Several hundred are needed to train the models that predict the labels.',
    );
  }
  for (let fold = 0; fold < folds; fold++) {
    const held = [...sentences.keys()].filter((index) => foldOf[index] === fold && isTagged(sentences[index]!));
    const others = sentences.filter((_, index) => foldOf[index] !== fold);
    if (held.length === 0) continue;
    const { model, data } = prepareLearner(settings, { train: others, pool: held.map((i) => sentences[i]!), vectors });
    try {
      for await (const event of train(model, data, signal)) yield { kind: 'train', fold, event };
      throwIfAborted(signal);
      yield { kind: 'model', fold, model, held };
    } finally {
      disposeWeights(model.weights);
    }
  }
}

function foldOfTokens(tokens: readonly string[], folds: number): number {
  let key = streamKey(0xf01d);
  for (const token of tokens) {
    for (let i = 0; i < token.length; i++) key = streamKey(key, token.charCodeAt(i));
    key = streamKey(key, 32);
  }
  return randomBits(key, 0) % folds;
}
