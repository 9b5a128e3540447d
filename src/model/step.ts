import { mul, tensor, tidy, zerosLike, type Scalar, type Tensor2D } from '../tensors/tensors.ts';
import type { CrfTensors } from '../crf/op.ts';
import type { Batch } from '../data/batches/batch.ts';
import { batchArrays, padBatch, PaddedArrays, paddedSizes } from '../data/batches/pad.ts';
import { sumOf } from '../kernels/algebra/op.ts';
import { takeRows } from '../kernels/lookup/op.ts';
import { valueAndGradients } from '../kernels/shared/differentiable.ts';
import { startRepetition, type DispatchTime, type Repetition } from '../kernels/shared/repetition.ts';
import type { Bytes } from '../lib/units.ts';
import { batchTensors, labelTensors } from './batch-tensors.ts';
import { batchLoss, crfScores, priorOf } from './crf-scores.ts';
import type { TaggerModel } from './model.ts';
import type { Gradients, Optimizer } from './optimizer.ts';
import { isOfContext } from './parameters.ts';
import { pooledStates } from './pooling.ts';
import type { SignalProbe, UpdateToObserve } from './signals.ts';
import {
  batchWeights,
  characterFeatures,
  indicatorScores,
  modelInputs,
  noDropout,
  scoresOf,
  TrainingDropout,
  tokenStates,
  withContext,
} from './tagger.ts';
import { teacherScores, type Teacher } from './teacher.ts';
import { isNetwork, taggerWeights, tensorNamed } from './weights.ts';

/** What a training step needs besides its batch. */
export interface StepParts {
  model: TaggerModel;
  penalties: CrfTensors | undefined;
  optimizer: Optimizer;
  /** Whose distributions replace the gold tags. */
  teacher?: Teacher | undefined;
}

export interface StepOptions {
  /** Whether steps are recorded and repeated, where the device can; default: yes. */
  repeats?: boolean;
}

/** Memory of the arrays of padded batches that are kept, at most. */
const MOST_PADDED: Bytes = 64 * 2 ** 20;

/**
 * Training steps: forward, backward, update in place. Nothing is read back. Where the device can repeat commands (`Repetition`), batches are
 * padded to few sizes, and the step of each size is recorded and repeated.
 */
export class TrainingSteps {
  readonly #parts: StepParts;
  readonly #dropout: TrainingDropout;
  readonly #readsDocuments: boolean;
  readonly #repetition: Repetition | undefined;
  /** Padded batches by kind. */
  readonly #padded = new Map<string, PaddedArrays>();

  constructor(parts: StepParts, { repeats = true }: StepOptions = {}) {
    this.#parts = parts;
    this.#dropout = new TrainingDropout(parts.model.config);
    this.#readsDocuments = taggerWeights(parts.model).context !== undefined;
    this.#repetition = repeats && parts.teacher === undefined ? startRepetition() : undefined;
  }

  /** Number of steps that were repeated from a recording. */
  get repeated(): number {
    return this.#repetition?.repeated ?? 0;
  }

  /**
   * @param step of the whole run, from 1; the key of the dropout masks
   * @param probe observes this step, which is then not repeated from a recording
   * @returns [] the mean loss over the batch's sentences, for the caller to keep or dispose
   */
  take(batch: Batch, step: number, learningRate: number, probe?: SignalProbe): Scalar {
    this.#dropout.at(step);
    this.#parts.optimizer.begin(learningRate);
    const observe = probe && ((update: UpdateToObserve) => probe.observe(step, this.#parts.optimizer.rates, update));
    const share = Float32Array.of(1 / ((this.#isLinked(batch) ? 2 : 1) * batch.sentences.length));
    if (this.#repetition === undefined || batch.excluded !== undefined || observe) {
      return this.#run(batch, share, observe);
    }
    const sizes = paddedSizes(batch);
    const kind = `${batch.sentences.length} sentences, ${JSON.stringify(sizes)}`;
    const padded = padBatch(batch, sizes, this.#arraysOf(kind));
    return this.#repetition.run(kind, [...batchArrays(padded), share], () => this.#run(padded, share));
  }

  /** Arrays for the padded batches of a kind. Those of features of an encoder are large: beyond a limit all kinds begin again. */
  #arraysOf(kind: string): PaddedArrays {
    const kept = this.#padded.get(kind);
    if (kept !== undefined) return kept;
    const bytes = [...this.#padded.values()].reduce((sum, arrays) => sum + arrays.bytes, 0);
    if (bytes > MOST_PADDED) this.#padded.clear();
    const arrays = new PaddedArrays();
    this.#padded.set(kind, arrays);
    return arrays;
  }

  /** See `Repetition.profile`. */
  async profile(times: number): Promise<DispatchTime[] | undefined> {
    return this.#repetition?.profile(times);
  }

  /** Releases the memory of recorded steps. Before the weights are disposed. */
  dispose(): void {
    this.#repetition?.dispose();
  }

  /** Whether there is a second loss, with the rest of the documents. */
  #isLinked(batch: Batch): boolean {
    return this.#readsDocuments && batch.links !== undefined;
  }

  /** @param share [1] of the sum of losses: the mean of the losses, and of the sentences */
  #run(batch: Batch, share: Float32Array, observe?: (update: UpdateToObserve) => void): Scalar {
    const { model, penalties, optimizer, teacher } = this.#parts;
    return tidy(() => {
      const { weights } = model;
      const tensors = batchTensors(batch);
      const drop = this.#dropout.drop;
      const leaves = batchWeights(taggerWeights(model), tensors);
      const rows = { words: tensors.words, indicators: tensors.indicators?.rows };
      const targets = {
        teachers: teacher && teacherScores(teacher, batch),
        prior: priorOf(model, batch.sentences.length),
      };
      const isLinked = this.#isLinked(batch);
      const loss = () => {
        if (!isNetwork(leaves)) {
          return batchLoss(indicatorScores(leaves, tensors), crfScores(leaves, penalties), tensors, targets);
        }
        const states = tokenStates(model.config, leaves, modelInputs(leaves, tensors, drop), tensors, drop); // [N, DH]
        const crf = crfScores(leaves, penalties);
        const pooled = pooledStates(model.config, leaves, states, tensors); // [N, DH], or [B, DH] for texts
        const alone = batchLoss(scoresOf(leaves, pooled), crf, labelTensors(tensors), targets); // []
        if (!isLinked) return alone;
        // Trains both with and without the rest of the document, because a typed sentence has no document.
        const informed = withContext(leaves, states, tensors, drop); // [N, DH]
        return sumOf(alone, batchLoss(scoresOf(leaves, informed), crf, tensors, targets));
      };
      const weight = tensor(share, []) as Scalar;
      const reached = optimizer.trained.filter((parameter) => isLinked || !isOfContext(parameter));
      const { value, gradients: found } = valueAndGradients(
        loss,
        reached.map(({ name, group }) => (group === 'dense' ? tensorNamed(weights, name) : leaves[group]!)),
        weight,
      );
      const gradients: Gradients = Object.fromEntries(reached.map(({ name }, i) => [name, found[i]!]));
      for (const { name } of optimizer.trained) gradients[name] ??= zerosLike(tensorNamed(weights, name));
      const update = () => optimizer.apply(weights, gradients, rows);
      observe?.({
        gradients,
        parameters: () =>
          Object.fromEntries(
            optimizer.trained.map(({ name, group }) => {
              const parameter = tensorNamed(weights, name);
              return [name, group === 'dense' ? parameter : takeRows(parameter as Tensor2D, rows[group]!)];
            }),
          ),
        characters: characterFeatures(leaves.characters, tensors, noDropout),
        update,
      });
      if (observe === undefined) update();
      return mul(value, weight);
    });
  }
}
