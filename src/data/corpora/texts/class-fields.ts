import type { ReadingQuestion } from '../../corpus.ts';
import { isStrings, type JsonObject, valueAt } from '../json-values.ts';
import { areTags, isJoinedTags } from '../records/joined-tags.ts';
import { chooseFields } from './text-fields.ts';
import { annotateTokens } from './token-annotations.ts';

/** Usual names of a field with the class of a text. */
const CLASS_NAMES =
  'label|class|category|sentiment|polarity|intent|target|topic|emotion|genre|stance|gold_label|klasse|kategorie|classe|categoria|categoría|catégorie|nhãn|метка|类别|标签|ラベル|레이블';
const IS_CLASS_NAME = new RegExp(`^(${CLASS_NAMES})s?$`, 'iu');
/** `airline_sentiment`, `label_text` */
const HAS_CLASS_NAME = new RegExp(`^(.+[_ -])?(${CLASS_NAMES})(e?s)?([_ -](name|text|id))?$`, 'iu');
/** The name of the folder that a text was in: whether it is a class, only a person knows. */
export const FOLDER = 'folder';

/** Fields of objects whose labels are not classes of texts. */
const OTHER_ANNOTATIONS =
  /^(tokens|words|spans|entities|annotations|completions|ner_tags|tags|start|end|start_offset|end_offset)$/i;
const MOST_CHARACTERS = 60;
/** Distinct values of a class, at most, as a share of the texts. */
const MOST_DISTINCT = 0.5;

/** The fields of records that are texts with a class. */
export interface ClassFields {
  text: string;
  label: string;
  /** Other fields that may be the class. */
  others: string[];
}

/**
 * The fields with a text and its class; undefined if the records have none.
 *
 * @param given the field with the class
 */
export function classFields(records: readonly JsonObject[], given?: string): ClassFields | undefined {
  if (records.length === 0) return undefined;
  const { names, text } = chooseFields(
    records.map((record) => ({ ...record, ...(given !== undefined && { [given]: undefined }) })),
  );
  if (given !== undefined) return text === undefined ? undefined : { text, label: given, others: [] };
  if (text === undefined || names.some((name) => OTHER_ANNOTATIONS.test(name))) return undefined;
  if (annotateTokens(records)) return undefined;
  const values = new Map(names.map((name) => [name, records.map((record) => valueAt(record, name))]));
  if (!areSentences(values.get(text)!)) return undefined;
  const candidates = names.filter((name) => name !== text && areClasses(values.get(name)!));
  const best = candidates.filter((name) => IS_CLASS_NAME.test(name));
  const usual = [...best, ...candidates.filter((name) => !best.includes(name) && HAS_CLASS_NAME.test(name))];
  const [label, ...others] = usual.length > 0 ? usual : candidates.filter((name) => name === FOLDER);
  return label === undefined ? undefined : { text, label, others };
}

/** Whether most texts have several words: cells of one word are tokens or names. */
function areSentences(values: readonly unknown[]): boolean {
  const texts = values.filter((value) => typeof value === 'string' && value.trim() !== '') as string[];
  const words = texts.reduce((sum, text) => sum + text.trim().split(/\s+/).length, 0);
  return words >= 3 * texts.length || texts.every((text) => !/\s/.test(text) && text.length >= 8);
}

function areClasses(values: readonly unknown[]): boolean {
  const classes = values.map(classOf).filter((value) => value !== undefined);
  const distinct = new Set(classes).size;
  const several = values.filter(hasSeveralClasses);
  return (
    classes.length > several.length &&
    values.every((value) => isNoClass(value) || hasSeveralClasses(value) || classOf(value) !== undefined) &&
    !several.some((value) => areTags(value)) &&
    classes.every((value) => value.length <= MOST_CHARACTERS) &&
    classes.some((value) => !isJoinedTags(value)) &&
    distinct <= Math.max(2, MOST_DISTINCT * classes.length)
  );
}

/** A class as it is written: a string, a number, a truth value, or a list of one of these. Undefined: none, or several. */
export function classOf(value: unknown): string | undefined {
  if (Array.isArray(value)) return value.length === 1 && !Array.isArray(value[0]) ? classOf(value[0]) : undefined;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

function isNoClass(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}

/** Whether a text has several classes. */
export function hasSeveralClasses(value: unknown): value is string[] {
  return isStrings(value) && value.length > 1;
}

/** Asked where several fields may be the class, or only folders say it. */
export function classQuestion(
  { label, others }: ClassFields,
  examples: readonly JsonObject[],
): ReadingQuestion | undefined {
  const exampleOf = (name: string) =>
    [...new Set(examples.map((record) => classOf(valueAt(record, name))))]
      .filter((value) => value !== undefined)
      .slice(0, 3)
      .join(', ');
  if (label === FOLDER) {
    return {
      what: 'Are the folders the classes of their texts?',
      reason: `The texts are in folders: ${exampleOf(label)}. If these are not classes, remove this file, and add the texts without their folders.`,
      options: [{ label: 'yes, the classes', settings: { classField: label } }],
    };
  }
  if (others.length === 0) return undefined;
  return {
    what: 'Which has the class of each text?',
    reason: `${[label, ...others].join(', ')} may be the class.`,
    options: [label, ...others].map((name) => ({
      label: `${name} (${exampleOf(name)})`,
      settings: { classField: name },
    })),
  };
}
