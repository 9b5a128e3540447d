import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Corpus, CorpusOptions, Problem, TagStyle } from '../data/corpus.ts';
import type { StoredVectors } from '../data/vectors/stored-vectors.ts';
import { readCorpus, requireUsable } from '../data/corpora/read-corpus.ts';
import { readBundle, type ModelBundle } from '../export/bundle.ts';
import { openDevice } from '../devices/open.ts';
import type { DeviceChoice, DeviceReport } from '../devices/device.ts';
import type { TaggerModel } from '../model/model.ts';
import { fromBundle, vectorsOf } from '../export/model-bundle.ts';
import { requireTagsLike } from '../data/tags/training-tags.ts';
import { readBytes } from './files.ts';
import { problemLines } from './format.ts';
import type { Terminal } from './terminal.ts';

/** Reads a corpus and tells its problems. Fails with `BadCorpus` where it is none. */
export async function loadCorpus(terminal: Terminal, path: string, options: CorpusOptions = {}): Promise<Corpus> {
  const corpus = readCorpus(path, await readBytes(path), options);
  const isOfAll = ({ line, severity }: Problem) => line === 0 && severity === 'error'; // told by what fails
  tellProblems(terminal, { ...corpus, problems: corpus.problems.filter((problem) => !isOfAll(problem)) });
  requireUsable(corpus);
  return corpus;
}

export function tellProblems(
  terminal: Terminal,
  { file, problems, moreProblems }: Pick<Corpus, 'file' | 'problems' | 'moreProblems'>,
): void {
  problemLines(file, problems, moreProblems).forEach((line) => terminal.note(line));
}

/** A corpus with tags of the same kind as others have: entities, or tags without a scheme. */
export async function loadTaggedCorpus(
  terminal: Terminal,
  path: string,
  tagColumn: number | undefined,
  like?: { style: TagStyle; name: string },
): Promise<Corpus> {
  const corpus = await loadCorpus(terminal, path, tagColumn === undefined ? {} : { tagColumn });
  requireTagsLike(corpus, like);
  return corpus;
}

/** A model on the device. */
export interface LoadedModel {
  path: string;
  model: TaggerModel;
  bundle: ModelBundle;
  stored: StoredVectors | undefined;
}

/** Opens the device and loads a model there, from its zip or the folder that has it. */
export async function loadModel(path: string, device: DeviceChoice): Promise<LoadedModel> {
  const isFolder = await stat(path).then(
    (info) => info.isDirectory(),
    () => false, // reading it says why
  );
  const zip = isFolder ? join(path, MODEL_FILE) : path;
  const bundle = readBundle(await readBytes(zip));
  await openDeviceFor(device);
  return { path: zip, bundle, model: fromBundle(bundle), stored: vectorsOf(bundle) };
}

export const MODEL_FILE = 'model.zip';

/** Where nothing can be done about the loss of a GPU, what computes next fails by itself. */
export function openDeviceFor(choice: DeviceChoice): Promise<DeviceReport> {
  return openDevice(choice, () => undefined);
}
