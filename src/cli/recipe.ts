import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { dataDifferences, nearestPreset, readRecipeFile, type SavedRecipe } from '../config/recipe-file.ts';
import type { CorpusOptions } from '../data/corpus.ts';
import { readingSettings } from '../data/reading-settings.ts';
import { readBundle } from '../export/bundle.ts';
import { dataFingerprints, type DataOfRun } from '../runs/data-fingerprints.ts';
import { failedTo } from './files.ts';
import { MODEL_FILE } from './inputs.ts';
import type { Terminal } from './terminal.ts';

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
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) return { file, ...readRecipeFile(file, new TextDecoder().decode(bytes)) };
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
    return new Uint8Array(readFileSync(path));
  } catch (error) {
    throw failedTo('read', path, error);
  }
}

/** How the recipe says that a file is read. @throws StudioError BadConfig */
export function readingInRecipe(recipe: SavedRecipe | undefined, file: string): CorpusOptions {
  return readingSettings(file, recipe?.readings?.[file] ?? {});
}

/** Says which files the recipe has no reading of: readings are kept by name. */
export function reportReadings(
  terminal: Terminal,
  { file, readings = {} }: LoadedRecipe,
  files: readonly string[],
): void {
  const named = Object.keys(readings);
  const others = files.filter((name) => !named.includes(name));
  if (named.length === 0 || others.length === 0) return;
  terminal.note(
    `${file} says how ${named.join(', ')} is to be read, by name. Not named there, so read by their contents and flags: ${others.join(', ')}`,
  );
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
