import { DOCUMENTS_PRESET } from '../config/preset-advice.ts';
import type { RunConfig } from '../config/schema.ts';
import type { DeviceChoice, DeviceReport } from '../devices/device.ts';
import { closeDevice } from '../devices/open.ts';
import { StudioDevice } from '../devices/studio-device.ts';
import type { Scores } from '../eval/scores.ts';
import { writeBundle } from '../export/bundle.ts';
import { toBundle } from '../export/model-bundle.ts';
import { StudioError, throwIfAborted } from '../lib/errors.ts';
import type { TrainEvent } from '../model/events.ts';
import { countsOf } from '../runs/sources.ts';
import { seedRuns, study, type StudyEvent } from '../runs/study.ts';
import { readData, type ReadFile, type ReadGazetteer, type ReadVectors, type RunData } from './data.ts';
import type { FileSource } from './files.ts';
import { resolveSettings } from './settings.ts';

export interface TrainOptions {
  train: FileSource | readonly FileSource[];
  dev?: FileSource | readonly FileSource[];
  test?: FileSource | readonly FileSource[];
  vectors?: FileSource;
  columns?: readonly string[];
  gazetteers?: FileSource | readonly FileSource[];
  preset?: string;
  settings?: Partial<RunConfig>;
  device?: DeviceChoice;
  threads?: number;
  signal?: AbortSignal;
}

export type TrainingEvent =
  | {
      kind: 'read';
      files: ReadFile[];
      gazetteers: ReadGazetteer[];
      vectors: ReadVectors | undefined;
      settings: RunConfig;
    }
  | { kind: 'device'; device: DeviceReport }
  | TrainEvent
  | {
      kind: 'model';
      zip: Uint8Array<ArrayBuffer>;
      bestEpoch: number;
      dev: Scores | undefined;
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
    const { settings, files, gazetteers, vectors } = data;
    yield { kind: 'read', files, gazetteers, vectors, settings };
    const device = new StudioDevice();
    const report = await device.open(choice, threads);
    yield { kind: 'device', device: report };
    throwIfAborted(signal);
    const replacements: DeviceReport[] = []; // replacement devices of lost ones
    const events = study(seedRuns('train', settings, 1), data.source, {
      ...(signal && { signal }),
      test: data.test?.sentences,
      device: {
        isLost: (error) => device.isLost(error),
        replace: async () => void replacements.push((await device.replace()).device),
      },
    });
    for await (const event of events) {
      for (const replaced of replacements.splice(0)) yield { kind: 'device', device: replaced };
      if (event.kind === 'end') yield* ending(event, data, report);
      else if (event.kind === 'train' && event.event.kind !== 'checkpoint') yield event.event;
    }
  } finally {
    closeDevice();
    isTraining = false;
  }
}

/** Yields the model, if there is one; then throws the failure that ended the run, if any. */
async function* ending(
  { model, best, result, failure }: StudyEvent & { kind: 'end' },
  { source, names, vectors, stored }: RunData,
  device: DeviceReport,
): AsyncGenerator<TrainingEvent, void> {
  if (best !== undefined || failure === undefined) {
    const bestEpoch = best?.epoch ?? 0;
    const data = { ...names, ...countsOf(source.train) };
    const provenance = {
      data,
      vectors: vectors?.name.split(/[\\/]/).at(-1),
      device: device.description,
      bestEpoch,
      dev: best?.scores,
    };
    const zip = writeBundle(await toBundle(model, provenance, stored, best?.weights));
    yield { kind: 'model', zip, bestEpoch, dev: best?.scores, test: result?.test };
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
