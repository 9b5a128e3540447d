import type { LegacyEncoding } from '../data/encodings.ts';
import { DOCUMENTS_PRESET } from '../config/documents-preset.ts';
import type { RunConfig } from '../config/schema.ts';
import { STUDENT } from '../config/unlabelled.ts';
import { tagKind } from '../data/corpus.ts';
import type { DeviceChoice, DeviceReport } from '../devices/device.ts';
import { closeDevice } from '../devices/open.ts';
import { StudioDevice } from '../devices/studio-device.ts';
import type { F1Difference } from '../eval/f1-difference.ts';
import type { Scores } from '../eval/scores.ts';
import { writeBundle } from '../export/bundle.ts';
import { trainedBundle } from '../export/trained-bundle.ts';
import { calibrateTrained } from '../tagging/scores/calibrate.ts';
import { asError, StudioError, throwIfAborted } from '../lib/errors.ts';
import type { TrainEvent } from '../model/events.ts';
import type { RunInputs } from '../runs/inputs.ts';
import { seedRuns, study, type StudyEvent } from '../runs/study.ts';
import { learnFromPool } from '../runs/unlabelled.ts';
import { describeData, readData, type ReadFile, type ReadGazetteer, type ReadText, type ReadVectors } from './data.ts';
import type { FileSource } from './files.ts';
import { resolveSettings } from './settings.ts';

export interface TrainOptions {
  /** Tagged sentences. Several files are read as one corpus. */
  train: FileSource | readonly FileSource[];
  /** Selects the best epoch. Default: a tenth of the training sentences is held out. */
  dev?: FileSource | readonly FileSource[];
  /** Scored at the end, with the weights of the best epoch. */
  test?: FileSource | readonly FileSource[];
  /** Word vectors: GloVe, word2vec or fastText text, plain, `.gz` or `.zip`. Default: learned from the training data only. */
  vectors?: FileSource;
  /** Further columns of the corpora that are inputs of the model, by name, for example `['pos']`. */
  columns?: readonly string[];
  /** Lists of names whose matches are inputs of the model: one name per line, or a table or JSON of names and types. */
  gazetteers?: FileSource | readonly FileSource[];
  /** The encoding of files that are not UTF-8, such as `koi8-r`. Default: the likeliest one. */
  encoding?: LegacyEncoding;
  /**
   * Text without labels that the model also learns from: running text, tokens, tables, JSON; tags are ignored. Three teachers label it, a
   * student learns from what they agree on, and the best of the four is the model. It takes several times as long.
   */
  unlabelled?: FileSource | readonly FileSource[];
  /** Id of the preset that provides the settings. Default: `tagsmith-documents` for training files with documents, else `tagsmith`. */
  preset?: string;
  /** Changes to the preset. */
  settings?: Partial<RunConfig>;
  /** `auto` (default): a hardware GPU if there is one, otherwise `simd`, WebAssembly on the CPU. */
  device?: DeviceChoice;
  /** Threads of `simd`. Default: one per core, up to 8. In browsers more than one needs a cross-origin isolated page. */
  threads?: number;
  /** Stops after the current step. The model then has the best weights so far. */
  signal?: AbortSignal;
}

/** Events of training, in this order; `steps` about ten times a second. */
export type TrainingEvent =
  | {
      kind: 'read';
      files: ReadFile[];
      gazetteers: ReadGazetteer[];
      vectors: ReadVectors | undefined;
      /** Text without labels. */
      texts: ReadText[];
      settings: RunConfig;
    }
  /** Also when a lost GPU was replaced. */
  | { kind: 'device'; device: DeviceReport }
  /** Only with text without labels: a run begins, whose events follow. */
  | { kind: 'run'; label: 'teacher' | 'student'; seed: number }
  /** The teachers agree on `agreed` of the `of` sentences without labels. */
  | { kind: 'labelled'; agreed: number; of: number }
  /** F1 on dev of the student and of the best teacher, in [0, 1]. */
  | { kind: 'compared'; difference: F1Difference }
  | TrainEvent
  | {
      kind: 'model';
      /** The model, for `Tagger.load`, the studio and the command line. */
      zip: Uint8Array<ArrayBuffer>;
      /** 0: stopped before an epoch was scored. */
      bestEpoch: number;
      dev: Scores | undefined;
      /** Test scores; undefined without a test file, or if training was stopped. */
      test: Scores | undefined;
    };

/** For files without documents. */
const DEFAULT_PRESET = 'tagsmith';

/** TF.js has one device per thread. */
let isTraining = false;

/**
 * Trains a model and yields events, the last of which has the model. `signal` ends the run after the current step, with the best model
 * so far. Leaving the loop ends the run without a model.
 *
 * @throws StudioError with any code of files, settings, devices and training
 */
export async function* trainModel(options: TrainOptions): AsyncGenerator<TrainingEvent, void> {
  if (isTraining) {
    throw new StudioError(
      'NotReady',
      'A model is already being trained in this thread. Train one at a time, or in workers.',
    );
  }
  const train = listOf(options.train);
  if (train.length === 0) throw new StudioError('BadInput', 'Expected a file in train.');
  const { signal, device: choice = 'auto', threads } = options;
  const settingsFrom = (preset: string) => resolveSettings(options.preset ?? preset, options.settings ?? {});
  settingsFrom(DEFAULT_PRESET); // invalid settings are reported before anything is read
  isTraining = true;
  try {
    const sources = {
      train,
      dev: listOf(options.dev),
      test: listOf(options.test),
      inputColumns: options.columns ?? [],
      gazetteers: listOf(options.gazetteers),
      vectors: options.vectors,
      encoding: options.encoding,
    };
    const { inputs, pool, texts } = await readData(
      { ...sources, unlabelled: listOf(options.unlabelled) },
      (haveDocuments) => settingsFrom(haveDocuments ? DOCUMENTS_PRESET : DEFAULT_PRESET),
      signal,
    );
    const { config: settings, source } = inputs;
    if (pool.length > 0 && tagKind(source.style) === 'classes') {
      throw new StudioError('BadCorpus', 'Text without labels teaches tags of words, not classes of texts.');
    }
    yield { kind: 'read', ...describeData(inputs), texts, settings };
    const device = new StudioDevice();
    const report = await device.open(choice, threads);
    yield { kind: 'device', device: report };
    throwIfAborted(signal);
    const replacements: DeviceReport[] = []; // replacement devices of lost ones
    const shared = {
      ...(signal && { signal }),
      test: inputs.corpora.test?.sentences,
      device: {
        isLost: (error: unknown) => device.isLost(error),
        replace: async () => void replacements.push((await device.replace()).device),
      },
    };
    const news: TrainingEvent[] = []; // about the text without labels
    const events =
      pool.length === 0
        ? study(seedRuns('train', settings, 1), source, shared)
        : learnFromPool(settings, source, pool, {
            ...shared,
            onLabelled: ({ sentences, of }) => void news.push({ kind: 'labelled', agreed: sentences.length, of }),
            onCompared: (difference) => void news.push({ kind: 'compared', difference }),
          });
    let model: ModelEvent | undefined;
    let failure: Error | undefined;
    try {
      for await (const event of events) {
        for (const replaced of replacements.splice(0)) yield { kind: 'device', device: replaced };
        yield* news.splice(0);
        if (event.kind === 'begin' && pool.length > 0) yield runEvent(event);
        else if (event.kind === 'train') yield event.event;
        else if (event.kind === 'end') {
          if (event.isBest || model === undefined) model = await modelEvent(event, inputs, report);
          ({ failure } = event);
        }
      }
    } catch (error) {
      failure = asError(error); // after the model
    }
    if (model !== undefined) yield model;
    if (failure !== undefined) throw failure;
  } finally {
    closeDevice();
    isTraining = false;
  }
}

function runEvent({ run: { label, config } }: StudyEvent & { kind: 'begin' }): TrainingEvent {
  return { kind: 'run', label: label === STUDENT ? STUDENT : 'teacher', seed: config.seed };
}

type ModelEvent = TrainingEvent & { kind: 'model' };

/** The model of a run that has ended; undefined if it has none. */
async function modelEvent(
  end: StudyEvent & { kind: 'end' },
  inputs: RunInputs,
  device: DeviceReport,
): Promise<ModelEvent | undefined> {
  const { model, best, result, weights } = end;
  if (weights === undefined) return undefined;
  const calibrated = await calibrateTrained(model, weights, inputs.source.dev, inputs.vectors?.stored);
  model.confidence = calibrated && { calibration: calibrated.calibration };
  const zip = writeBundle(await trainedBundle(end, inputs, device));
  return { kind: 'model', zip, bestEpoch: best?.epoch ?? 0, dev: best?.scores, test: result?.test };
}

function listOf(sources: FileSource | readonly FileSource[] | undefined): readonly FileSource[] {
  if (sources === undefined) return [];
  return isList(sources) ? sources : [sources];
}

function isList(sources: FileSource | readonly FileSource[]): sources is readonly FileSource[] {
  return Array.isArray(sources);
}
