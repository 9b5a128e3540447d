import type { SpanProblem } from '../align-spans.ts';
import type { QuotedEntities } from '../records/record.ts';
import type { ProblemLog } from '../../files/problem-log.ts';
import { valueIn } from '../containers/list-cell.ts';
import { classOf, hasClassName, joinedClasses } from './class-fields.ts';
import { NO_ENTITY_LISTS, TYPE_NAME } from '../records/kinds/quoted-entities.ts';
import { occurs } from '../records/quoted-places.ts';
import { isObject, isStrings, type JsonObject } from '../json/values.ts';
import { isIdName } from './text-fields.ts';
import { signsOfLabels } from './label-signs.ts';
import { isWhole, spanField } from '../records/spans.ts';
import { areTags, isJoinedTags } from '../records/kinds/joined-tags.ts';

const SAMPLED = 200;
/** What annotated entities are usually called. */
const NAME = /entit|annot|mention|span|slot|(^|[_.-])(ner|bio|iob)([_.-]|$)/i;
const EXPECTED =
  'Expected tokens with as many tags, or a text with entities such as {"start": 0, "end": 4, "label": "LOC"} or {"text": "Oslo", "label": "LOC"}.';

/**
 * What fields of texts without labels seem to annotate, as a sentence: entities in a form that no reader knows, or several classes for each
 * text. Undefined if they seem to annotate nothing.
 */
export function unreadAnnotations(records: readonly JsonObject[]): string | undefined {
  const sample = records.slice(0, SAMPLED);
  const names = [...new Set(sample.flatMap((record) => Object.keys(record)))];
  const classes = names.filter((name) => areFlags(sample.map((record) => record[name])));
  if (classes.length > 1) {
    return `${listed(classes)} have two values each. If they are classes, each text has several, where a model predicts one: --class-field ${classes[0]} takes one of them; in the page, rename its column to label.`;
  }
  const misfit = names.map((name) => misfitIn(name, sample)).find((message) => message !== undefined);
  if (misfit !== undefined) return misfit;
  const several = names.find((name) => severalIn(name, sample) !== undefined);
  if (several !== undefined)
    return `${several} has several classes for a text (${severalIn(several, sample)}), where a model predicts one: it is not read. Leave one class for each text, or save a file for each class with yes and no.`;
  const entities = names.filter((name) => areEntities(name, sample) || areAnswers(name, sample));
  if (entities.length === 0) {
    const twin = names.find((name) => sample.some((record) => markedTwin(record, name)));
    if (twin !== undefined)
      return `${twin} repeats the text with marks around words, but their types are not in the marks. ${EXPECTED}`;
    const list = names.find((name) => areWords(name, sample));
    if (list !== undefined) return skippedList(list);
    return signsOfLabels(sample) ?? skippedNames(namesInTexts(sample));
  }
  const look = entities.length === 1 ? 'looks like annotations' : 'look like annotations';
  return `${listed(entities)} ${look}, but in a form that is not read. ${EXPECTED}`;
}

/** What may be around words without their types, in ways that are not read: `**Oslo**`. */
const AROUND = /(?:<<|\[\[|\*\*|\{\{)(\S.{0,200}?)(?:>>|\]\]|\*\*|\}\})/g;

/** Whether a field has the text of another one, with marks around some words. */
function markedTwin(record: JsonObject, name: string): boolean {
  const { [name]: written, ...others } = record;
  if (typeof written !== 'string' || written.length > LONGEST_TWIN) return false;
  const plain = written.replaceAll(AROUND, '$1');
  return plain !== written && Object.values(others).includes(plain);
}

const LONGEST_TWIN = 10_000;

/** Says that a list of words of the text is not read. */
function skippedList(field: string): string {
  return `The list in ${field} has words of the text, but ${field} is no usual name of a type; it was skipped. If it is one, write it in capitals.`;
}

/** Reports what is lost of entities without offsets. */
export function reportQuoted(
  text: string,
  { missing, skipped }: QuotedEntities,
  report: (problem: SpanProblem) => void,
): void {
  const excerpt = JSON.stringify(text);
  for (const own of missing) {
    const message = `The entity ${JSON.stringify(own)} does not occur in the text as whole words; it was skipped.`;
    report({ severity: 'error', message, excerpt, isLoss: true });
  }
  for (const field of skipped) report({ severity: 'warning', message: skippedList(field), excerpt, isLoss: true });
}

/** Says that fields with words of their texts are not read; undefined without any. */
export function skippedNames(fields: readonly string[]): string | undefined {
  if (fields.length === 0) return undefined;
  const type = fields[0]!.toUpperCase().replace(/[^\p{L}\p{N}_-]/gu, '_');
  return `${listed(fields)} ${fields.length === 1 ? 'has' : 'have'} words of the texts, as entities are. If they are, call the columns of a table text and ${type}, or write a list in JSON: {"text": "Oslo is old", "${type}": ["Oslo"]}.`;
}

/** Share of the names that occur in their texts, and how many different ones must. */
const [OCCURRING, FEWEST_NAMES] = [0.5, 2];
const LONGEST_NAME = 60;
/** Fields with a part of a text, or with what is said of it as a whole, whose words are no names. */
const NO_NAMES =
  /^(?:(?:news|article|page|doc|document|review|post|thread|short|best|selected|support)[ _-]?)?(?:titles?|headlines?|heading|subject|caption|questions?|query|answers?|response|quote|excerpt|snippet|text|evidence|rationale|highlights?|summary|abstract|context|hypothesis)(?:[ _-]?text)?$/i;

/**
 * Fields with names that mostly occur in the texts beside them, as the artist of a song does: they may be entities.
 *
 * @param others fields that are known to be something else
 */
export function namesInTexts(records: readonly JsonObject[], others: readonly string[] = []): string[] {
  const sample = records.slice(0, SAMPLED);
  const fields = [...new Set(sample.flatMap((record) => Object.keys(record)))];
  return fields.filter((field) => {
    if ([NO_ENTITY_LISTS, NO_NAMES].some((other) => other.test(field)) || isIdName(field) || others.includes(field)) return false; // prettier-ignore
    const pairs = sample.flatMap((record) => {
      const { [field]: name, ...rest } = record;
      const isName = typeof name === 'string' && name.length <= LONGEST_NAME && /\p{L}{2}/u.test(name);
      return isName ? [{ name: name.trim(), text: longestText(rest) }] : [];
    });
    const found = pairs.filter(({ name, text }) => text.length > 2 * name.length && occurs(text, name));
    return found.length > OCCURRING * pairs.length && new Set(found.map(({ name }) => name)).size >= FEWEST_NAMES;
  });
}

/** Fields with what a language model answers. */
const ANSWER = /^(output|completion|response|answer|prediction|result|target)s?$/i;
/** A name and words, in any order: `Person - Ada`, `Ada (person)`, `1. Ada = person`. */
const NAMED = /^[^\p{L}]{0,10}(\S.{0,80}?)(?:\s?[:=|]\s?|\s[-–—]\s|\s?\(|\s?->\s?)(\S.{0,500}?)\)?\.?$/u;

/** Whether most answers consist of names and words of the other fields. */
function areAnswers(name: string, records: readonly JsonObject[]): boolean {
  if (!ANSWER.test(name)) return false;
  const answers = records.filter((record) => typeof record[name] === 'string' && record[name] !== '');
  const fitting = answers.filter(({ [name]: answer, ...others }) => {
    const text = Object.values(others)
      .filter((value) => typeof value === 'string')
      .join('\n');
    const parts = (answer as string).split(/[\n;]/).filter((part) => part.trim() !== '');
    const named = parts.filter((part) => {
      const [, ...sides] = NAMED.exec(part.trim()) ?? [];
      return sides.some((side) => occurs(text, side.split(',')[0]!.trim()));
    });
    return named.length > 0 && 2 * named.length >= parts.length;
  });
  return fitting.length > 0 && 2 * fitting.length >= answers.length;
}

/** Whether lists have some words of the text. */
function areWords(name: string, records: readonly JsonObject[]): boolean {
  if (NO_ENTITY_LISTS.test(name)) return false;
  return records.some((record) => {
    const { [name]: list } = record;
    const text = longestText(record);
    if (!isStrings(list) || list.length === 0 || 2 * list.join('').length > text.length) return false;
    return list.every((part) => occurs(text, part.trim()));
  });
}

function listed(names: readonly string[]): string {
  return names.length > MOST_NAMES ? `${names.slice(0, MOST_NAMES).join(', ')}…` : names.join(', ');
}

const MOST_NAMES = 6;

/** Says that a list or a string of tags has another number than its text of words and characters. */
function misfitIn(name: string, records: readonly JsonObject[]): string | undefined {
  const fitting = records.flatMap((record) => {
    const { [name]: value } = record;
    const tags = isJoinedTags(value) ? value.trim().split(/\s+/) : isStrings(value) && areTags(value) ? value : [];
    const text = longestText({ ...record, [name]: null });
    return tags.length > 1 && text !== '' ? [{ tags, text }] : [];
  });
  const [first] = fitting;
  if (first === undefined || 2 * fitting.length < records.length) return undefined;
  const words = first.text.trim().split(/\s+/).length;
  return `The number of tags in ${name} (${first.tags.length}) is neither that of the words of its text (${words}) nor that of its characters (${[...first.text].length}): it is not read. Write a tag for each word or character.`;
}

/** An example of several classes of a text, as a list, joined, or with a value for each; undefined if the field has none. */
function severalIn(name: string, records: readonly JsonObject[]): string | undefined {
  if (!hasClassName([name]) && !/^(cats|categories|classes|tags?|accept)$/i.test(name)) return undefined;
  const values = records.map((record) => record[name]);
  for (const [i, value] of values.entries()) {
    const list = typeof value === 'string' ? valueIn(value) : value;
    const parts = Array.isArray(list) ? (list as unknown[]) : [];
    const text = longestText(records[i]!);
    const areClasses = parts.every(
      (part) => Number.isInteger(part) || (typeof part === 'string' && !occurs(text, part)),
    );
    if (parts.length > 1 && areClasses) return listed(parts.map(String));
    const members = isObject(list) ? Object.entries(list) : [];
    if (members.length > 1 && members.every(([, own]) => typeof own !== 'object'))
      return listed(members.map(([own]) => own));
  }
  return joinedClasses(values.map(classOf))?.[0];
}

/** Whether all values are 0 or 1, and both occur. */
function areFlags(values: readonly unknown[]): boolean {
  const distinct = new Set(values.map(String));
  return (
    distinct.size === 2 &&
    ['0', '1', '0.0', '1.0', 'true', 'false', 'True', 'False'].filter((flag) => distinct.has(flag)).length === 2
  );
}

function areEntities(name: string, records: readonly JsonObject[]): boolean {
  const isNamed = NAME.test(name);
  return records.some((record) => {
    const value = record[name];
    const { [name]: _, ...others } = record;
    const text = longestText(others);
    if (value === undefined || value === null || value === '' || value === text) return false;
    if (typeof value === 'string')
      return isNamed || (TYPE_NAME.test(name) && occurs(text, value.split(/[;,|]/)[0]!.trim()));
    if (typeof value !== 'object') return false;
    const parts: unknown[] = Object.values(value);
    if (parts.length === 0) return false;
    return (
      isNamed ||
      holdsPlaces(value, DEEPEST) ||
      parts.every((part) => mayBeEntity(part, text)) ||
      (/^\P{Ll}+$/u.test(name) && areQuoted(value, text))
    );
  });
}

/** Levels of objects and lists that are searched for places in texts. */
const DEEPEST = 8;

/** Whether a value has an object with a start and an end, as numbers or as lists of them. */
function holdsPlaces(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null || depth === 0) return false;
  const members = Object.entries(value) as [string, unknown][];
  const has = (field: 'start' | 'end') =>
    members.some(([name, own]) => spanField(name) === field && [own].flat().length > 0 && [own].flat().every(isWhole));
  const hasPlaces = members.some(([name, own]) => /span|offset/i.test(name) && isPlaceOrList(own));
  if (!Array.isArray(value) && ((has('start') && has('end')) || hasPlaces)) return true;
  return members.slice(0, SAMPLED).some(([, inner]) => holdsPlaces(inner, depth - 1));
}

/** Whether a value is a start and an end, or has one. */
function isPlaceOrList(value: unknown): boolean {
  const isPlace = (pair: unknown) => Array.isArray(pair) && pair.length === 2 && pair.every(isWhole);
  return Array.isArray(value) && (isPlace(value) || value.some(isPlace));
}

/** Whether a value has two offsets, or a part of the text and something else. */
function mayBeEntity(value: unknown, text: string): boolean {
  if (!isObject(value) && !Array.isArray(value)) return false;
  const parts: unknown[] = Object.values(value);
  const offsets = parts.filter((part) => Number.isInteger(part) && (part as number) <= text.length);
  return (
    parts.length > 1 &&
    (offsets.length === 2 || parts.some((part) => typeof part === 'string' && part !== '' && text.includes(part)))
  );
}

function longestText(record: JsonObject): string {
  const texts = Object.values(record).filter((value) => typeof value === 'string');
  return texts.reduce((longest, text) => (text.length > longest.length ? text : longest), '');
}

function areQuoted(value: object, text: string): boolean {
  return isStrings(value) && value.every((part) => text.includes(part));
}

/** Collects tokens without tags: they may have entities in fields that are not read. */
export class UnreadFields {
  readonly #records: JsonObject[] = [];

  add(record: JsonObject): void {
    if (this.#records.length < SAMPLED) this.#records.push(record);
  }

  report(problems: ProblemLog): void {
    const message = unreadAnnotations(this.#records);
    if (message === undefined) return;
    problems.add({
      line: 0,
      severity: 'warning',
      kind: 'format',
      message: `Read as tokens without labels. ${message}`,
    });
  }
}
