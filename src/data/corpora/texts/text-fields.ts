import { UNSPACED } from '../../text/unspaced.ts';
import { isObject, type JsonObject, valueAt } from '../json/values.ts';
import { isMarked } from '../marks.ts';

/** Usual names of fields with a text, best first. */
const TEXT_NAMES =
  'text,full_text,content,body,message,review,review_text,comment,tweet,sentence,document,article,abstract,description,note,notes,transcript,answer,question,texte,texto,testo,tekst,inhalt,kommentar,beschreibung,本文,文本,内容,テキスト,텍스트,текст,نص,title'.split(
    ',',
  );
const ID_NAME = /^(_?id|uid|uuid|guid|key|(doc|document|record|row|text|tweet|post|item)[_-]?id|nr|no)$/i;
/** Objects examined. */
const SAMPLED = 200;
/** Mean words of a text, under any name. */
const MIN_WORDS = 3;
const MIN_UNSPACED = 8; // characters, on average
const MIN_UNSPACED_TEXT = 10; // characters

export interface ChosenFields {
  names: readonly string[];
  text: string | undefined;
  /** Other fields that could be the text. */
  others: readonly string[];
  id: string | undefined;
  reason: string;
}

/** Chooses the field with the text of each record: the one with a usual name, or else the one with the longest texts. */
export function chooseFields(records: readonly JsonObject[]): ChosenFields {
  const sample = records.slice(0, SAMPLED);
  const fields = new Map<string, string[]>();
  const names = new Set<string>();
  for (const record of sample) {
    for (const [name, value] of members(record)) {
      names.add(name);
      if (typeof value !== 'string') continue;
      const values = fields.get(name) ?? [];
      values.push(value);
      fields.set(name, values);
    }
  }
  const texts = [...fields].filter(([, values]) => areTexts(values)).map(([name]) => name);
  const usual = [...fields.keys()]
    .filter((name) => rankOf(name) >= 0 && (texts.includes(name) || hasSpaces(fields.get(name)!)))
    .toSorted((a, b) => rankOf(a) - rankOf(b));
  const isMarkedTwin = (name: string) =>
    texts.some((other) => sample.some((record) => isMarked(valueAt(record, name), valueAt(record, other))));
  const plain = texts.filter((name) => !isMarkedTwin(name));
  const longest = plain.toSorted((a, b) => lengthOf(fields.get(b)!) - lengthOf(fields.get(a)!));
  const [text] = usual.length > 0 ? usual : longest;
  const others = texts.filter((name) => name !== text);
  return {
    names: [...names],
    text,
    others,
    id: [...names].find((name) => ID_NAME.test(name)),
    reason:
      text === undefined
        ? ''
        : `${text} ${usual.length > 0 ? 'by its name' : 'as it has the longest texts'}${others.length > 0 ? `; ${others.join(', ')} could be texts, too` : ''}`,
  };
}

/** What the id field of a record contains, or its number. */
export function recordId(value: JsonObject, number: number): string {
  const name = Object.keys(value).find((field) => ID_NAME.test(field));
  const id = name === undefined ? undefined : value[name];
  return typeof id === 'string' || typeof id === 'number' ? String(id) : String(number);
}

/** The members of an object, and those of objects in it. */
function members(record: JsonObject): [string, unknown][] {
  return Object.entries(record).flatMap(([name, value]): [string, unknown][] =>
    isObject(value) ? Object.entries(value).map(([inner, one]) => [`${name}.${inner}`, one]) : [[name, value]],
  );
}

/** Whether a field with this name has the id of a record. */
export function isIdName(name: string): boolean {
  return ID_NAME.test(name);
}

/** Whether a field with this name usually has a text. */
export function isTextName(name: string): boolean {
  return rankOf(name.trim()) >= 0;
}

/** The place of the name that a field with a text most usually has; -1 if none is usual. */
export function usualText(names: readonly string[]): number {
  const usual = names.filter((name) => isTextName(name)).toSorted((a, b) => rankOf(a.trim()) - rankOf(b.trim()));
  return names.indexOf(usual[0]!);
}

function rankOf(name: string): number {
  return TEXT_NAMES.indexOf(name.slice(name.indexOf('.') + 1).toLowerCase());
}

/** Whether a value is a text, and mostly in a script without spaces between words. */
export function isUnspacedText(value: string): boolean {
  if (value.length < MIN_UNSPACED_TEXT || !UNSPACED.test(value)) return false;
  const characters = [...value];
  const unspaced = characters.filter((character) => UNSPACED.test(character));
  return characters.length >= MIN_UNSPACED_TEXT && 2 * unspaced.length > characters.length;
}

function areTexts(values: readonly string[]): boolean {
  const filled = values.filter((value) => value.trim() !== '');
  if (filled.length === 0) return false;
  const words = filled.reduce((sum, value) => sum + value.trim().split(/\s+/).length, 0) / filled.length;
  const isUnspaced = filled.some((value) => UNSPACED.test(value)) && lengthOf(filled) >= MIN_UNSPACED * filled.length;
  return words >= MIN_WORDS || isUnspaced;
}

function hasSpaces(values: readonly string[]): boolean {
  return values.some((value) => /\S\s+\S/.test(value));
}

function lengthOf(values: readonly string[]): number {
  return values.reduce((sum, { length }) => sum + length, 0);
}
