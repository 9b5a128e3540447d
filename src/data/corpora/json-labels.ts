import { describe, isObject, isStrings } from './json-values.ts';

/** Names of integer labels, by field. */
export type LabelNames = ReadonlyMap<string, readonly string[]>;

/**
 * Reads a field with one string or integer per token.
 *
 * @param length number of tokens @param names of integer labels; without them, integers are kept as written
 * @returns [length], or an error message
 */
export function readLabels(
  field: string,
  value: unknown,
  length: number,
  names: readonly string[] | undefined,
): string[] | string {
  if (!Array.isArray(value)) return `${field} is ${describe(value)}, expected an array.`;
  const labels: readonly unknown[] = value;
  if (labels.length !== length) return `Found ${labels.length} ${field} for ${length} tokens, expected one per token.`;
  if (isStrings(labels)) return labels;
  if (!labels.every((label): label is number => Number.isInteger(label))) {
    return `${field} contains other values than strings, or than integers; expected only strings or only integers.`;
  }
  if (names === undefined) return labels.map(String);
  const unnamed = labels.find((label) => names[label] === undefined);
  if (unnamed !== undefined) {
    return `${field} contains ${unnamed}, but the ${names.length} label names are numbered 0 to ${names.length - 1}.`;
  }
  return labels.map((label) => names[label]!);
}

/**
 * Reads the value of `label_names`: an array with the names of tags, or an object with such an array for each field.
 *
 * @param tagFields fields that an array applies to
 * @returns an error message if it is neither
 */
export function readLabelNames(field: string, value: unknown, tagFields: readonly string[]): LabelNames | string {
  if (isStrings(value)) return new Map(tagFields.map((name) => [name, value]));
  if (!isObject(value)) {
    return `${field} is ${describe(value)}, expected an array of strings, or an object with one for each field.`;
  }
  const names = new Map<string, readonly string[]>();
  for (const [name, list] of Object.entries(value)) {
    if (!isStrings(list)) return `${field}.${name} is ${describe(list)}, expected an array of strings.`;
    names.set(name, list);
  }
  return names;
}
