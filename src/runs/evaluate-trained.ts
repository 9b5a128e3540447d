import type { Sentence } from '../data/corpus.ts';
import { StudioError } from '../lib/errors.ts';
import { evaluateCorpus, type CorpusEvaluation } from '../model/evaluate.ts';
import type { EpochReport } from '../model/events.ts';
import type { TaggerModel } from '../model/model.ts';
import type { Checkpoint } from '../model/trainer.ts';
import { uploadWeights } from '../model/weights.ts';
import { NEVER_LOST, type DeviceRecovery } from './train-to-end.ts';

/** A model whose run has ended, on the device. */
interface Trained {
  model: TaggerModel;
  /** Its best epoch, with weights on the host. */
  best: Checkpoint['best'] | undefined;
  epochs: readonly EpochReport[];
}

/**
 * Tags and scores sentences with the model of a run that has ended. If the device is lost, uploads the best weights to its replacement and
 * tries again.
 *
 * @returns undefined if it was stopped
 */
export async function evaluateTrained(
  { model, best, epochs }: Trained,
  sentences: readonly Sentence[],
  device: DeviceRecovery = NEVER_LOST,
  signal?: AbortSignal,
): Promise<CorpusEvaluation | undefined> {
  for (;;) {
    try {
      return await evaluateCorpus(model, sentences, undefined, { signal });
    } catch (error) {
      if (signal?.aborted && error instanceof StudioError && error.code === 'Cancelled') return undefined;
      if (best === undefined || !device.isLost(error)) throw error;
      await device.replace(epochs.length);
      model.weights = uploadWeights(best.weights);
    }
  }
}
