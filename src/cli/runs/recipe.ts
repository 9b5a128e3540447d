import { closeSync, existsSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import {
  dataDifferences,
  nearestPreset,
  readingFor,
  readRecipeFile,
  type SavedRecipe,
} from '../../config/recipe-file.ts';
import type { CorpusOptions } from '../../data/corpus.ts';
import { readingSettings, settingsForOther } from '../../data/reading-settings.ts';
import { readBundle } from '../../export/read-bundle.ts';
import { StudioError } from '../../lib/errors.ts';
import type { Alone } from '../../runs/inputs.ts';
import { dataFingerprints, type DataOfRun } from '../../runs/data-fingerprints.ts';
import { failedTo, requireModelSize } from '../files.ts';
import { MODEL_FILE } from '../inputs/inputs.ts';
import type { Terminal } from '../terminal.ts';

const MOST_PIPED_BYTES = 2 ** 24;

/** A recipe and where it was read. */
export interface LoadedRecipe extends SavedRecipe {
  file: string;
}

/**
 * Reads a recipe: the JSON file, `metrics.json`, or a model (zip or folder).
 *
 * @throws StudioError BadInput if it cannot be read, BadConfig or BadModel if it is not a recipe
 */
export function loadRecipe(path: string): LoadedRecipe {
  const file = fileOf(path);
  const bytes = read(file);
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) {
    const recipe = readRecipeFile(file, new TextDecoder().decode(bytes));
    // Those of files that are not read with it, too: a name may be misspelt.
    for (const [name, written] of Object.entries(recipe.readings ?? {})) readingSettings(name, written);
    return { file, ...recipe };
  }
  const { config } = readBundle(bytes);
  return { file, presetId: nearestPreset(config), config, seeds: 1 };
}

/** The file with the settings: in a folder, the file of its model, zipped or unpacked. */
function fileOf(path: string): string {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) return path;
  const [zip, unpacked] = [join(path, MODEL_FILE), join(path, 'config.json')];
  return existsSync(zip) || !existsSync(unpacked) ? zip : unpacked;
}

function read(path: string): Uint8Array<ArrayBuffer> {
  try {
    const info = statSync(path);
    if (info.isCharacterDevice() || info.isBlockDevice())
      throw new StudioError('BadInput', `Cannot read ${path}: it is not a file.`); // it may have no end
    requireModelSize(path)(info.size);
    return info.isFile() ? new Uint8Array(readFileSync(path)) : readPipe(path);
  } catch (error) {
    throw error instanceof StudioError ? error : failedTo('read', path, error);
  }
}

/** Reads a pipe, which may have no end. */
function readPipe(path: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(MOST_PIPED_BYTES + 1);
  const pipe = openSync(path, 'r');
  try {
    let size = 0;
    for (let read = 1; read > 0 && size < bytes.length; size += read)
      read = readSync(pipe, bytes, size, bytes.length - size, null);
    if (size <= MOST_PIPED_BYTES) return bytes.slice(0, size);
  } finally {
    closeSync(pipe);
  }
  throw new StudioError(
    'BadInput',
    `${path} has more than ${MOST_PIPED_BYTES} bytes, the limit of a recipe from a pipe.`,
  );
}

/**
 * How a file is read. A flag counts more than what the recipe says: as for the file of its name, or else, with a note, for another one of
 * its form.
 *
 * @param alone the file without what the recipe says; undefined if it is not read yet
 * @param given by flags
 * @throws StudioError BadConfig
 */
export function readingWithRecipe(
  terminal: Terminal,
  recipe: LoadedRecipe | undefined,
  file: string,
  alone: Alone | undefined,
  given: CorpusOptions,
): CorpusOptions {
  const other = recipe && readingFor(recipe, file, alone?.form);
  if (other === undefined) return given;
  const settings = readingSettings(other, recipe!.readings![other]!);
  if (other === file) return { ...settings, ...given };
  const ofForm = settingsForOther(settings, alone?.question);
  if (Object.keys(ofForm).some((part) => !Object.hasOwn(given, part)))
    terminal.note(`${file} has the form of ${other}: read in the same way, as ${recipe!.file} says`);
  return { ...ofForm, ...given };
}

/** Says that a recipe learns from text without labels, of which there is none. */
export function reportWithoutText(terminal: Terminal, { file }: LoadedRecipe): void {
  terminal.note(`${file} also learns from text without labels: give it with --unlabelled FILE.`);
}

/** Reports whether the data are the same as those recorded in the recipe. */
export function reportRecipe(terminal: Terminal, { file, data }: LoadedRecipe, found: DataOfRun): void {
  if (data === undefined) return;
  const differences = dataDifferences(data, dataFingerprints(found));
  terminal.note(
    differences.length === 0
      ? `data: the same as in ${file}`
      : `data: not the same as in ${file}, so scores may differ: ${differences.join(', ')}`,
  );
}
