import { dispose, type Scalar } from '../tensors/tensors.ts';
import type { CrfTensors } from '../crf/op.ts';
import type { EncodedCorpus } from '../data/batches/batch.ts';
import { epochBatches, makeBatch } from '../data/batches/batching.ts';
import { penaltyTensors } from './crf-scores.ts';
import type { DispatchTime } from '../kernels/shared/repetition.ts';
import { batchOptions, type TaggerModel } from './model.ts';
import { Optimizer } from './optimizer.ts';
import { TrainingSteps, type StepOptions } from './step.ts';
import { epochKeys } from './streams.ts';

/** Runs training steps over the same batches repeatedly, for timing. */
export class Stepper {
  readonly #model: TaggerModel;
  readonly #corpus: EncodedCorpus;
  readonly #optimizer: Optimizer;
  readonly #penalties: CrfTensors | undefined;
  readonly #batches: Int32Array[];
  readonly #steps: TrainingSteps;
  #step = 0;
  #loss: Scalar | undefined;

  constructor(model: TaggerModel, corpus: EncodedCorpus, options?: StepOptions) {
    this.#model = model;
    this.#corpus = corpus;
    this.#optimizer = new Optimizer(model);
    this.#penalties = penaltyTensors(model);
    this.#batches = epochBatches(corpus, model.config.batchSize, epochKeys(1, 1));
    this.#steps = new TrainingSteps({ model, penalties: this.#penalties, optimizer: this.#optimizer }, options);
  }

  /** Number of batches. */
  get batches(): number {
    return this.#batches.length;
  }

  /** Number of steps so far that were repeated from a recording. */
  get repeated(): number {
    return this.#steps.repeated;
  }

  /** Runs steps. @returns the number of their tokens */
  take(count: number): number {
    let tokens = 0;
    for (let i = 0; i < count; i++) {
      const sentences = this.#batches[this.#step % this.#batches.length]!;
      const batch = makeBatch(this.#corpus, sentences, batchOptions(this.#model));
      tokens += batch.tags.length;
      this.#step++;
      this.#loss?.dispose();
      this.#loss = this.#steps.take(batch, this.#step, this.#model.config.learningRate);
    }
    return tokens;
  }

  /** Waits until the device has completed the steps. */
  async finish(): Promise<void> {
    await this.#loss?.data();
  }

  /** Times of the dispatches of the last step, after which the model is not usable: see `Repetition.profile`. */
  profile(times: number): Promise<DispatchTime[] | undefined> {
    return this.#steps.profile(times);
  }

  dispose(): void {
    this.#loss?.dispose();
    this.#steps.dispose();
    this.#optimizer.dispose();
    dispose(this.#penalties);
  }
}
