import { StudioError } from '../../src/lib/errors.ts';
import type { RunConfig } from '../../src/config/schema.ts';
import type { TrainEvent } from '../../src/model/events.ts';
import { serve } from '../../src/workers/wire/serve.ts';
import type { Emit, Handlers, ModelInfo, Params, RequestName, Workspace } from '../../src/workers/wire/protocol.ts';
import type { TrainerPort } from '../../src/app/bridge.ts';
import {
  bioesTags,
  corpusFile,
  epochReport,
  errorReport,
  illegalOf,
  lossAt,
  modelInfo,
  runPlan,
  scoresAt,
  taggedExample,
  textFile,
  transitionsAt,
  VECTORS,
  workspaceOf,
} from './samples.ts';
import { inspectByName, tagByName } from './tag-by-name.ts';

/** A trainer for tests: it speaks the protocol over a channel, learns nothing, and goes on only when told to. */
export class FakeTrainer {
  readonly port: TrainerPort;
  /** What was asked, in order. */
  readonly asked: { name: RequestName; params: unknown }[] = [];
  /** Requests of these names are refused with this error. */
  readonly refusals = new Map<RequestName, StudioError>();
  /** Requests of these names are answered when this is settled, or refused when they are cancelled. */
  readonly delays = new Map<RequestName, Promise<void>>();
  isTerminated = false;
  workspace: Workspace = workspaceOf({
    blockers: ['There is no training file: add one, or give a file the role train.'],
  });
  emit: Emit = () => undefined;
  readonly stepsPerEpoch: number;
  #nextId = 1;
  #removed: Workspace['files'] = [];
  #removedTexts: Workspace['texts'] = [];
  #models = 0;
  #config: RunConfig | undefined;
  #step = 0;
  #isAblating = false;

  constructor(stepsPerEpoch = 20) {
    this.stepsPerEpoch = stepsPerEpoch;
    const { port1, port2 } = new MessageChannel();
    serve(port2, (emit) => {
      this.emit = emit;
      return this.#recorded(this.#handlers());
    });
    this.port = Object.assign(port1, {
      onerror: null,
      onmessageerror: null,
      terminate: () => {
        this.isTerminated = true;
        port1.close();
      },
    }) as unknown as TrainerPort;
  }

  get epoch(): number {
    return Math.floor(this.#step / this.stepsPerEpoch);
  }

  /** Trains some steps of the present epoch. */
  steps(count: number): void {
    const epoch = this.epoch + 1;
    const losses = this.#lossesFrom(this.#step, count);
    const firstStep = this.#step + 1;
    this.#step += count;
    const tokens = Math.round((203621 / this.stepsPerEpoch) * count);
    const progress = this.#step / this.stepsPerEpoch / (this.#config?.epochs ?? 30);
    const transitions = transitionsAt(progress);
    this.emit('train', { kind: 'steps', epoch, firstStep, losses, tokens, tokensPerSecond: 12480, transitions });
  }

  /** Trains the present epoch to its end and scores it. */
  finishEpoch(): void {
    const rest = this.stepsPerEpoch - (this.#step % this.stepsPerEpoch);
    this.steps(rest);
    this.scored();
  }

  /** The scores of the epoch that has just been trained. */
  scored(): void {
    const report = epochReport(this.epoch, this.#config?.epochs ?? 30);
    this.emit('train', { kind: 'scoring', epoch: this.epoch });
    this.emit('train', { kind: 'epoch', report });
    if (report.bestEpoch === report.epoch) this.#keep(modelInfo(this.#config, report.dev, this.#models));
  }

  done(reason: (TrainEvent & { kind: 'done' })['reason']): void {
    const { bestEpoch } = epochReport(Math.max(1, this.epoch), 30);
    this.emit('train', { kind: 'done', reason, bestEpoch, bestDevF1: scoresAt(bestEpoch).overall.f1 });
  }

  /** A run begins: the only one, or another of several. @param epoch after which it goes on */
  begin(epoch = 0): void {
    const { stepsPerEpoch } = this;
    this.#step = epoch * stepsPerEpoch;
    const losses = this.#lossesFrom(0, this.#step);
    const sizes = { parameters: 2_713_409, stepsPerEpoch, tokensPerEpoch: 203621 };
    const tags = bioesTags();
    this.emit('train', { kind: 'start', ...sizes, tags, illegal: illegalOf(tags), losses });
  }

  #lossesFrom(step: number, count: number): Float32Array {
    return Float32Array.from({ length: count }, (_, i) => lossAt(step + i, this.stepsPerEpoch));
  }

  /** An ablation ends. */
  ablated(reason: 'finished' | 'stopped'): void {
    this.#isAblating = false;
    this.emit('study', { kind: 'end', reason });
  }

  fail(error: StudioError): void {
    this.emit('failed', { code: error.code, message: error.message, stack: undefined });
  }

  /** The worker itself breaks down. */
  crash(message: string): void {
    this.port.onerror?.(Object.assign(new Event('error'), { message }) as ErrorEvent);
  }

  #keep(model: ModelInfo): void {
    const previous = this.workspace.model?.id === model.id ? this.workspace.previous : this.workspace.model;
    this.workspace = { ...this.workspace, model, previous };
    this.emit('model', { model, previous });
  }

  #recorded(handlers: Handlers): Handlers {
    const wrapped = Object.entries(handlers).map(([name, handler]) => [
      name,
      async (params: unknown, signal: AbortSignal) => {
        this.asked.push({ name: name as RequestName, params });
        await Promise.race([this.delays.get(name as RequestName), cancelled(signal)]);
        const refusal = this.refusals.get(name as RequestName);
        if (refusal) throw refusal;
        return (handler as (params: unknown, signal: AbortSignal) => unknown)(params, signal);
      },
    ]);
    return Object.fromEntries(wrapped) as Handlers;
  }

  #handlers(): Handlers {
    return {
      open: ({ device }) => ({
        device: device === 'webgpu' ? 'webgpu' : 'simd',
        description: device === 'webgpu' ? 'WebGPU on a test adapter' : 'relaxed SIMD, 1 thread',
        threads: 1,
        refused: device === 'auto' ? [{ device: 'webgpu', reason: 'The only adapter is in software.' }] : [],
      }),
      addFiles: ({ files, sample = false }) => this.#add(files, sample),
      removeFile: ({ id }) => {
        const { files, texts, vectors } = this.workspace;
        this.#removed.push(...files.filter((file) => file.id === id));
        this.#removedTexts.push(...texts.filter((text) => text.id === id));
        return this.#have({
          texts: texts.filter((text) => text.id !== id),
          files: files.filter((file) => file.id !== id),
          vectors: vectors?.id === id ? undefined : vectors,
        });
      },
      restoreFiles: ({ ids }) =>
        this.#have({
          files: [...this.workspace.files, ...this.#removed.filter(({ id }) => ids.includes(id))],
          texts: [...this.workspace.texts, ...this.#removedTexts.filter(({ id }) => ids.includes(id))],
        }),
      discardFiles: () => undefined,
      updateFile: ({ id, role, tagColumn, scheme }) => {
        const files = this.workspace.files.map((file) =>
          file.id === id
            ? {
                ...file,
                role: role ?? file.role,
                tagColumn: tagColumn ?? file.tagColumn,
                style: { ...file.style, scheme: scheme ?? file.style.scheme },
              }
            : file,
        );
        return this.#have({ files });
      },
      preview: ({ from, count }) =>
        Array.from({ length: count }, (_, i) => ({
          line: (from + i) * 9 + 1,
          tokens: ['Angela', 'Merkel', 'met', 'the', 'board', 'of', 'Siemens', 'in', 'Berlin', '.'],
          spans: [
            { start: 0, end: 2, type: 'PER' },
            { start: 6, end: 7, type: 'ORG' },
            { start: 8, end: 9, type: 'LOC' },
          ],
          tags: ['I-PER', 'I-PER', 'O', 'O', 'O', 'O', 'I-ORG', 'O', 'I-LOC', 'O'],
        })),
      plan: () => runPlan(this.stepsPerEpoch),
      start: ({ config, from }) => this.#start(config, from),
      startFromCheckpoint: ({ checkpoint }) => this.#startFromCheckpoint(checkpoint),
      checkpoint: () => (this.epoch === 0 ? undefined : { epoch: this.epoch, contents: this.#checkpoint() }),
      ablate: () => {
        this.#isAblating = true;
      },
      pause: () => undefined,
      resume: () => undefined,
      stop: () => (this.#isAblating ? this.ablated('stopped') : this.done('stopped')),
      tag: ({ text }) => tagByName(text),
      inspect: ({ text }) => inspectByName(text),
      score: ({ id }) => {
        const file = this.workspace.files.find((candidate) => candidate.id === id);
        const name = file?.name ?? '';
        const unknownTypes = name.includes('other') ? 'The model has no tags for these types: RIVER.' : undefined;
        return { file: name, scores: scoresAt(7), unknownTypes, errors: errorReport(), sentences: 3250, seconds: 2.1 };
      },
      predict: () => ({ name: 'predictions.txt', contents: new Blob(['Berlin B-LOC\n']) }),
      tagFile: ({ id, format }) => {
        const file = this.workspace.texts.find((text) => text.id === id)?.name ?? '';
        const types = [
          { type: 'PER', count: 1204 },
          { type: 'LOC', count: 311 },
        ];
        const examples = Array.from({ length: 60 }, (_, i) => taggedExample(i + 1));
        const leastSure = examples.toSorted((a, b) => a.leastSure.probability - b.leastSure.probability);
        const report = { file, sentences: 2110, tokens: 40_332, types, first: examples, leastSure, seconds: 3.2 };
        const written = format && { name: `${file}.${format}`, contents: new Blob([`as ${format}\n`]) };
        return { written, report };
      },
      removeModel: () => this.#haveModel(undefined),
      restoreModel: () => this.#haveModel(this.workspace.previous),
      discardModel: () => this.#have({ previous: undefined }),
      exportModel: () => ({ name: 'model.zip', contents: new Blob([new ArrayBuffer(8)]) }),
    };
  }

  #start(config: RunConfig, from: Params<'start'>['from'], epoch = 0): void {
    this.#config = config;
    this.#models++;
    if (from === 'scratch') this.workspace = { ...this.workspace, model: undefined };
    this.begin(epoch);
  }

  #checkpoint(): Blob {
    return new Blob([JSON.stringify({ config: this.#config, epoch: this.epoch })]);
  }

  async #startFromCheckpoint(checkpoint: Blob): Promise<RunConfig> {
    const { config, epoch } = JSON.parse(await checkpoint.text()) as { config: RunConfig; epoch: number };
    this.#start(config, 'scratch', epoch);
    for (let i = 1; i <= epoch; i++) this.emit('train', { kind: 'epoch', report: epochReport(i, config.epochs) });
    return config;
  }

  /** What a file is, is told by its name. */
  #add(files: File[], isSample: boolean): Workspace {
    const rejected: Workspace['rejected'] = [];
    let { vectors, model, previous } = this.workspace;
    const corpora = [...this.workspace.files];
    const texts = [...this.workspace.texts];
    for (const { name, size } of files) {
      const id = this.#nextId++;
      if (name.includes('glove')) vectors = { ...VECTORS, id, name };
      else if (name.endsWith('.zip')) {
        previous = model;
        model = { ...modelInfo(undefined, undefined, ++this.#models), name: name.slice(0, -4) };
      } else if (name === 'sample.train') corpora.push(corpusFile(id, name, 'train', 1287, 19310, 0.1));
      else if (name.endsWith('.train')) corpora.push({ ...corpusFile(id, name, 'train', 14041, 203621, 1) });
      else if (name.endsWith('.dev')) corpora.push(corpusFile(id, name, 'dev', 3250, 51362, 0.25));
      else if (name.endsWith('.txt')) texts.push(textFile(id, name, size));
      else if (name.endsWith('.test')) corpora.push(corpusFile(id, name, 'test', 3453, 46435, 0.24));
      else
        rejected.push({
          name,
          error: {
            code: 'BadInput',
            message: `${name} is an image. Add a corpus, vectors or a model.`,
            stack: undefined,
          },
        });
    }
    return this.#have({
      files: corpora.map((file) => ({ ...file, isSample })),
      texts,
      vectors,
      model,
      previous,
      rejected,
    });
  }

  #haveModel(model: ModelInfo | undefined): Workspace {
    return this.#have({ model, previous: this.workspace.model });
  }

  #have(parts: Partial<Workspace>): Workspace {
    const workspace = { ...this.workspace, rejected: [], ...parts };
    const canTrain = workspace.files.some(({ role }) => role === 'train');
    const blockers = canTrain ? [] : ['There is no training file: add one, or give a file the role train.'];
    const devSplit = canTrain && !workspace.files.some(({ role }) => role === 'dev') ? 0.1 : undefined;
    this.workspace = { ...workspace, blockers, devSplit };
    return this.workspace;
  }
}

function cancelled(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new StudioError('Cancelled', 'Cancelled.')));
  });
}
