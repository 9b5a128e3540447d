import { StudioError } from '../../../lib/errors.ts';
import { isHeader, isNameHeader } from './name-columns.ts';
import type { NameEntries, NameEntry } from './name-entry.ts';
import { tableEntries, type NameRow } from './name-table.ts';

type Json = null | boolean | number | string | readonly Json[] | JsonObject;
interface JsonObject {
  readonly [name: string]: Json;
}
interface Placed {
  line: number;
  value: Json;
}

/** Fields of annotated texts. */
const IN_CORPORA = /^(?:tokens|words|sentences?|\w{0,20}tags)$/i;
/** Levels of objects in which the names are looked for. */
const MAX_DEPTH = 3;
/** Attributes of the words of a pattern of spaCy that a name can stand for, whose matches ignore case. */
const WORD_ATTRIBUTES = ['LOWER', 'TEXT', 'ORTH', 'NORM', 'lower', 'text', 'orth', 'norm'];

/** Whether a text begins like JSON. @param start its first lines, filled */
export function beginsLikeJson(start: readonly string[]): boolean {
  const text = start.map((line) => line.trim()).join(' ');
  return /^(?:\{\s*(?:["'}]|$)|\[\s*(?:["'[{\]\d]|$))/.test(text);
}

/**
 * Reads the names of JSON, or of JSON lines: an array of names, types with their names, names with their types, objects with a name, patterns
 * of spaCy and Prodigy, results of SPARQL, GeoJSON.
 *
 * @throws StudioError BadInput if it is something else
 */
export function jsonEntries(file: string, text: string): NameEntries {
  const whole = parsed(text);
  const found = whole === undefined ? linesOf(file, text) : [{ line: 1, value: whole }];
  const values = whole !== undefined && Array.isArray(whole) ? placed(whole, text) : found;
  const [only] = values.length === 1 && !Array.isArray(whole) ? values : [];
  const entries = isObject(only?.value) ? ofObject(only.value, text, 0) : ofValues(values);
  if (entries !== undefined) return entries;
  throw new StudioError(
    'BadInput',
    `${file} is JSON without names that can be told. Expected an array of names, {"TYPE": ["name", …]}, {"name": "TYPE"}, or objects with name and type.`,
  );
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined;
    throw error;
  }
}

function linesOf(file: string, text: string): Placed[] {
  const filled = text.split('\n').flatMap((line, i) => (line.trim() === '' ? [] : [{ line: i + 1, text: line }]));
  const values = filled.map(({ line, text: own }) => ({ line, value: parsed(own) }));
  const [bad] = values.filter(({ value }) => value === undefined);
  if (bad !== undefined && (values[0]!.value === undefined || values.length === 1)) {
    throw new StudioError(
      'BadInput',
      `${file} begins like JSON, but is not valid (line ${bad.line}). Save it as JSON, in Python with json.dump, or write one name per line.`,
    );
  }
  return values.map(({ line, value = null }) => ({ line, value }));
}

/** Values in an array, with the lines on which their first text is. */
function placed(values: readonly Json[], text: string): Placed[] {
  let [at, line] = [0, 1];
  return values.map((value) => {
    const first = firstText(value);
    const found = first === undefined ? -1 : text.indexOf(JSON.stringify(first), at);
    if (found >= 0) {
      for (let end = text.indexOf('\n', at); end >= 0 && end < found; end = text.indexOf('\n', end + 1)) line++;
      at = found;
    }
    return { line, value };
  });
}

function firstText(value: Json): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return undefined;
  return (Array.isArray(value) ? (value as readonly Json[]) : Object.values(value)).find(
    (one) => typeof one === 'string',
  );
}

function ofValues(values: readonly Placed[]): NameEntries | undefined {
  const plain = values.map(({ line, value }) => ({ line, value, excerpt: JSON.stringify(value).slice(0, 200) }));
  const names = plain.flatMap(({ line, value, excerpt }) =>
    typeof value === 'string' ? [{ line, value, excerpt }] : [],
  );
  if (names.length > 0 && names.length === plain.length) {
    return {
      entries: names.map(({ line, value, excerpt }) => ({ line, names: [value], type: '', excerpt })),
      notes: [],
    };
  }
  const pairs = plain.flatMap(({ line, value, excerpt }) => (isTexts(value) ? [{ line, cells: value, excerpt }] : []));
  if (pairs.length > 0 && pairs.length === plain.length) return tableEntries(pairs);
  const objects = plain.filter(({ value }) => isObject(value));
  if (objects.length === 0) return undefined;
  if (objects.some(({ value }) => isPattern(value))) return { entries: plain.map(patternEntry), notes: [] };
  const fields = fieldsOf(objects.map(({ value }) => value as JsonObject));
  if (!isHeader(fields, [])) return undefined;
  const rows = plain.map(({ line, value, excerpt }): NameRow => {
    if (isObject(value)) return { line, cells: fields.map((field) => cellOf(value[field])), excerpt };
    return { line, cells: [], excerpt, problem: 'it is no JSON object like the others' };
  });
  return tableEntries(rows, fields);
}

/** The names of a single object. @param depth of objects around it */
function ofObject(value: JsonObject, text: string, depth: number): NameEntries | undefined {
  const bindings = isObject(value['results']) ? value['results']['bindings'] : undefined;
  if (Array.isArray(bindings)) return ofValues(placed(bindings as readonly Json[], text));
  const { features } = value;
  if (
    Array.isArray(features) &&
    (features as readonly Json[]).every((one) => isObject(one) && isObject(one['properties']))
  ) {
    const properties = (features as readonly JsonObject[]).map((one) => one['properties']!);
    return ofValues(placed(properties, text));
  }
  const members = Object.entries(value);
  if (members.length === 0 || depth >= MAX_DEPTH) return undefined;
  if (members.some(([name]) => IN_CORPORA.test(name))) return undefined;
  if (members.every(([, own]) => isTexts(own))) return ofLists(members as [string, readonly string[]][], text);
  if (members.every(([, own]) => typeof own === 'string')) {
    if (isPattern(value) || isHeader(Object.keys(value), [])) return ofValues([{ line: 1, value }]);
    return tableEntries(placed(members as unknown as readonly Json[], text).map(rowOf));
  }
  if (members.every(([, own]) => isObject(own))) {
    const fields = fieldsOf(members.map(([, own]) => own as JsonObject));
    const isNamed = fields.some((field) => /name|label|text|term/i.test(field) && !/type/i.test(field));
    const objects = members.map(([name, own]) => (isNamed ? own : { name, ...(own as JsonObject) }));
    return ofValues(placed(objects, text));
  }
  const arrays = members.filter(([, own]) => Array.isArray(own));
  const [only] = arrays.length === 1 ? arrays : members.filter(([, own]) => isObject(own));
  if (only === undefined) return undefined;
  const [, inner] = only;
  return Array.isArray(inner)
    ? ofValues(placed(inner as readonly Json[], text))
    : ofObject(inner as JsonObject, text, depth + 1);
}

/** Names by their type, or the columns of a table by their names. */
function ofLists(members: readonly [string, readonly string[]][], text: string): NameEntries {
  const keys = members.map(([key]) => key);
  if (keys.some(isNameHeader) && members.every(([, list]) => list.length === members[0]![1].length)) {
    const rows = members[0]![1].map((_, i) => members.map(([, list]) => list[i]!));
    return tableEntries(placed(rows, text).map(rowOf), keys);
  }
  const named = members.flatMap(([type, list]) => list.map((name) => ({ type, name })));
  const lines = placed(
    named.map(({ name }) => name),
    text,
  );
  const entries = named.map(({ type, name }, i): NameEntry => {
    return { line: lines[i]!.line, names: [name], type: isNameHeader(type) ? '' : type, excerpt: name };
  });
  return { entries, notes: [] };
}

function rowOf({ line, value }: Placed): NameRow {
  return { line, cells: value as readonly string[], excerpt: (value as readonly string[]).join(' ') };
}

/** A pattern of spaCy's EntityRuler, or of Prodigy. */
function patternEntry({ line, value, excerpt }: Placed & { excerpt: string }): NameEntry {
  const { label, pattern } = isObject(value) ? value : {};
  const type = typeof label === 'string' ? label : '';
  const words = typeof pattern === 'string' ? [pattern] : Array.isArray(pattern) ? pattern.map(wordOf) : [undefined];
  if (!words.includes(undefined)) return { line, names: [words.join(' ')], type, excerpt };
  const problem =
    'only patterns of words (LOWER, TEXT, ORTH, NORM) are names. Write others as a rule with an expression';
  return { line, names: [], type, excerpt, problem };
}

/** The word that a part of a pattern matches; undefined if it matches several, or by other features. */
function wordOf(part: Json): string | undefined {
  const members = isObject(part) ? Object.entries(part) : [];
  const [[name, word] = ['', null]] = members;
  return members.length === 1 && WORD_ATTRIBUTES.includes(name) && typeof word === 'string' ? word : undefined;
}

function isPattern(value: Json): boolean {
  return isObject(value) && typeof value['label'] === 'string' && 'pattern' in value;
}

function fieldsOf(objects: readonly JsonObject[]): string[] {
  const fields = new Set(objects.flatMap((one) => Object.keys(one)));
  return [...fields].filter((field) => objects.some((one) => cellOf(one[field]).length > 0));
}

/** A field as a cell; a value of SPARQL has it as `value`. */
function cellOf(value: Json | undefined): string | readonly string[] {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  if (isTexts(value)) return value;
  return isObject(value) && typeof value['value'] === 'string' ? value['value'] : '';
}

function isTexts(value: Json | undefined): value is readonly string[] {
  return Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string');
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
