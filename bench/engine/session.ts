import { DEFAULT_CONFIG, type RunConfig } from '../../src/config/schema.ts';
import type { EncodedCorpus } from '../../src/data/batches/batch.ts';
import type { Corpus, Sentence } from '../../src/data/corpus.ts';
import { encodeCorpus } from '../../src/data/batches/encode.ts';
import { VectorLookup, wantedSpellings } from '../../src/data/vectors/vector-lookup.ts';
import { countForms } from '../../src/data/vocabulary/vocabulary.ts';
import { readVectors } from '../../src/data/vectors/read-vectors.ts';
import type { RandomAccessFile } from '../../src/data/files/random-access-file.ts';
import { readCorpus } from '../../src/data/corpora/read-corpus.ts';
import { defined } from '../../src/lib/assert.ts';
import type { TaggerModel } from '../../src/model/model.ts';
import { parameterCount } from '../../src/model/parameters.ts';
import type { StepOptions } from '../../src/model/step.ts';
import { Stepper } from '../../src/model/stepper.ts';
import { train, type TrainerEvent, type TrainingData } from '../../src/model/trainer.ts';
import { disposeWeights } from '../../src/model/weights.ts';
import { predictTags } from '../../src/model/evaluate.ts';
import { prepareRun, resolveConfig } from '../../src/runs/prepare.ts';
import type { Result, Work, Workload } from './protocol.ts';

/** The model and training of bench/peers/pytorch_model.py: the same arithmetic on both sides, independent of the default recipe. */
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

const CONTEXTS = { sentences: 'sentence', documents: 'document' } as const;

/** A model of a workload, trained epoch by epoch on a sample of its corpus. */
export class Session {
  readonly #model: TaggerModel;
  readonly #data: TrainingData;
  readonly #sample: Sentence[];
  readonly #untagged: EncodedCorpus;
  readonly #events: AsyncGenerator<TrainerEvent, void>;
  readonly #steppers = new Map<string, Stepper>();

  private constructor(config: RunConfig, corpus: Corpus, vectors: VectorLookup | undefined, size: number) {
    const { sentences, style } = corpus;
    const numbers = Array.from({ length: size }, (_, i) => Math.floor((i * sentences.length) / size));
    this.#sample = numbers.map((number) => sentences[number]!);
    const dev = this.#sample.slice(0, 1); // an epoch ends with scoring, which is not timed
    const { model, data } = prepareRun(resolveConfig(config, { vectors, style }), {
      train: sentences,
      dev,
      others: [],
      style,
      vectors,
    });
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
    const { batch: batchSize, hidden, scheme, embeddings, reads } = workload;
    const file = await open(workload.train);
    const corpus = readCorpus(file.name, new Uint8Array(await file.slice(0, file.size).arrayBuffer()));
    const recipe = reads === undefined ? PEERS_MODEL : { context: CONTEXTS[reads] };
    const config: RunConfig = { ...DEFAULT_CONFIG, ...recipe, batchSize, hidden, scheme, epochs: 1000, patience: 0 };
    const wanted = wantedSpellings(countForms(corpus.sentences).keys());
    const vectors =
      embeddings === null
        ? undefined
        : new VectorLookup((await readVectors(await open(embeddings), { wanted })).vectors);
    return new Session(config, corpus, vectors, Math.min(workload.sentences, corpus.sentences.length));
  }

  describe(): Result<'prepare'> {
    return {
      parameters: parameterCount(this.#model.config, this.#model.vocabulary),
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

  /** Of the sample, as one batch. */
  largest(): { sentences: number; longest: number } {
    return { sentences: this.#sample.length, longest: Math.max(...this.#sample.map(({ tokens }) => tokens.length)) };
  }

  /** Training steps outside of an epoch, on the same batches each time. */
  stepper(options?: StepOptions): Stepper {
    return new Stepper(this.#model, this.#data.train, options);
  }

  /** The same one in each call. */
  stepperWith(repeats: boolean): Stepper {
    const key = String(repeats);
    const found = this.#steppers.get(key) ?? this.stepper({ repeats });
    this.#steppers.set(key, found);
    return found;
  }

  async dispose(): Promise<void> {
    for (const stepper of this.#steppers.values()) stepper.dispose();
    await this.#events.return();
    disposeWeights(this.#model.weights);
  }
}

function tokensIn(sentences: readonly Sentence[]): number {
  return sentences.reduce((sum, { tokens }) => sum + tokens.length, 0);
}
