import { joinedWordOf } from '../../tagging/texts/other-spelling.ts';
import { tagKind } from '../../data/corpus.ts';
import type { StoredVectors } from '../../data/vectors/stored-vectors.ts';
import { TagReader } from '../../data/tags/tag-spans.ts';
import type { ModelToWrite } from '../../export/bundle-contents.ts';
import type { Provenance } from '../../export/bundle-format.ts';
import { learnedScoresOf } from '../../model/crf-scores.ts';
import type { TaggerModel } from '../../model/model.ts';
import { parameterCount } from '../../model/parameters.ts';
import type { Checkpoint } from '../../model/trainer.ts';
import { disposeWeights, uploadWeights, type HostWeights } from '../../model/weights.ts';
import { trainingStyle } from '../../data/tags/training-tags.ts';
import { columnNames, featureNames } from '../../data/vocabulary/features.ts';
import type { ExportSize, ModelInfo } from '../wire/payloads.ts';

export interface TrainedParts {
  name: string;
  model: TaggerModel;
  /** The weights of the model. */
  host: HostWeights;
  provenance: Provenance;
  /** Vectors for out-of-vocabulary words. */
  stored: StoredVectors | undefined;
  /** Default: a new one. Runs of several seeds share one. */
  id?: number | undefined;
  /** The weights of the other seeds of its run. */
  siblings?: readonly HostWeights[] | undefined;
}

/** A student that was distilled from this model, in its stored form. */
export interface KeptStudent {
  bundle: ModelToWrite;
  size: ExportSize;
}

let lastId = 0;

/** A model on the device, with a copy of its weights on the host. A retired model leaves the device when no task needs it. */
export class TrainedModel {
  readonly id: number;
  readonly name: string;
  readonly model: TaggerModel;
  /** Vectors for out-of-vocabulary words. */
  stored: StoredVectors | undefined;
  /** Those that it was made with. A model file has only some of its vectors file. */
  readonly ownVectors: StoredVectors | undefined;
  readonly siblings: readonly HostWeights[];
  student: KeptStudent | undefined;
  #provenance: Provenance;
  /** Equal to the weights on the device, except during training. */
  #host: HostWeights;
  #isTraining = false;
  #best: Checkpoint['best'] | undefined;
  readonly #tasks = new Set<Promise<unknown>>();
  #isRetired = false;

  constructor({ name, model, host, provenance, stored, id, siblings = [] }: TrainedParts) {
    this.id = id ?? ++lastId;
    this.name = name;
    this.model = model;
    this.stored = stored;
    this.ownVectors = stored;
    this.siblings = siblings;
    this.#host = host;
    this.#provenance = provenance;
  }

  get host(): HostWeights {
    return this.#host;
  }

  /** Whether a run is changing its weights. */
  get isTraining(): boolean {
    return this.#isTraining;
  }

  /** The best epoch of the current run; undefined before the first epoch is scored, and outside of runs. */
  get best(): Checkpoint['best'] | undefined {
    return this.#best;
  }

  get provenance(): Provenance {
    return this.#provenance;
  }

  beginTraining(): void {
    this.student = undefined;
    this.#isTraining = true;
  }

  /** Records the best epoch so far. */
  improve(best: Checkpoint['best']): void {
    this.#best = best;
  }

  /** Lends the model to a task. Its weights stay on the device until the task ends. */
  async lend<T>(task: () => Promise<T>): Promise<T> {
    const promise = task();
    this.#tasks.add(promise);
    try {
      return await promise;
    } finally {
      this.#tasks.delete(promise);
      this.#freeRetired();
    }
  }

  /** Called when another model replaces this one: takes the weights off the device as soon as no task needs them. */
  retire(): void {
    this.#isRetired = true;
    this.#freeRetired();
  }

  /** Takes the weights off a device that is about to be closed. Resolves once no task needs them. */
  async leaveDevice(): Promise<void> {
    while (this.#tasks.size > 0) await Promise.allSettled(this.#tasks);
    disposeWeights(this.model.weights);
  }

  /** Uploads the weights to a new device, or to the same one after `retire`. */
  restore(): void {
    this.#isRetired = false;
    this.model.weights = uploadWeights(this.#host);
  }

  /** Ends training. @param weights that the model has from now on: those of the epoch `best`, if one was scored */
  endTraining(weights: HostWeights, best: Checkpoint['best'] | undefined): void {
    this.#host = weights;
    this.#provenance = this.provenanceOf(best);
    this.#best = undefined;
    this.#isTraining = false;
  }

  /** Ends training without new weights, because the run failed before its first epoch was scored. */
  abandonTraining(): void {
    this.#best = undefined;
    this.#isTraining = false;
  }

  /** The provenance of the model with the weights of an epoch. */
  provenanceOf(best: Checkpoint['best'] | undefined): Provenance {
    return best === undefined ? this.#provenance : { ...this.#provenance, bestEpoch: best.epoch, dev: best.scores };
  }

  info(): ModelInfo {
    const { config, vocabulary, illegal, confidence } = this.model;
    return {
      id: this.id,
      name: this.name,
      config,
      predicts: tagKind(this.model.style),
      tags: [...vocabulary.tags],
      entityTypes: typesOf(this.model),
      transitions: learnedScoresOf(config, this.#host),
      illegal,
      parameters: parameterCount(config, vocabulary),
      words: vocabulary.words.length,
      joinedWord: joinedWordOf(vocabulary),
      features: featureNames(vocabulary.features),
      lists: (vocabulary.features?.lists ?? []).map(({ name }) => name),
      columns: columnNames(vocabulary.features),
      encoder: vocabulary.features?.encoder,
      dev: this.#provenance.dev,
      isCalibrated: confidence?.calibration !== undefined,
      threshold: confidence?.threshold,
    };
  }

  #freeRetired(): void {
    if (this.#isRetired && this.#tasks.size === 0) disposeWeights(this.model.weights);
  }
}

/** Entity types in the order of the tags; without a scheme, all tags. */
function typesOf({ config, style, vocabulary }: TaggerModel): string[] {
  if (style.scheme === 'none') return [...vocabulary.tags];
  const reader = new TagReader(trainingStyle(config, style));
  const types = vocabulary.tags.map((tag) => reader.parse(tag)?.type ?? '');
  return [...new Set(types)].filter((type) => type !== '');
}
