import { ABLATION } from '../../src/config/ablation.ts';
import type { TrainerPort } from '../../src/app/bridge.ts';
import type { RunConfig } from '../../src/config/schema.ts';
import { predictionsFileName } from '../../src/data/corpora/write-predictions.ts';
import { typesWithoutTags } from '../../src/data/corpora/unseen-types.ts';
import { requireCompatibleTags } from '../../src/data/tags/training-tags.ts';
import type { TagStyle } from '../../src/data/corpus.ts';
import type { RunResult } from '../../src/eval/runs.ts';
import { StudioError, throwIfAborted } from '../../src/lib/errors.ts';
import { fileHandlers } from '../../src/workers/files/file-handlers.ts';
import { correctLabels } from '../../src/workers/annotation/label-check.ts';
import { LoadedFiles } from '../../src/workers/files/loaded-files.ts';
import { Activity } from '../../src/workers/models/activity.ts';
import type { ComparedTraining, Workspace } from '../../src/workers/wire/payloads.ts';
import type { Emit, Handlers, Params, RequestName } from '../../src/workers/wire/protocol.ts';
import { serve } from '../../src/workers/wire/serve.ts';
import { portPair } from '../helpers/port-pair.ts';
import { FakeAnnotation } from './fake-annotation.ts';
import { fakeExportSizes, FakeModels } from './fake-models.ts';
import { FakeRuns, type EndReason } from './fake-runs.ts';
import { scoresAt } from './samples.ts';
import { errorReport, modelsComparison, sliceScores, taggedExample } from './score-samples.ts';
import {
  attributeByName,
  gatesByName,
  inspectByName,
  occurrencesByName,
  spellingByName,
  tagByName,
} from './tag-by-name.ts';

const GPU = { device: 'webgpu' as const, description: 'WebGPU on a test adapter', threads: 1 };
const SIMD = { device: 'simd' as const, description: 'relaxed SIMD, 1 thread', threads: 1, oneThread: 'It is a test.' };

/**
 * A fake trainer for tests of the page. It serves the protocol over a channel and trains when the test says so. Files are read by
 * the worker's code; models and runs are invented. test/contract checks that it sends the same events as the real worker.
 */
export class FakeTrainer {
  readonly port: TrainerPort;
  /** The requests, in order. */
  readonly asked: { name: RequestName; params: unknown }[] = [];
  /** Requests of these names are refused with this error. */
  readonly refusals = new Map<RequestName, StudioError>();
  /** Requests of these names are answered once the promise settles, or rejected when they are cancelled. */
  readonly delays = new Map<RequestName, Promise<void>>();
  readonly stepsPerEpoch: number;
  isTerminated = false;
  emit: Emit = () => undefined;
  readonly #emit: Emit = (name, payload) => this.emit(name, payload);
  readonly #activity = new Activity();
  readonly #files = new LoadedFiles((name) => this.#emit('vectorsLost', { name }));
  readonly #models = new FakeModels(this.#emit, this.#activity);
  readonly #runs: FakeRuns;
  readonly #annotation = new FakeAnnotation(this.#activity);

  constructor(stepsPerEpoch = 20) {
    this.stepsPerEpoch = stepsPerEpoch;
    const context = { emit: this.#emit, activity: this.#activity, files: this.#files, models: this.#models };
    this.#runs = new FakeRuns({ ...context, stepsPerEpoch });
    const [page, worker] = portPair();
    serve(worker, (emit) => {
      this.emit = emit;
      return this.#recorded(this.#handlers());
    });
    const terminate = () => {
      this.isTerminated = true;
      page.onmessage = null;
    };
    this.port = Object.assign(page, { onerror: null, onmessageerror: null, terminate });
  }

  /** Trains some steps of the current epoch. */
  steps(count: number): void {
    this.#runs.steps(count);
  }

  /** Trains the current epoch to its end and scores it. */
  finishEpoch(): void {
    this.#runs.finishEpoch();
  }

  /**
   * Ends the current run: a single one, a seed, or a row of an ablation. If there are more, the next starts.
   *
   * @param changes to its result
   */
  done(reason: EndReason, changes?: Partial<RunResult>): void {
    this.#runs.end(reason, changes);
  }

  /** Fails the run. */
  fail(error: StudioError): void {
    this.#runs.fail(error);
  }

  /** Crashes the worker. */
  crash(message: string): void {
    this.port.onerror?.(Object.assign(new Event('error'), { message }) as ErrorEvent);
  }

  /**
   * Trains one epoch per millisecond.
   *
   * @param diverges whether the loss of a run becomes infinite
   * @returns stops it
   */
  trainAlone(diverges: (config: RunConfig) => boolean): () => void {
    const timer = setInterval(() => {
      const run = this.#runs.active;
      if (run === undefined) return;
      if (diverges(run.config)) this.fail(new StudioError('NonFiniteLoss', 'The loss became Infinity at step 3.'));
      else if (run.isOver) this.done(run.epochs < run.config.epochs ? 'patience' : 'finished');
      else this.finishEpoch();
    }, 1);
    return () => clearInterval(timer);
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
    const [files, models, runs] = [this.#files, this.#models, this.#runs];
    return {
      ping: () => undefined,
      open: ({ device }) =>
        this.#activity.whileIdle('change the device', () => {
          if (device === 'webgpu') return { ...GPU, refused: [{ device: 'simd', reason: 'You asked for webgpu.' }] };
          const reason = device === 'simd' ? 'You asked for simd.' : 'The only adapter is in software.';
          return { ...SIMD, refused: [{ device: 'webgpu', reason }] };
        }),
      ...fileHandlers({
        emit: this.#emit,
        files,
        isFree: () => this.#activity.isFree,
        importModel: (file) => models.import(file),
        workspace: (rejected) => this.#workspace(rejected),
      }),
      plan: ({ config }) => runs.plan(config),
      start: ({ config, from, seeds = 1 }, signal) => runs.start(config, from, seeds, signal),
      startFromCheckpoint: ({ checkpoint }, signal) => runs.startFromCheckpoint(checkpoint, signal),
      checkpoint: () => runs.checkpoint(),
      ablate: ({ config, rows, seeds }, signal) =>
        runs.ablate(
          config,
          ABLATION.filter(({ id }) => rows.includes(id)),
          seeds,
          signal,
        ),
      search: () => {
        throw new StudioError('NotReady', 'The fake trainer does not search.');
      },
      follow: () => undefined,
      pause: () => runs.pause(),
      resume: () => runs.resume(),
      stop: () => runs.stop(),
      tag: ({ text }, signal) => {
        models.require();
        throwIfAborted(signal);
        return tagByName(text);
      },
      inspect: ({ text }) => {
        models.require();
        return inspectByName(text);
      },
      inspectStored: ({ text }) => this.#activity.whileIdle('read another model', () => inspectByName(text)),
      attribute: (query) => {
        models.require();
        return attributeByName(query);
      },
      spelling: (query) => {
        models.require();
        return spellingByName(query);
      },
      gates: (query) => {
        models.require();
        return gatesByName(query);
      },
      occurrences: (query) => {
        models.require();
        return occurrencesByName(query);
      },
      score: ({ id }) => this.#score(id),
      compareModels: ({ file }) =>
        this.#activity.whileIdle('compare models', () => ({
          file: file === undefined ? files.names().dev : files.corpus(file).file,
          comparison: modelsComparison(),
        })),
      devSlices: () => {
        const { style } = models.require();
        files.source();
        return { slices: sliceScores(), training: this.#training(style), epoch: runs.active?.epochs ?? 1 };
      },
      predict: async ({ id }) => {
        const corpus = files.corpus(id);
        const lines = new TextDecoder().decode(await files.bytes(id)).split('\n');
        models.require();
        const tagged = lines.map((line) => (line === '' ? '' : `${line} O`)).join('\n');
        return { name: predictionsFileName(corpus), contents: new Blob([tagged]) };
      },
      tagFile: (params) => this.#tagFile(params),
      annotationTexts: (params) => this.#annotation.setTexts(params),
      restoreLearner: (params) => this.#annotation.restore(params),
      learn: (request, signal) => this.#annotation.learn(request, signal),
      suggest: (params) => this.#annotation.suggest(params),
      checkLabels: ({ id }, signal) => this.#annotation.checkLabels(files.corpus(id), signal),
      correctLabels: (params) => correctLabels(files, params),
      exportModel: (params) => models.export(params),
      clusterKit: () => ({ ...models.export({}), lines: 'torchrun tagger.py train model.zip' }),
      exportSizes: () => {
        const { style } = models.require();
        return fakeExportSizes(files.dev(style));
      },
      distill: () => models.distill(),
      removeModel: async () => {
        await models.remove();
        return this.#workspace();
      },
      restoreModel: async () => {
        await models.restorePrevious();
        return this.#workspace();
      },
      discardModel: () => {
        models.discardPrevious();
        return this.#workspace();
      },
    };
  }

  #workspace(rejected: Workspace['rejected'] = []): Workspace {
    return { ...this.#files.summary(), ...this.#models.infos(), rejected };
  }

  #score(id: number): ReturnType<Handlers['score']> {
    const corpus = this.#files.corpus(id);
    const { config, style, tags } = this.#models.require();
    requireCompatibleTags(corpus, { name: 'the model', style });
    return {
      file: corpus.file,
      scores: scoresAt(7),
      unknownTypes: typesWithoutTags({ config, style, vocabulary: { tags } }, corpus),
      errors: errorReport(),
      slices: sliceScores(),
      training: this.#training(style),
      sentences: corpus.sentences.length,
      tokens: 40,
      knownTokens: 9,
      unknownLetters: { letters: ['ж', 'ё'], tokens: 12 },
      seconds: 2.1,
    };
  }

  #training(style: TagStyle): ComparedTraining | undefined {
    const training = this.#files.training(style);
    return training && { files: training.files, modelFiles: undefined };
  }

  async #tagFile({ id, format }: Params<'tagFile'>): Promise<Awaited<ReturnType<Handlers['tagFile']>>> {
    const { name } = await this.#files.texts.read(id);
    this.#models.require();
    const types = [
      { type: 'PER', count: 1204 },
      { type: 'LOC', count: 311 },
    ];
    const examples = Array.from({ length: 60 }, (_, i) => taggedExample(i + 1));
    const leastSure = examples.toSorted((a, b) => a.leastSure.probability - b.leastSure.probability);
    const written = format && {
      name: `${name.replace(/\.txt$/i, '')}.predicted.${format}`,
      contents: new Blob([`as ${format}\n`]),
    };
    const report = {
      file: name,
      sentences: 2110,
      tokens: 40_332,
      types,
      first: examples,
      leastSure,
      unknownLetters: { letters: ['ж'], tokens: 4033 },
      seconds: 3.2,
    };
    return { written, report };
  }
}

function cancelled(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new StudioError('Cancelled', 'Cancelled.')));
  });
}
