import { DOCUMENTS_PRESET } from '../config/documents-preset.ts';
import type { RunConfig } from '../config/schema.ts';
import type { DeviceChoice, DeviceReport } from '../devices/device.ts';
import { closeDevice } from '../devices/open.ts';
import { StudioDevice } from '../devices/studio-device.ts';
import type { Scores } from '../eval/scores.ts';
import { writeBundle } from '../export/bundle.ts';
import { trainedBundle } from '../export/trained-bundle.ts';
import { calibrateTrained } from '../tagging/calibrate.ts';
import { StudioError, throwIfAborted } from '../lib/errors.ts';
import type { TrainEvent } from '../model/events.ts';
import type { RunInputs } from '../runs/inputs.ts';
import { seedRuns, study, type StudyEvent } from '../runs/study.ts';
import { describeData, readData, type ReadFile, type ReadGazetteer, type ReadVectors } from './data.ts';
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
  /** Lists of names whose matches are inputs of the model: one name per line, or a table of names and types. */
  gazetteers?: FileSource | readonly FileSource[];
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
      settings: RunConfig;
    }
  /** Also when a lost GPU was replaced. */
  | { kind: 'device'; device: DeviceReport }
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
    };
    const data = await readData(
      sources,
      (haveDocuments) => settingsFrom(haveDocuments ? DOCUMENTS_PRESET : DEFAULT_PRESET),
      signal,
    );
    const { config: settings } = data;
    yield { kind: 'read', ...describeData(data), settings };
    const device = new StudioDevice();
    const report = await device.open(choice, threads);
    yield { kind: 'device', device: report };
    throwIfAborted(signal);
    const replacements: DeviceReport[] = []; // replacement devices of lost ones
    const events = study(seedRuns('train', settings, 1), data.source, {
      ...(signal && { signal }),
      test: data.corpora.test?.sentences,
      device: {
        isLost: (error) => device.isLost(error),
        replace: async () => void replacements.push((await device.replace()).device),
      },
    });
    for await (const event of events) {
      for (const replaced of replacements.splice(0)) yield { kind: 'device', device: replaced };
      if (event.kind === 'end') yield* ending(event, data, report);
      else if (event.kind === 'train') yield event.event;
    }
  } finally {
    closeDevice();
    isTraining = false;
  }
}

/** Yields the model, if there is one; then throws the failure that ended the run, if any. */
async function* ending(
  end: StudyEvent & { kind: 'end' },
  inputs: RunInputs,
  device: DeviceReport,
): AsyncGenerator<TrainingEvent, void> {
  const { model, best, result, weights, failure } = end;
  if (weights !== undefined) {
    const calibrated = await calibrateTrained(model, weights, inputs.source.dev, inputs.vectors?.stored);
    model.confidence = calibrated && { calibration: calibrated.calibration };
    const zip = writeBundle(await trainedBundle(end, inputs, device));
    yield { kind: 'model', zip, bestEpoch: best?.epoch ?? 0, dev: best?.scores, test: result?.test };
  }
  if (failure !== undefined) throw failure;
}

function listOf(sources: FileSource | readonly FileSource[] | undefined): readonly FileSource[] {
  if (sources === undefined) return [];
  return isList(sources) ? sources : [sources];
}

function isList(sources: FileSource | readonly FileSource[]): sources is readonly FileSource[] {
  return Array.isArray(sources);
}
