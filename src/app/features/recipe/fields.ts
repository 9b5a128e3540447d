import { PRESETS } from '../../../config/presets.ts';
import { helpText, type Field, type Group } from '../../../config/field.ts';
import { FIELD_NAMES, FIELDS, type FieldName } from '../../../config/schema.ts';
import { recipeOf } from '../../stores/recipe-address.ts';
import { formatCount, formatSetting } from '../../look/format.ts';

export const PRESET_CHOICES = PRESETS.map(({ id, name }) => ({ value: id, label: name }));

/** The most frequently changed settings; the others are under All settings. */
export const QUICK_FIELDS: readonly FieldName[] = ['epochs', 'learningRate', 'seed', 'batchSize'];

export const FIELD_GROUPS: readonly { group: Group; names: FieldName[] }[] = groupsOf(
  FIELD_NAMES.filter((name) => !QUICK_FIELDS.includes(name)),
);

function groupsOf(names: readonly FieldName[]): { group: Group; names: FieldName[] }[] {
  const groups = new Map<Group, FieldName[]>();
  for (const name of names) {
    const { group } = FIELDS[name];
    groups.set(group, [...(groups.get(group) ?? []), name]);
  }
  return [...groups].map(([group, names]) => ({ group, names }));
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
