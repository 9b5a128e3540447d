import { isObject, isStrings, type JsonObject } from '../json/values.ts';
import type { OffsetUnit, WrittenSpan, WrittenTokenSpan } from './record.ts';
import { spanInString } from './span-strings.ts';

/** wit.ai writes the role of an entity behind its name, which is the name itself without one. */
const OWN_ROLE = /^(?:wit\$)?([^:]{1,100}):\1$/;

/** Names in lower case, with a capital, and in capitals. */
function inCases(names: string): string[] {
  return names.split(',').flatMap((name) => [name, name[0]!.toUpperCase() + name.slice(1), name.toUpperCase()]);
}

export const STARTS: readonly string[] = inCases(
  'start_offset,start,begin,start_char,char_start,start_idx,startOffset,beginOffset,start_pos,startPos,start_position,start_index,startIndex,startIdx,startChar,charStart,startPosition,begin_offset,beginIndex,offset_start,offsetStart,off0,start_span,from,inicio,anfang,debut',
);
export const ENDS: readonly string[] = inCases(
  'end_offset,end,stop,end_char,char_end,end_idx,endOffset,end_pos,endPos,end_position,end_index,endIndex,endIdx,endChar,charEnd,endPosition,offset_end,offsetEnd,off1,end_span,to,fin,ende',
);
/** Fields with both offsets: `[start, end]`, or a list of such pairs. */
const PAIRS = ['span', 'indices', 'offsets', 'pos', 'position', 'char_span'];
const TYPES =
  'label,type,tag,entity_type,entity-type,entityType,entity_group,entityLabel,labelName,label_type,displayName,display_name,ner,class,category,obj,Type,entity'.split(
    ',',
  );
/** Fields that repeat the text of the span. */
const SURE_TEXTS = ['text', 'word', 'mention', 'surface', 'entity_text', 'entity_value', 'Text', 'entity'];
/** These may have another name of the entity. */
const MAYBE_TEXTS = ['value', 'name'];

/** What the plural of a name, or one with what it is of, says of a span: `starts`, `entity_types`. */
export function spanField(name: string): 'start' | 'end' | 'label' | undefined {
  const single = singleOf(name);
  if (STARTS.includes(single)) return 'start';
  if (ENDS.includes(single)) return 'end';
  return TYPES.includes(single) || TYPES.includes(name.replace(/s$/, '')) ? 'label' : undefined;
}

function singleOf(name: string): string {
  return name.replace(/^(entity|ent|span|mention|ner)_(?=[a-z])/i, '').replace(/s$/, '');
}

/** Whether a list has both offsets of each span: `"offsets": [[0, 3]]`. */
export function arePlaces(name: string, list: readonly unknown[]): boolean {
  const isNamed = [name, singleOf(name), `${singleOf(name)}s`].some((one) => PAIRS.includes(one));
  return isNamed && list.every((place) => Array.isArray(place) && place.length === 2 && pairOf(place) !== undefined);
}

/** What may say more of a span than its `start`, `end` and `label`. */
const FURTHER = new Set(
  [...STARTS, ...ENDS, ...PAIRS, ...TYPES, ...SURE_TEXTS, ...MAYBE_TEXTS, 'offset', 'length', 'len', 'labels'].filter(
    (name) => !['start', 'end', 'label'].includes(name),
  ),
);

export const DISCONTINUOUS = 'discontinuous spans: each was read as one span, from its first part to its last';

/**
 * Reads a value as one span per label: `[start, end, "TYPE"]`, also with the type first or with the text of the span, or an object.
 * Undefined if it is not a span.
 *
 * @param text that the offsets refer to
 */
export function readSpan(span: unknown, text: string, unit: OffsetUnit = 'code points'): WrittenSpan[] | undefined {
  if (Array.isArray(span)) return readTuple(span, text, unit);
  if (typeof span === 'string') return readLine(span, unit);
  if (!isObject(span)) return undefined;
  const plain = readPlain(span, unit);
  if (plain !== undefined) return plain;
  const named = nameOf(first(span, TYPES));
  const written = typeof named === 'string' || isStrings(named) ? named : (otherType(span) ?? named); // an id beside its name
  const type = written === span['entity'] && typeof written === 'string' ? written.replace(OWN_ROLE, '$1') : written;
  const pair = pairOf(first(span, PAIRS)) ?? endsOf(partsIn(span));
  const start = numberOf(pair?.[0] ?? first(span, STARTS) ?? span['offset']);
  const end = numberOf(pair?.[1] ?? first(span, ENDS) ?? endByLength(start, span['length'] ?? span['len']));
  const length = lengthOf(start, end);
  const isOwn = (value: string) => length === value.length || length === spanLength(value, 'code points');
  const given =
    textsOf(span, SURE_TEXTS).find((value) => value !== type && text.includes(value)) ??
    first(span, SURE_TEXTS.slice(0, -1)) ??
    textsOf(span, MAYBE_TEXTS).find((value) => value !== type && isOwn(value) && text.includes(value));
  const repeated = typeof given === 'string' ? { text: given } : {};
  const { labels } = span; // a list of names in Label Studio, of objects in flair
  if (Array.isArray(labels) && labels.length > 0 && labels.every(isObject))
    return spansOf(
      start,
      end,
      labels.map(({ value }) => value),
      { unit, ...repeated },
    );
  return labels === undefined
    ? spansOf(start, end, isStrings(type) ? type : [type], { unit, ...repeated })
    : spansOf(start, end, labels, { unit: 'UTF-16 units', ...repeated });
}

/**
 * The only string whose name says that it is a type, under any other name: `kind`, or else `label_name`, `spanKind`,
 * `LABEL`.
 */
function otherType(span: JsonObject): unknown {
  const found = Object.entries(span)
    .filter(([, value]) => typeof value === 'string')
    .map(([name, value]) => ({ words: wordsOf(name), value }))
    .filter(({ words }) => words.some((word) => TYPE_WORD.test(word)) && !words.some((word) => OTHER_WORD.test(word)));
  const plain = found.filter(({ words }) => words.length === 1);
  const [only, another] = plain.length > 0 ? plain : found;
  return another === undefined ? only?.value : undefined;
}

/** The words of a name in lower case: `entityKind`, `entity_kind`. */
function wordsOf(name: string): string[] {
  const spaced = name.replace(/(\p{Ll})(?=\p{Lu})/gu, '$1_');
  return spaced.toLowerCase().split(/[^\p{L}]+/u);
}

const TYPE_WORD =
  /^(?:entity|ent|ner|span)?(?:labels?|types?|typ|tipo|kind|class|clase|klasse|[ck]ategor[a-zí]{1,3}|concepts?|tags?|etiqu?[a-z]{1,6})(?:name)?$/;
/** What a type of something else is about: who or what annotated, and when. */
const OTHER_WORD = /^(?:annotators?|authors?|users?|workers?|sources?|stage|status|method|model|mime|file|data|id)$/;

/** The span of an object with `start`, `end` and `label`, as in most files; looking for all other names takes longer. */
function readPlain(span: JsonObject, unit: OffsetUnit): WrittenSpan[] | undefined {
  const { start, end, label } = span;
  if (!isWhole(start) || !isWhole(end) || typeof label !== 'string' || label.trim() === '') return undefined;
  for (const name of Object.keys(span)) if (FURTHER.has(name)) return undefined;
  return [{ start, end, type: label, unit }];
}

function textsOf(span: JsonObject, names: readonly string[]): string[] {
  return names.map((name) => span[name]).filter((value) => typeof value === 'string');
}

/** A type may be an object with its name. */
function nameOf(type: unknown): unknown {
  return isObject(type) ? type['name'] : type;
}

/** Fields with the place of a span, or of each of its parts, as an object with a start and an end. */
const PARTS = [...PAIRS, 'offset', 'location', 'range', 'fragments', 'locations', 'ranges', 'spans'];

/** The parts of a span: `"offset": {"start": 0, "end": 3}`, `"fragments": [{"begin": 0, "end": 3}, …]`. */
function partsIn(span: JsonObject): JsonObject[] {
  for (const name of PARTS) {
    const parts = [span[name]].flat();
    if (parts.length > 0 && parts.every((part) => isObject(part) && isWhole(numberOf(first(part, STARTS)))))
      return parts as JsonObject[];
  }
  return [];
}

function endsOf(parts: readonly JsonObject[]): [unknown, unknown] | undefined {
  const [head, last] = [parts[0], parts.at(-1)];
  return head && last && [numberOf(first(head, STARTS)), numberOf(first(last, ENDS))];
}

/** The first start and the last end of `[start, end]` or `[[start, end], …]`. */
function pairOf(value: unknown): [unknown, unknown] | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined;
  const parts = (Array.isArray(value[0]) ? value : [value]) as unknown[][];
  return parts.every((part) => Array.isArray(part) && part.length === 2 && part.every(isWhole))
    ? [parts[0]![0], parts.at(-1)![1]]
    : undefined;
}

/** Names of the fields that may have the text of an entity, the likeliest first. */
export function entityTexts(item: JsonObject): string[] {
  const names = [...SURE_TEXTS, ...MAYBE_TEXTS, 'span', 'phrase', 'entity_name'].filter(
    (name) => typeof item[name] === 'string',
  );
  return names.filter((name) => name !== 'entity').concat(names.includes('entity') ? ['entity'] : []);
}

/** The only type of an entity. @param text the field with its text */
export function entityType(item: JsonObject, text: string | undefined): string | undefined {
  const others = TYPES.filter((name) => name !== text);
  const written = nameOf(first(item, [...others, 'labels', 'types'])) ?? otherType(item);
  const [type, another] = typeof written === 'string' ? [written] : isStrings(written) ? written : [];
  return another === undefined && type?.trim() !== '' ? type : undefined;
}

const PLACES = [...STARTS, ...ENDS, ...PAIRS, 'offset', 'points'];

/** Whether an object has a field for a place in a text. */
export function hasOffsets(item: JsonObject): boolean {
  if (partsIn(item).length > 0) return true;
  const place = first(item, PLACES);
  return typeof place === 'string' ? typeof numberOf(place) === 'number' : place !== undefined;
}

/** A line of brat, as in NEREL: `T1\tPERSON 0 9\tAda Byrne`, or `T2\tLOC 0 3;7 9\t…` in parts. */
const LINE = /^T\d{1,9}\t(\S{1,200}) (\d{1,9}) (?:\d{1,9};\d{1,9} ){0,100}(\d{1,9})(?:\t(.*))?$/s;

function readLine(line: string, unit: OffsetUnit): WrittenSpan[] | undefined {
  const [, type, start, end, text] = LINE.exec(line) ?? [];
  const other = type === undefined ? spanInString(line) : undefined;
  if (type === undefined) return other && [{ ...other, unit }];
  const repeated = text !== undefined && !isDiscontinuous(line) ? { text } : {};
  return [{ start: Number(start), end: Number(end), type, unit, ...repeated }];
}

/** Whether a span has several parts. */
export function isDiscontinuous(span: unknown): boolean {
  if (typeof span === 'string') return /^T\d+\t\S+ \d+ \d+;/.test(span);
  if (isObject(span) && partsIn(span).length > 1) return true;
  const pairs = isObject(span) ? first(span, PAIRS) : Array.isArray(span) ? span.find(Array.isArray) : undefined;
  return Array.isArray(pairs) && pairs.length > 1 && Array.isArray(pairs[0]);
}

/** Whether corrections can be written in the same way: `[start, end, "TYPE"]`, or an object with start, end and label. */
export function isCorrectable(span: unknown): boolean {
  if (Array.isArray(span)) return isWhole(span[0]) && isWhole(span[1]) && typeof span[2] === 'string';
  if (!isObject(span)) return false;
  const [start, end] = [span['start_offset'] ?? span['start'], span['end_offset'] ?? span['end']];
  const { label, labels } = span;
  return isWhole(start) && isWhole(end) && typeof label !== 'number' && (label !== undefined || labels !== undefined);
}

/** An id of a span beside its type: `T1`, `12`. */
const ID = /^[A-Za-z]?\d+$/;

/** A tuple with two offsets, a type, and perhaps the text of the span, its id or a score. */
function readTuple(written: readonly unknown[], text: string, unit: OffsetUnit): WrittenSpan[] | undefined {
  // [[start, end], "TYPE"], ["T1", "TYPE", [[start, end]]]
  const isNested = written.some(Array.isArray) && written.filter(isWhole).length < 2;
  const span = isNested ? written.flatMap((value: unknown) => pairOf(value) ?? [value]) : written;
  const offsets = offsetsIn(span, text);
  if (offsets === undefined) return undefined;
  const [start, end] = offsets;
  const strings = span.filter((value) => typeof value === 'string');
  if (strings.length < 2) return spansOf(start, end, strings, { unit });
  const occurring = strings.filter((value) => value !== '' && text.includes(value));
  const exact = occurring.filter((value) => spanLength(value, unit) === lengthOf(start, end));
  const near = text.slice(Math.max(0, Number(start) - 2), Number(end) + 2);
  const own =
    exact.find((value) => near.includes(value)) ??
    exact[0] ??
    (occurring.length === 1 ? occurring[0] : text === '' ? strings[0] : undefined);
  const [type, id] = strings
    .filter((value) => value !== own)
    .toSorted((a, b) => Number(ID.test(a)) - Number(ID.test(b)));
  if (strings.length > 2 || (own === undefined && (ID.test(type!) || !ID.test(id!)))) return undefined;
  return spansOf(start, end, [type], { unit, ...(own !== undefined && { text: own }) });
}

/** The two offsets of a tuple, which may also have a number or a score; undefined if the order does not tell them. */
function offsetsIn(span: readonly unknown[], text: string): number[] | undefined {
  const numbers = span.filter(isWhole);
  if (numbers.length < 3) return numbers;
  const pairs = numbers.slice(1).flatMap((end, i) => {
    const start = numbers[i]!;
    const areNext = span.some((value, at) => value === start && span[at + 1] === end);
    return areNext && start >= 0 && start < end && (text === '' || end <= text.length) ? [[start, end]] : [];
  });
  return pairs.length === 1 ? pairs[0] : undefined;
}

function lengthOf(start: unknown, end: unknown): number | undefined {
  return isWhole(start) && isWhole(end) ? end - start : undefined;
}

function spanLength(text: string, unit: OffsetUnit): number {
  return unit === 'UTF-16 units' ? text.length : Array.from(text).length;
}

/** Reads a value as a span of tokens: `[start, end, "TYPE"]`, also with its words, or an object. */
export function readTokenSpan(span: unknown, tokens: readonly string[] = []): WrittenTokenSpan | undefined {
  const read = readSpan(span, tokens.length === 0 ? '' : `${tokens.join(' ')}\n${tokens.join('')}`);
  return read?.length === 1 ? { start: read[0]!.start, end: read[0]!.end, type: read[0]!.type } : undefined;
}

function spansOf(
  start: unknown,
  end: unknown,
  types: unknown,
  more: Pick<WrittenSpan, 'unit' | 'text'>,
): WrittenSpan[] | undefined {
  if (
    !isWhole(start) ||
    !isWhole(end) ||
    !isStrings(types) ||
    types.length === 0 ||
    types.some((type) => type.trim() === '')
  )
    return undefined;
  return types.map((type) => ({ start, end, type, ...more }));
}

/** An offset may be a string of digits. */
function numberOf(offset: unknown): unknown {
  return typeof offset === 'string' && /^\d+$/.test(offset) ? Number(offset) : offset;
}

function endByLength(start: unknown, length: unknown): number | undefined {
  return isWhole(start) && isWhole(length) ? start + length : undefined;
}

function first(span: JsonObject, names: readonly string[]): unknown {
  for (const name of names) {
    const value = span[name];
    if (value !== undefined && value !== null) return value;
  }
  return undefined;
}

export function isWhole(value: unknown): value is number {
  return Number.isInteger(value);
}
