import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Corpus, CorpusOptions, Problem, TagStyle } from '../data/corpus.ts';
import type { StoredVectors } from '../data/vectors/stored-vectors.ts';
import { readCorpus, requireUsable } from '../data/corpora/read-corpus.ts';
import type { ModelBundle } from '../export/bundle-contents.ts';
import { readBundle, readBundleFiles } from '../export/bundle.ts';
import { openDevice } from '../devices/open.ts';
import type { DeviceChoice } from '../devices/device.ts';
import type { TaggerModel } from '../model/model.ts';
import { fromBundle, vectorsOf } from '../export/model-bundle.ts';
import { requireCompatibleTags } from '../data/tags/training-tags.ts';
import { MODEL_FILES } from '../lib/model-files.ts';
import { StudioError } from '../lib/errors.ts';
import type { LoadedEncoder } from './encoder.ts';
import { exists, readBytes, readCorpusBytes } from './files.ts';
import { problemLines } from './format.ts';
import type { Terminal } from './terminal.ts';

/**
 * Reads a corpus and prints its problems.
 *
 * @throws StudioError BadInput if the file cannot be read, BadCorpus if it is not a corpus
 */
export async function loadCorpus(terminal: Terminal, path: string, options: CorpusOptions = {}): Promise<Corpus> {
  const corpus = readCorpus(path, await readCorpusBytes(path), options);
  const isFatal = ({ line, severity }: Problem) => line === 0 && severity === 'error'; // `requireUsable` throws it
  reportProblems(terminal, { ...corpus, problems: corpus.problems.filter((problem) => !isFatal(problem)) });
  requireUsable(corpus);
  return corpus;
}

export function reportProblems(
  terminal: Terminal,
  { file, problems, moreProblems }: Pick<Corpus, 'file' | 'problems' | 'moreProblems'>,
): void {
  problemLines(file, problems, moreProblems).forEach((line) => terminal.note(line));
}

/**
 * Reads a corpus with tags.
 *
 * @param like the corpus or model whose kind of tags it must have: with or without a scheme
 * @throws StudioError BadInput, BadCorpus
 */
export async function loadTaggedCorpus(
  terminal: Terminal,
  path: string,
  tagColumn: number | undefined,
  like?: { style: TagStyle; name: string },
  inputColumns: readonly string[] = [],
): Promise<Corpus> {
  const corpus = await loadCorpus(terminal, path, { ...(tagColumn !== undefined && { tagColumn }), inputColumns });
  requireCompatibleTags(corpus, like);
  return corpus;
}

/** A model with its weights on the device. */
export interface LoadedModel {
  path: string;
  model: TaggerModel;
  bundle: ModelBundle;
  /** Vectors for out-of-vocabulary words. */
  stored: StoredVectors | undefined;
}

/**
 * Opens the device and loads a model.
 *
 * @param path `model.zip`, or its folder
 * @param encoder for a model that was trained with one
 * @throws StudioError BadInput, BadModel, NoDevice
 */
export async function loadModel(path: string, device: DeviceChoice, encoder?: LoadedEncoder): Promise<LoadedModel> {
  const { path: zip, bundle } = await readModelFile(path);
  const wanted = bundle.vocabulary.features?.encoder;
  if (wanted !== undefined && encoder === undefined) {
    throw new StudioError(
      'BadInput',
      `${zip} needs the encoder ${wanted.name} (SHA-256 ${wanted.hash.slice(0, 12)}…). Pass its folder with --encoder.`,
    );
  }
  const features = encoder?.featuresOf(bundle);
  await openDevice(device, () => undefined); // if it is lost, later operations fail
  return { path: zip, bundle, model: { ...fromBundle(bundle), encoder: features }, stored: vectorsOf(bundle) };
}

/**
 * Reads a model without opening a device.
 *
 * @param path `model.zip`, the folder it is in, or the folder it was unpacked to
 * @throws StudioError BadInput, BadModel
 */
export async function readModelFile(path: string): Promise<Pick<LoadedModel, 'path' | 'bundle'>> {
  const isFolder = await stat(path).then(
    (info) => info.isDirectory(),
    () => false, // reading it reports the error
  );
  if (isFolder && !(await exists(join(path, MODEL_FILE)))) {
    const unpacked = await readUnpacked(path);
    if (unpacked !== undefined) return { path, bundle: readBundleFiles(unpacked) };
  }
  const zip = isFolder ? join(path, MODEL_FILE) : path;
  return { path: zip, bundle: readBundle(await readBytes(zip)) };
}

async function readUnpacked(folder: string): Promise<Record<string, Uint8Array> | undefined> {
  const names = new Set(await readdir(folder));
  if (!names.has('config.json')) return undefined;
  const files: Record<string, Uint8Array> = {};
  for (const name of MODEL_FILES) if (names.has(name)) files[name] = await readBytes(join(folder, name));
  return files;
}

export const METRICS_FILE = 'metrics.json';
export const MODEL_FILE = 'model.zip';
