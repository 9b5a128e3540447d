import { PRESETS, presetById } from '../../config/presets.ts';
import { FIELD_NAMES, type FieldName, type RunConfig } from '../../config/schema.ts';
import { describeProblem, parseField, type SettingProblem } from '../../config/validate.ts';
import { defined } from '../../lib/assert.ts';
import type { DeviceChoice } from './device/device.ts';

/** A preset with changes. */
export interface Recipe {
  presetId: string;
  config: RunConfig;
  /** Number of runs, with consecutive seeds from that of `config`. */
  seeds: number;
  /** Whether it also learns from the loaded text without labels: with teachers and a student, in place of `seeds`. */
  unlabelled?: true | undefined;
}

export const MOST_SEEDS = 100;

const [DEFAULT_PRESET] = PRESETS;
const DEVICES: readonly DeviceChoice[] = ['auto', 'webgpu', 'simd'];

export const DEFAULT_RECIPE: Recipe = recipeOf(defined(DEFAULT_PRESET, () => 'There are no presets.').id);

export function recipeOf(presetId: string): Recipe {
  const preset = defined(presetById(presetId), () => `Unknown preset ${presetId}.`);
  return { presetId, config: { ...preset.config }, seeds: 1 };
}

/** The settings that differ from the preset. */
export function changedFields({ presetId, config }: Recipe): FieldName[] {
  const original = recipeOf(presetId).config;
  return FIELD_NAMES.filter((name) => config[name] !== original[name]);
}

/** A recipe as part of the page's address: `preset=ma-hovy&epochs=10`; empty for the default recipe. */
export function writeRecipe(recipe: Recipe): string {
  const parameters = new URLSearchParams();
  if (recipe.presetId !== DEFAULT_RECIPE.presetId) parameters.set('preset', recipe.presetId);
  for (const name of changedFields(recipe)) parameters.set(name, String(recipe.config[name]));
  if (recipe.unlabelled) parameters.set('unlabelled', 'yes');
  else if (recipe.seeds !== 1) parameters.set('seeds', String(recipe.seeds));
  return parameters.toString();
}

/** Like `writeRecipe`, but never empty, and with the fingerprints of the data. */
export function writeLink(recipe: Recipe, data?: string): string {
  const settings = writeRecipe(recipe) || `preset=${recipe.presetId}`;
  return data === undefined ? settings : `${settings}&data=${data}`;
}

/**
 * Reads the recipe in an address. Invalid settings get the value of the preset, and are reported in `problems`.
 *
 * @returns `data`: the fingerprints of the data that the recipe was used on, as in the address
 */
export function readRecipe(hash: string): { recipe: Recipe; data: string | undefined; problems: string[] } {
  const parameters = new URLSearchParams(hash.replace(/^#/, ''));
  const problems: string[] = [];
  const presetId = parameters.get('preset') ?? DEFAULT_RECIPE.presetId;
  const known = presetById(presetId) !== undefined;
  if (!known) problems.push(`Unknown preset ${presetId}: expected one of ${PRESETS.map(({ id }) => id).join(', ')}.`);
  const recipe = known ? recipeOf(presetId) : recipeOf(DEFAULT_RECIPE.presetId);
  for (const [name, text] of parameters) {
    if (name === 'preset' || name === 'data') continue;
    if (name === 'seeds') {
      const parsed = parseSeeds(text);
      if ('problem' in parsed) problems.push(describeProblem(parsed.problem));
      else recipe.seeds = parsed.value;
      continue;
    }
    if (name === 'unlabelled') {
      if (text === 'yes') recipe.unlabelled = true;
      else problems.push(`unlabelled is ${text}: expected yes.`);
      continue;
    }
    if (!isFieldName(name)) {
      problems.push(`Unknown setting ${name}.`);
      continue;
    }
    const parsed = parseField(name, text);
    if ('problem' in parsed) problems.push(describeProblem(parsed.problem));
    else recipe.config = { ...recipe.config, [name]: parsed.value };
  }
  return { recipe, data: parameters.get('data') ?? undefined, problems };
}

export function parseSeeds(text: string): { value: number } | { problem: SettingProblem<'seeds'> } {
  const value = /^\d+$/.test(text.trim()) ? Number(text) : NaN;
  if (value >= 1 && value <= MOST_SEEDS) return { value };
  return { problem: { field: 'seeds', value: text, reason: `expected a whole number from 1 to ${MOST_SEEDS}` } };
}

function isFieldName(name: string): name is FieldName {
  return (FIELD_NAMES as string[]).includes(name);
}

/** `?device=` of the address. */
export function readDevice(search: string): { device: DeviceChoice; problems: string[] } {
  const asked = new URLSearchParams(search).get('device') ?? 'auto';
  const device = DEVICES.find((name) => name === asked);
  if (device !== undefined) return { device, problems: [] };
  return { device: 'auto', problems: [`Unknown device ${asked}: expected one of ${DEVICES.join(', ')}.`] };
}

/** `?threads=` of the address, for SIMD; undefined for one thread per core. */
export function readThreads(search: string): { threads: number | undefined; problems: string[] } {
  const asked = new URLSearchParams(search).get('threads');
  if (asked === null) return { threads: undefined, problems: [] };
  if (/^[1-9]\d*$/.test(asked)) return { threads: Number(asked), problems: [] };
  return { threads: undefined, problems: [`threads is ${asked}: expected a whole number of at least 1.`] };
}

/** Whether the page opens with the sample: not with `?sample=none`. */
export function readSample(search: string): boolean {
  return new URLSearchParams(search).get('sample') !== 'none';
}

/** The same address with another device. */
export function withDevice(search: string, device: DeviceChoice): string {
  const parameters = new URLSearchParams(search);
  if (device === 'auto') parameters.delete('device');
  else parameters.set('device', device);
  return parameters.size === 0 ? '' : `?${parameters}`;
}
