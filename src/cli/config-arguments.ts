import { DOCUMENTS_PRESET } from '../config/preset-advice.ts';
import { PRESETS, presetById, type Preset } from '../config/presets.ts';
import { FIELD_NAMES, type FieldName, type RunConfig } from '../config/schema.ts';
import { configProblems, describeProblem, describeProblems, parseField } from '../config/validate.ts';
import type { CorpusOptions } from './options.ts';
import { loadRecipe } from './recipe.ts';
import { UsageError, type CommandName } from './usage.ts';

export interface ConfigArguments {
  config?: string | undefined;
  preset?: string | undefined;
  set?: string[] | undefined;
  seed?: string | undefined;
  epochs?: string | undefined;
}

/**
 * The settings of a run: the recipe of `--config` or the preset, changed by `--set` in order, then by `--seed` and `--epochs`. If neither
 * a recipe nor a context is given, also returns the settings for files with documents.
 *
 * @throws UsageError; StudioError if the recipe cannot be read
 */
export function parseConfig(
  command: CommandName,
  { config: file, preset: id, set = [], seed, epochs }: ConfigArguments,
): Pick<CorpusOptions, 'config' | 'recipe' | 'configForDocuments'> {
  const preset = presetOf(command, id ?? 'tagsmith');
  const recipe = file === undefined ? undefined : loadRecipe(file);
  const assignments = [
    ...set.map((text) => splitAssignment(command, text)),
    ...(seed === undefined ? [] : [['seed', seed] as const]),
    ...(epochs === undefined ? [] : [['epochs', epochs] as const]),
  ];
  const changes = Object.fromEntries(assignments.map(([name, text]) => [name, valueOf(command, name, text)]));
  const config: RunConfig = { ...(recipe ?? preset).config, ...changes };
  const isChosen = file !== undefined || id !== undefined || 'context' in changes;
  const problems = configProblems(config);
  if (problems.length > 0) throw new UsageError(describeProblems(problems), command);
  const configForDocuments = isChosen ? undefined : { ...presetOf(command, DOCUMENTS_PRESET).config, ...changes };
  return { config, recipe, configForDocuments };
}

function presetOf(command: CommandName, id: string): Preset {
  const preset = presetById(id);
  if (preset !== undefined) return preset;
  throw new UsageError(`Unknown preset ${id}: expected one of ${PRESETS.map(({ id }) => id).join(', ')}.`, command);
}

function splitAssignment(command: CommandName, text: string): readonly [FieldName, string] {
  const cut = text.indexOf('=');
  if (cut < 0) throw new UsageError(`--set ${text}: expected name=value.`, command);
  const name = FIELD_NAMES.find((field) => field === text.slice(0, cut));
  if (name === undefined) {
    throw new UsageError(`Unknown setting ${text.slice(0, cut)}: expected one of ${FIELD_NAMES.join(', ')}.`, command);
  }
  return [name, text.slice(cut + 1)];
}

function valueOf(command: CommandName, name: FieldName, text: string): RunConfig[FieldName] {
  const parsed = parseField(name, text);
  if ('problem' in parsed) throw new UsageError(`${name}=${text}: ${describeProblem(parsed.problem)}`, command);
  return parsed.value;
}
