import { DOCUMENTS_PRESET } from '../../config/documents-preset.ts';
import { PRESETS, presetById, type Preset } from '../../config/presets.ts';
import { FIELD_NAMES, type FieldName, type RunConfig } from '../../config/schema.ts';
import { configProblems, describeProblem, describeProblems, parseField } from '../../config/validate.ts';
import { didYouMean, type ValuesOf } from '../parsing/flags.ts';
import { loadRecipe, type LoadedRecipe } from './recipe.ts';
import type { DATA, ReadingFlags, RECIPE } from '../parsing/shared-flags.ts';
import { UsageError } from '../parsing/usage.ts';

/** The data and settings of a run. */
export interface RunOptions extends ValuesOf<typeof DATA>, ReadingFlags, Settings {}

/** The settings of a run. */
export interface Settings {
  config: RunConfig;
  /** Settings for training files with documents, unless the command line specifies a recipe or context: see `settingsFor`. */
  configForDocuments?: RunConfig | undefined;
  /** The recipe given by `--config`; `config` includes the changes. */
  recipe?: LoadedRecipe | undefined;
}

/**
 * The settings of a run: the recipe of `--config` or the preset, changed by `--set` in order, then by `--seed` and `--epochs`. If neither
 * a recipe nor a context is given, also the settings for files with documents.
 *
 * @param flag that names the preset
 * @throws UsageError; StudioError if the recipe cannot be read
 */
export function settingsOf(
  { config: file, preset: id, set, seed, epochs }: ValuesOf<typeof RECIPE>,
  flag = '--preset',
): Settings {
  if (file !== undefined && id !== undefined) throw new UsageError(`--config has all settings: remove ${flag}.`);
  const preset = presetOf(id ?? 'tagsmith');
  const recipe = file === undefined ? undefined : loadRecipe(file);
  const assignments = [
    ...set.map((given) => assignment('--set', given, 'value')),
    ...(seed === undefined ? [] : [['seed', seed] as const]),
    ...(epochs === undefined ? [] : [['epochs', epochs] as const]),
  ];
  const changes = Object.fromEntries(assignments.map(([name, given]) => [name, valueOf(name, given)]));
  const config: RunConfig = { ...(recipe ?? preset).config, ...changes };
  const isChosen = file !== undefined || id !== undefined || 'context' in changes;
  const problems = configProblems(config);
  if (problems.length > 0) throw new UsageError(describeProblems(problems));
  const configForDocuments = isChosen ? undefined : { ...presetOf(DOCUMENTS_PRESET).config, ...changes };
  return { config, recipe, configForDocuments };
}

function presetOf(id: string): Preset {
  const preset = presetById(id);
  if (preset !== undefined) return preset;
  const ids = PRESETS.map((one) => one.id);
  throw new UsageError(`Unknown preset ${id}: expected one of ${ids.join(', ')}.${didYouMean(id, ids)}`);
}

/** The name and the text of `name=text`. @param what the text is */
export function assignment(flag: string, given: string, what: string): readonly [FieldName, string] {
  const cut = given.indexOf('=');
  if (cut < 0) throw new UsageError(`${flag} ${given}: expected name=${what}.`);
  const name = given.slice(0, cut);
  const field = FIELD_NAMES.find((one) => one === name);
  if (field !== undefined) return [field, given.slice(cut + 1)];
  const similar = didYouMean(name, FIELD_NAMES);
  throw new UsageError(`Unknown setting ${name}: expected one of ${FIELD_NAMES.join(', ')}.${similar}`);
}

function valueOf(name: FieldName, given: string): RunConfig[FieldName] {
  const parsed = parseField(name, given);
  if ('problem' in parsed) throw new UsageError(`${name}=${given}: ${describeProblem(parsed.problem)}`);
  return parsed.value;
}
