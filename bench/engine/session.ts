import type { Scalar } from '@tensorflow/tfjs-core';
import { DEFAULT_CONFIG, type RunConfig } from '../../src/config/schema.ts';
import type { EncodedCorpus } from '../../src/data/batch.ts';
import { makeBatch, epochBatches } from '../../src/data/batching.ts';
import type { Corpus, Sentence } from '../../src/data/corpus.ts';
import { encodeCorpus } from '../../src/data/encode.ts';
import { VectorLookup, wantedSpellings } from '../../src/data/vectors-lookup.ts';
import { countForms } from '../../src/data/vocabulary.ts';
import { readVectors } from '../../src/data/embeddings/read-vectors.ts';
import type { RandomAccessFile } from '../../src/data/embeddings/source.ts';
import { readCorpus } from '../../src/data/read-corpus.ts';
import { defined } from '../../src/lib/assert.ts';
import { modelSizes, type TaggerModel } from '../../src/model/model.ts';
import { Optimizer } from '../../src/model/optimizer.ts';
import { parameterCount } from '../../src/model/shapes.ts';
import { trainStep } from '../../src/model/step.ts';
import { penaltyTensors, type Penalties } from '../../src/model/tagger.ts';
import { train, type TrainerEvent, type TrainingData } from '../../src/model/trainer.ts';
import { disposeWeights } from '../../src/model/weights.ts';
import { predictTags } from '../../src/pipeline/evaluate.ts';
import { prepareRun } from '../../src/pipeline/prepare.ts';
import type { Result, Work, Workload } from './protocol.ts';

/** What bench/peers/pytorch_model.py trains, and how: the same arithmetic on both sides, whatever the default recipe is. */
const PEERS_MODEL = {
  charDim: 30,
  charFeatures: 30,
  digitsToZero: true,
  wordDropout: 0,
  optimizer: 'adam',
  learningRate: 0.001,
  weightDecay: 0,
  averaging: 0,
} as const;

/** A model of a workload, trained epoch by epoch on a sample of its corpus. */
export class Session {
  readonly #model: TaggerModel;
  readonly #data: TrainingData;
  readonly #sample: Sentence[];
  readonly #untagged: EncodedCorpus;
  readonly #events: AsyncGenerator<TrainerEvent, void>;

  private constructor(config: RunConfig, corpus: Corpus, vectors: VectorLookup | undefined, size: number) {
    const { sentences, style } = corpus;
    const numbers = Array.from({ length: size }, (_, i) => Math.floor((i * sentences.length) / size));
    this.#sample = numbers.map((number) => sentences[number]!);
    const dev = this.#sample.slice(0, 1); // an epoch ends with scoring, which is not timed
    const { model, data } = prepareRun(config, { train: sentences, dev, others: [], style, vectors });
    this.#model = model;
    const encoded = numbers.map((number) => data.train.sentences[number]!);
    this.#data = { ...data, train: { ...data.train, sentences: encoded } };
    this.#untagged = encodeCorpus(
      model.vocabulary,
      this.#sample.map(({ tokens }) => ({ tokens, tags: [] })),
    );
    this.#events = train(model, this.#data);
  }

  static async prepare(workload: Workload, open: (name: string) => Promise<RandomAccessFile>): Promise<Session> {
    const { batch: batchSize, hidden, scheme, embeddings } = workload;
    const file = await open(workload.train);
    const corpus = readCorpus(file.name, new Uint8Array(await file.slice(0, file.size).arrayBuffer()));
    const config = { ...DEFAULT_CONFIG, ...PEERS_MODEL, batchSize, hidden, scheme, epochs: 1000, patience: 0 };
    const wanted = wantedSpellings(countForms(corpus.sentences).keys());
    const vectors =
      embeddings === null
        ? undefined
        : new VectorLookup((await readVectors(await open(embeddings), { wanted })).vectors);
    return new Session(config, corpus, vectors, Math.min(workload.sentences, corpus.sentences.length));
  }

  describe(): Result<'prepare'> {
    return {
      parameters: parameterCount(this.#model.config, modelSizes(this.#model)),
      tags: this.#model.vocabulary.tags.length,
      tokens: tokensIn(this.#sample),
    };
  }

  async trainEpoch(): Promise<Result<'train'>> {
    for (;;) {
      const { value } = await this.#events.next();
      const event = defined(value ?? undefined, () => 'the run is over');
      if (event.kind !== 'epoch') continue;
      const { seconds, trainLoss } = event.report;
      return { tokens: tokensIn(this.#sample), seconds, loss: trainLoss };
    }
  }

  async tag(): Promise<Work> {
    const begin = performance.now();
    await predictTags(this.#model, this.#untagged);
    return { tokens: tokensIn(this.#sample), seconds: (performance.now() - begin) / 1000 };
  }

  /** Training steps without the epoch around them, on batches that are the same each time. */
  stepper(): Stepper {
    return new Stepper(this.#model, this.#data.train);
  }

  async dispose(): Promise<void> {
    await this.#events.return();
    disposeWeights(this.#model.weights);
  }
}

export class Stepper {
  readonly #model: TaggerModel;
  readonly #corpus: EncodedCorpus;
  readonly #optimizer: Optimizer;
  readonly #penalties: Penalties | undefined;
  readonly #batches: Int32Array[];
  #step = 0;
  #loss: Scalar | undefined;

  constructor(model: TaggerModel, corpus: EncodedCorpus) {
    this.#model = model;
    this.#corpus = corpus;
    this.#optimizer = new Optimizer(model.config, model.weights);
    this.#penalties = penaltyTensors(model);
    this.#batches = epochBatches(corpus, model.config.batchSize, 1);
  }

  /** @returns tokens of all these steps */
  take(count: number): number {
    let tokens = 0;
    for (let i = 0; i < count; i++) {
      const batch = makeBatch(this.#corpus, this.#batches[this.#step % this.#batches.length]!);
      tokens += batch.tags.length;
      this.#step++;
      const { learningRate } = this.#model.config;
      this.#loss?.dispose();
      this.#loss = trainStep(this.#model, this.#penalties, this.#optimizer, batch, this.#step, learningRate);
    }
    return tokens;
  }

  /** Until the device has done them. */
  async finish(): Promise<void> {
    await this.#loss?.data();
  }

  dispose(): void {
    this.#loss?.dispose();
    this.#optimizer.dispose();
    Object.values(this.#penalties ?? {}).forEach((penalty) => penalty.dispose());
  }
}

function tokensIn(sentences: readonly Sentence[]): number {
  return sentences.reduce((sum, { tokens }) => sum + tokens.length, 0);
}
