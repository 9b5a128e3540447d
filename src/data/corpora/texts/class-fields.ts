import type { ReadingQuestion } from '../../corpus.ts';
import { isStrings, type JsonObject, valueAt } from '../json/values.ts';
import { areTags, isJoinedTags } from '../records/kinds/joined-tags.ts';
import { spanFieldsOf } from '../records/span-fields.ts';
import { repeatAsClasses, spansOfText } from '../records/span-strings.ts';
import { chooseFields } from './text-fields.ts';
import { annotateTokens } from './token-annotations.ts';

/** Usual names of a field with the class of a text. */
const CLASS_NAMES =
  'label|class|category|sentiment|polarity|intent|target|topic|emotion|genre|stance|gold_label|klasse|kategorie|classe|categoria|categoría|catégorie|nhãn|метка|类别|标签|ラベル|레이블';
const CLASS_NAME = new RegExp(`^(${CLASS_NAMES})s?$`, 'iu');
/** `airline_sentiment`, `label_text` */
const HAS_CLASS_NAME = new RegExp(`^(.+[_ -])?(${CLASS_NAMES})(e?s)?([_ -](name|text|id|index|idx))?$`, 'iu');
/** The name of the folder that a text was in: whether it is a class, only a person knows. */
const FOLDER = 'folder';
/** A column of a table without a header. */
const UNNAMED = /^(column \d+(, before the colon)?|v\d+|unnamed: \d+)$/i;

/** Whether more records may show classes that these do not: their values repeat too seldom. */
export function mayHaveClasses(records: readonly JsonObject[]): boolean {
  const names = [...new Set(records.flatMap((record) => Object.keys(record)))];
  return hasClassName(names) && !names.some((name) => OTHER_ANNOTATIONS.test(name)) && !annotateTokens(records);
}

/** Fields of objects whose labels are not classes of texts. */
const OTHER_ANNOTATIONS =
  /^(tokens|words|spans|entities|annotations|completions|ner_tags|tags|starts?|ends?|start_offsets?|end_offsets?|offsets|indices)$/i;
const MOST_CHARACTERS = 60;
/** Records that are searched for spans. */
const SAMPLED = 50;
/** A list or an object in a string. */
const LIST = /^(?:\[.*['"\d].*\]|\{.*:.*\})$/;
/** Distinct values of a class, at most, as a share of the texts. */
const MOST_DISTINCT = 0.5;
/** The same in a column without a name. */
const MOST_DISTINCT_UNNAMED = 0.1;
/** So many classes need not repeat. */
const FEW_CLASSES = 5;
/** Values that repeat, at least, where others do not. */
const FEWEST_REPEATED = 2;

/** The fields of records that are texts with a class. */
export interface ClassFields {
  text: string;
  label: string;
  /** Other fields that may be the class. */
  others: string[];
  /** Other fields with texts, which are not read, or with what the class may be about. */
  otherTexts: string[];
  /** Whether the values of the field repeat like those of a class; a person is asked otherwise. */
  isSure: boolean;
}

/** Whether it is a usual name of a field with a class. */
export function isClassName(name: string): boolean {
  return CLASS_NAME.test(name);
}

/** Whether it stands for a name: `column 1`, `v1`. */
export function isUnnamed(name: string): boolean {
  return UNNAMED.test(name);
}

/** Whether one of these is a usual name of a field with a class, or ends in one. */
export function hasClassName(names: readonly string[]): boolean {
  return names.some((name) => HAS_CLASS_NAME.test(name.trim().replaceAll('"', '')));
}

/**
 * The fields with a text and its class; undefined if the records have none.
 *
 * @param given the field with the class
 */
export function classFields(records: readonly JsonObject[], given?: string): ClassFields | undefined {
  if (records.length === 0) return undefined;
  const {
    names,
    text,
    others: texts,
  } = chooseFields(records.map((record) => ({ ...record, ...(given !== undefined && { [given]: undefined }) })));
  if (given !== undefined)
    return text === undefined
      ? undefined
      : { text, label: given, others: [], otherTexts: texts.filter((name) => name !== given), isSure: true };
  if (text === undefined || names.some((name) => OTHER_ANNOTATIONS.test(name))) return undefined;
  if (annotateTokens(records) || haveSpans(records.slice(0, SAMPLED))) return undefined;
  const values = new Map(names.map((name) => [name, records.map((record) => valueAt(record, name))]));
  if (!areSentences(values.get(text)!)) return undefined;
  const areSpans = (name: string) =>
    !repeatAsClasses(values.get(name)!, values.get(text)!) &&
    records.some((record) =>
      [valueAt(record, name)].flat().some((value) => spansOfText(value, valueAt(record, text)) !== undefined),
    );
  const found = (among: readonly string[], mostDistinct: number) =>
    among.filter((name) => name !== text && areClasses(values.get(name)!, mostDistinct) && !areSpans(name));
  const vary = (name: string) =>
    new Set(
      values
        .get(name)!
        .map(classOf)
        .filter((value) => value !== undefined),
    ).size > 1;
  const candidates = found(names, MOST_DISTINCT);
  const best = candidates.filter(isClassName);
  const named = [...best, ...candidates.filter((name) => !best.includes(name) && HAS_CLASS_NAME.test(name))];
  const varying = named.filter(vary);
  const usual = varying.length > 0 ? varying : named; // all texts of a file may have the same class
  const folders = usual.length > 0 ? usual : candidates.filter((name) => name === FOLDER);
  const sure = folders.length > 0 ? folders : found(names.filter(isUnnamed), MOST_DISTINCT_UNNAMED).filter(vary);
  const [label, ...others] = sure.length > 0 ? sure : found(names.filter(isClassName), 1);
  const otherTexts = names.filter(
    (name) => ![text, label, ...others].includes(name) && (texts.includes(name) || SUBJECT.test(name)),
  );
  return label === undefined ? undefined : { text, label, others, otherTexts, isSure: sure.length > 0 };
}

/** Whether records have spans of a text; those in strings may be classes. */
function haveSpans(records: readonly JsonObject[]): boolean {
  const fields = spanFieldsOf(records);
  return fields !== undefined && records.every((record) => typeof record[fields.spans] !== 'string');
}

/** Whether most texts have several words: cells of one word are tokens or names. */
function areSentences(values: readonly unknown[]): boolean {
  const texts = values.filter((value) => typeof value === 'string' && value.trim() !== '') as string[];
  const words = texts.reduce((sum, text) => sum + text.trim().split(/\s+/).length, 0);
  return words >= 3 * texts.length || texts.every((text) => !/\s/.test(text) && text.length >= 8);
}

/** @param mostDistinct of the texts; 1: some classes repeat, and they are no numbers */
function areClasses(values: readonly unknown[], mostDistinct: number): boolean {
  const classes = values.map(classOf).filter((value) => value !== undefined);
  const distinct = new Set(classes).size;
  const several = values.filter(hasSeveralClasses);
  return (
    classes.length > several.length &&
    values.every((value) => isNoClass(value) || hasSeveralClasses(value) || classOf(value) !== undefined) &&
    !several.some((value) => areTags(value)) &&
    classes.every((value) => value.length <= MOST_CHARACTERS && !LIST.test(value)) &&
    classes.some((value) => !isJoinedTags(value)) &&
    (mostDistinct === 1
      ? repeatedIn(classes) >= FEWEST_REPEATED && classes.every((value) => !/^[-+\d.,\s]+$/.test(value))
      : distinct <= Math.max(2, mostDistinct * classes.length) &&
        (distinct <= Math.max(FEW_CLASSES, MOST_DISTINCT_UNNAMED * classes.length) ||
          repeatedIn(classes) >= FEWEST_REPEATED))
  );
}

/** How many values repeat. */
function repeatedIn(values: readonly string[]): number {
  const seen = new Set<string>();
  return new Set(values.filter((value) => seen.size === seen.add(value).size)).size;
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

/** Names of two texts that have a class together. */
const PAIRS = [
  /^(premise|hypothesis)$/i,
  /^(sentence|sent|text|question|claim|[sqt])[_ -]?[12]$/i,
  /^(sentence|text|question|response|answer)[_ -]?[ab]$/i,
  /^(question|sentence|answer|passage|context)$/i,
  /^(query|document|passage|product_title)$/i,
  /^(claim|statement|evidence|evidences|evidence[_ -]?(text|sentence))$/i,
  /^(headline|body|article[_ -]?body)$/i,
  /^(prompt|instruction|input|context|response|output|completion|reply)$/i,
  /^(post|parent|parent[_ -]?comment|comment|reply)$/i,
];

/** What the class of a text may be about: the same text may have other classes about others. */
const SUBJECT = /^(aspect|opinion|entity)([_ -]?(term|category|target))?s?$/i;

/** A text and a subject, or two texts, that may have a class together: then one of them does not tell it. */
function pairIn({ text, otherTexts }: ClassFields): string[] | undefined {
  const subject = otherTexts.find((name) => SUBJECT.test(name));
  if (subject !== undefined) return [text, subject];
  for (const names of PAIRS) {
    const pair = [text, ...otherTexts].filter((name) => names.test(name));
    if (pair.length > 1 && pair.includes(text)) return pair;
  }
  return undefined;
}

const JOINTS = /\s*[,;|]\s*/;

/** A value that may be several classes, one of which is a value by itself, and that one; undefined without any. */
export function joinedClasses(values: readonly (string | undefined)[]): [string, string] | undefined {
  const distinct = new Set(values.filter((value) => value !== undefined));
  for (const value of distinct) {
    const parts = value.split(JOINTS).filter((part) => part !== '');
    const alone = parts.length > 1 ? parts.find((part) => distinct.has(part)) : undefined;
    if (alone !== undefined) return [value, alone];
  }
  return undefined;
}

/** The answer that no field is a class. */
const NO_CLASS = { classField: '' };

/** Asked where values of the class look like several. */
export function joinedQuestion(label: string, examples: readonly JsonObject[]): ReadingQuestion | undefined {
  const joined = joinedClasses(examples.map((record) => classOf(valueAt(record, label))));
  return (
    joined && {
      what: `Is each value of ${label} one class?`,
      reason: `Values of ${label} look like several classes: “${joined[0]}”, beside “${joined[1]}”. A model predicts one class for each text.`,
      options: [
        { label: 'yes, each value is a class', settings: { classField: label } },
        { label: 'no: read the texts without a class', settings: NO_CLASS },
      ],
    }
  );
}

/** Asked where several fields may be the class, only folders say it, columns have no names, or few values repeat. */
export function classQuestion(fields: ClassFields, examples: readonly JsonObject[]): ReadingQuestion | undefined {
  const { text, label, others, isSure } = fields;
  const exampleOf = (name: string) =>
    [...new Set(examples.map((record) => classOf(valueAt(record, name))))]
      .filter((value) => value !== undefined)
      .slice(0, 3)
      .join(', ');
  if (label === FOLDER) {
    return {
      what: 'Are the folders the classes of their texts?',
      reason: `The texts are in folders: ${exampleOf(label)}.`,
      options: [
        { label: 'yes, the classes', settings: { classField: label } },
        { label: 'no, these are separate texts', settings: NO_CLASS },
      ],
    };
  }
  const pair = pairIn(fields);
  if (pair !== undefined) {
    return {
      what: `Does ${text} alone have a class?`,
      reason: `${label} may be the class of ${pair.join(' and ')} together. Such classes cannot be learned.`,
      options: [
        { label: `yes, ${label} is the class of ${text}`, settings: { classField: label } },
        { label: 'no: these are texts without a class', settings: NO_CLASS },
      ],
    };
  }
  const joined = joinedQuestion(label, examples);
  if (joined !== undefined) return joined;
  const hasNoName = isUnnamed(label);
  if (others.length === 0 && isSure && !hasNoName) return undefined;
  const fewRepeat = `Few values of ${label} repeat.`;
  const may = `${[label, ...others].join(', ')} may be the class`;
  return {
    what: 'Which has the class of each text?',
    reason: hasNoName ? `The columns have no names. ${may} of the texts in ${text}.` : isSure ? `${may}.` : fewRepeat,
    options: [
      ...[label, ...others].map((name) => ({
        label: `${name} (${exampleOf(name)})`,
        settings: { classField: name },
      })),
      { label: 'none: these are texts without a class', settings: NO_CLASS },
    ],
  };
}
