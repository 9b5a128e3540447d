import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { tagKind, type Corpus } from '../../data/corpus.ts';
import type { LegacyEncoding } from '../../data/encodings.ts';
import { shownName } from '../../data/files/shown-name.ts';
import type { VectorsProgress } from '../../data/vectors/read-vectors.ts';
import type { StoredVectors } from '../../data/vectors/stored-vectors.ts';
import type { ModelBundle } from '../../export/bundle-contents.ts';
import { readBundle, readBundleFiles } from '../../export/read-bundle.ts';
import { openDevice } from '../../devices/open.ts';
import type { DeviceChoice } from '../../devices/device.ts';
import type { TaggerModel } from '../../model/model.ts';
import { fromBundle, vectorsOf } from '../../export/model-bundle.ts';
import { percentText } from '../../eval/figure-text.ts';
import { MODEL_FILES, modelExcess } from '../../lib/model-files.ts';
import { StudioError } from '../../lib/errors.ts';
import type { LoadedEncoder } from './encoder.ts';
import {
  readTaggedCorpus,
  type InputFile,
  type InputPart,
  type Problems,
  type Role,
  type TaggedCorpusOptions,
  type VectorsInput,
  type WordVectorsFile,
} from '../../runs/inputs.ts';
import { readCorpusFile, readListFile } from './corpus-file.ts';
import { readNames, requireNames, type NameFile } from '../../data/features/read-names.ts';
import { openVectors, readBytes } from '../files.ts';
import { corpusLine, count, problemLines } from '../format.ts';
import { flagsOfReading, readingOf, type ReadingFlags } from '../parsing/shared-flags.ts';
import type { Terminal } from '../terminal.ts';

/** @param classField of the texts, in a table whose rows are then not those of entities @param role see `readCorpusFile` */
export const corpusFile = (path: string, classField?: string, role?: Role): InputFile => ({
  name: path,
  read: () => readCorpusFile(path, { keepsRows: Boolean(classField), role }),
});

export const namesFile = (path: string, encoding?: LegacyEncoding): InputFile => ({
  name: path,
  read: () => readListFile(path, encoding),
});

export const vectorsFile = (path: string): VectorsInput => ({ name: path, open: () => openVectors(path) });

/** Reads a list of names, and prints its problems. @throws StudioError BadInput if it has none */
export async function loadNames(terminal: Terminal, path: string, encoding?: LegacyEncoding): Promise<NameFile> {
  const { name, bytes } = await readListFile(path, encoding);
  const names = readNames(name, bytes);
  reportProblems(terminal, names);
  requireNames(names);
  return names;
}

/** Shows the progress of reading vectors. */
export function vectorsProgress(terminal: Terminal, path = ''): (progress: VectorsProgress) => void {
  const name = basename(path);
  return ({ bytes, size, lines, kept }) =>
    terminal.progress(
      `reading ${name}: ${Math.floor((100 * bytes) / size)}%, ${count(lines)} lines, ${count(kept)} kept`,
    );
}

/** Prints what was read: the problems of each file, and its summary. */
export function inputReporter(terminal: Terminal): (part: InputPart) => void {
  return (part) => {
    switch (part.kind) {
      case 'problems':
        return reportProblems(terminal, part);
      case 'question':
        return refuseUnanswered(part.corpus);
      case 'corpus':
        return terminal.note(corpusLine(part.role, part.corpus));
      case 'held out': {
        const { train, dev } = part.source;
        return terminal.note(
          `dev: no --dev file; holding out ${count(dev.length)} of ${count(train.length + dev.length)} training sentences`,
        );
      }
      case 'vectors':
        terminal.note(vectorsLine(part.vectors));
        if (part.vectors.caseWarning !== undefined)
          terminal.note(`${part.vectors.caseWarning} Add --set lowercase=false.`);
        return;
      default:
        return part satisfies never;
    }
  };
}

/** @throws StudioError BadCorpus with the flags that answer the question of the reader */
function refuseUnanswered({ file, question }: Corpus): void {
  if (question === undefined) return;
  const choices = question.options.map(({ label, settings }) => `\n  ${flagsOfReading(settings)}: ${label}`).join('');
  throw new StudioError('BadCorpus', `${shownName(file)}: ${question.reason} ${question.what}${choices}`);
}

function vectorsLine({ file, words, vectors, coverage }: WordVectorsFile): string {
  const covered = (of: 'types' | 'tokens') => percentText(1 - coverage.matched.none[of] / coverage[of]);
  return (
    `vectors ${file}: ${count(words)} words of ${vectors.dimensions} dimensions, ${count(vectors.words.length)} kept; ` +
    `they cover ${covered('types')}% of the training words, ${covered('tokens')}% of the tokens`
  );
}

export function reportProblems(terminal: Terminal, { file, problems, moreProblems }: Problems): void {
  problemLines(file, problems, moreProblems).forEach((line) => terminal.note(line));
}

/**
 * Reads a corpus with tags, and prints its problems.
 *
 * @throws StudioError BadInput, BadCorpus
 */
export function loadTaggedCorpus(
  terminal: Terminal,
  path: string,
  flags: ReadingFlags,
  options: Omit<TaggedCorpusOptions, 'reading'> = {},
): Promise<Corpus> {
  return readTaggedCorpus(
    corpusFile(path, flags.classField),
    { reading: readingOf(flags, path), ...options },
    inputReporter(terminal),
  );
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

/** @throws StudioError BadModel for a model that gives each text one class: it finds no entities */
export function requireTagger({ path, model }: Pick<LoadedModel, 'path' | 'model'>): void {
  if (tagKind(model.style) !== 'classes') return;
  throw new StudioError(
    'BadModel',
    `${path} gives each text one class and finds no entities. Use tagsmith tag or evaluate.`,
  );
}

/**
 * Reads a model without opening a device.
 *
 * @param path `model.zip`, the folder it is in, or the folder it was unpacked to
 * @throws StudioError BadInput, BadModel
 */
export async function readModelFile(path: string): Promise<Pick<LoadedModel, 'path' | 'bundle'>> {
  const kind = (of: string) => stat(of).catch(() => undefined); // reading it reports the error
  const isFolder = (await kind(path))?.isDirectory() === true;
  const zip = isFolder ? join(path, MODEL_FILE) : path;
  const isZipThere = !isFolder || (await kind(zip))?.isFile() === true;
  if (!isZipThere) {
    const unpacked = await readUnpacked(path);
    if (unpacked !== undefined) return { path, bundle: readBundleFiles(unpacked) };
    throw new StudioError('BadInput', `Cannot read ${zip}: no such file.`); // or a pipe, which may have no end
  }
  return { path: zip, bundle: readBundle(await readBytes(zip)) };
}

/** A pipe or a device in the folder of a model is none of its files. */
const isEndless = (entry: Dirent) => entry.isFIFO() || entry.isCharacterDevice() || entry.isBlockDevice();

async function readUnpacked(folder: string): Promise<Record<string, Uint8Array> | undefined> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = new Set(entries.filter((entry) => !isEndless(entry)).map(({ name }) => name));
  if (!names.has('config.json')) return undefined;
  const files: Record<string, Uint8Array> = {};
  const present = MODEL_FILES.filter((name) => names.has(name));
  const sizes = await Promise.all(present.map(async (name) => [name, (await stat(join(folder, name))).size] as const));
  const excess = modelExcess(Object.fromEntries(sizes));
  if (excess !== undefined) throw new StudioError('BadModel', `${folder} is not a model: ${excess}.`);
  for (const name of present) files[name] = await readBytes(join(folder, name));
  return files;
}

export const METRICS_FILE = 'metrics.json';
export const MODEL_FILE = 'model.zip';
