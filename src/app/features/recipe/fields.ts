import type { TagKind } from '../../../data/corpus.ts';
import { PRESETS } from '../../../config/presets.ts';
import { helpText, type Field, type Group } from '../../../config/field.ts';
import { isFor } from '../../../config/applies.ts';
import { FIELD_NAMES, FIELDS, type FieldName, type RunConfig } from '../../../config/schema.ts';
import { recipeOf } from '../../stores/recipe-address.ts';
import { formatCount, formatSetting } from '../../look/format.ts';

export const PRESET_CHOICES = PRESETS.map(({ id, name }) => ({ value: id, label: name }));

/** The most frequently changed settings; the others are under All settings. */
export const QUICK_FIELDS: readonly FieldName[] = ['epochs', 'learningRate', 'seed', 'batchSize'];

/** The other settings. Those of a network disappear without one, and the other way round. */
export function fieldGroups(emissions: RunConfig['emissions']): readonly { group: Group; names: FieldName[] }[] {
  return GROUPS[emissions];
}

const GROUPS = { network: groupsFor('network'), features: groupsFor('features') };

function groupsFor(emissions: RunConfig['emissions']) {
  return groupsOf(FIELD_NAMES.filter((name) => !QUICK_FIELDS.includes(name) && isFor(name, emissions)));
}

function groupsOf(names: readonly FieldName[]): { group: Group; names: FieldName[] }[] {
  const groups = new Map<Group, FieldName[]>();
  for (const name of names) {
    const { group } = FIELDS[name];
    groups.set(group, [...(groups.get(group) ?? []), name]);
  }
  return [...groups].map(([group, names]) => ({ group, names }));
}

/** Settings without an effect on models that give each text one class, or on all others. */
const OF_TAGS: readonly FieldName[] = [
  'emissions',
  'featureFrequency',
  'scheme',
  'context',
  'consistency',
  'decoder',
  'constraints',
  'entityRatioWeight',
  'entityRatio',
];
const OF_CLASSES: readonly FieldName[] = ['pooling'];

/** Whether a setting may have an effect on a model that predicts `kind`. */
export function hasEffect(name: FieldName, kind: TagKind): boolean {
  return !(kind === 'classes' ? OF_TAGS : OF_CLASSES).includes(name);
}

/** The help of a setting, with its bounds if it has any. */
export function helpOf(name: FieldName): string {
  const field: Field = FIELDS[name];
  if (field.type === 'choice' || field.type === 'switch') return helpText(field);
  const [min, max] = [field.min, field.max].map((bound) => (bound >= 1000 ? formatCount(bound) : String(bound)));
  return `${helpText(field)} From ${min} to ${max}.`;
}

/** The value of the preset, as text. */
export function presetValue(presetId: string, name: FieldName): string {
  return formatSetting(recipeOf(presetId).config[name]);
}
