import type { ReadingQuestion } from '../../corpus.ts';
import { areTags } from '../records/kinds/joined-tags.ts';
import { describe, isObject, isStrings } from './values.ts';

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

/** Whether each token has a list of tags of a scheme, which is empty outside entities: `[["B-PER"], [], ["B-LOC", "B-ORG"]]`. */
export function areTagLists(value: unknown): value is string[][] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every(isStrings) &&
    (value.flat().length === 0 || areTags(value.flat()))
  );
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

/** Labels that are numbers in strings, as numbers; others as they are. */
export function fromNumerals(labels: unknown): unknown {
  const areNumerals = isStrings(labels) && labels.length > 0 && labels.every((label) => /^\d+$/.test(label));
  return areNumerals ? labels.map(Number) : labels;
}

/** A larger number is no label: no set of tags is as large, and names for all numbers below it would fill the memory. */
const MOST_LABELS = 10_000;

/** The order of labels in which CoNLL-2003 is published; many data sets have its first seven. */
const USUAL_NAMES = ['O', 'B-PER', 'I-PER', 'B-ORG', 'I-ORG', 'B-LOC', 'I-LOC', 'B-MISC', 'I-MISC'];

/**
 * Asks for the names of integer labels.
 *
 * @param earlier the question after the labels before
 * @returns a message if one of them cannot be a label
 */
export function namesQuestion(
  field: string,
  labels: readonly number[],
  earlier?: ReadingQuestion,
): ReadingQuestion | string {
  const beyond = labels.find((label) => label >= MOST_LABELS);
  if (beyond !== undefined) return `${field} contains ${beyond}, expected labels from 0 to ${MOST_LABELS - 1}.`;
  const before = earlier?.options[0]?.settings.labelNames?.length ?? 0;
  const count = labels.reduce((most, label) => Math.max(most, label + 1), before);
  if (count === before) return earlier!;
  const numbers = Array.from({ length: count }, (_, label) => String(label));
  const usual = USUAL_NAMES.slice(0, Math.max(count, 7)).join(', ');
  return {
    what: 'What are the names of the labels?',
    labelsOf: field,
    reason: `${field} are integers (0 to ${count - 1}) without label names. Insert a line {"label_names": ["O", "B-PER", …]} before them, add their dataset_info.json with them, or pass the names.`,
    options: [
      { label: 'no names: each number is a tag by itself', settings: { labelNames: numbers, scheme: 'none' } },
      ...(count <= USUAL_NAMES.length
        ? [{ label: `${usual} (as in CoNLL-2003)`, settings: { labelNames: usual.split(', ') } }]
        : []),
    ],
  };
}
