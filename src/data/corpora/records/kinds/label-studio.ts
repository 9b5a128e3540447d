import { describe, isObject, isStrings, type JsonObject } from '../../json/values.ts';
import { without } from '../../texts/html-text.ts';
import { isAddress } from '../offsets.ts';
import { givenTokens } from '../given-tokens.ts';
import { withoutNesting } from './nested-text.ts';
import type { AnnotatedText, RecordKind, RecordOptions, WrittenSpan } from '../record.ts';
import { isWhole, readSpan } from '../spans.ts';

/** Tasks of Label Studio, of all its versions (`annotations`, `completions`). Offsets are UTF-16 code units. */
export const labelStudio: RecordKind = {
  title: 'Label Studio',
  read(record, options) {
    const { data } = record;
    if (isObject(data) && record['annotations'] === undefined && record['completions'] === undefined) {
      if (withoutNesting(record) !== undefined) return undefined; // spans beside a text that is in an object
      const text = textOf(data, [], options.dataField);
      return typeof text === 'string' ? undefined : { texts: [{ text: text.text, spans: undefined }] };
    }
    const field = Array.isArray(record['annotations']) ? 'annotations' : 'completions';
    const made = record[field];
    if (!isObject(data) || !Array.isArray(made)) return undefined;
    if (made.some((span) => isObject(span) && span['result'] === undefined && readSpan(span, '') !== undefined))
      return undefined; // spans beside a text that is in an object
    const read = readTask(data, field, made, options);
    return typeof read === 'string' ? read : { texts: [read] };
  },
};

/** Reads a task: the annotation of the chosen person, or the first one that was not cancelled. */
function readTask(
  data: JsonObject,
  field: string,
  made: readonly unknown[],
  { annotator, dataField }: RecordOptions,
): AnnotatedText | string {
  const kept = made.flatMap((found, index) =>
    isObject(found) && found['was_cancelled'] !== true ? { found, index } : [],
  );
  const own = annotator === undefined ? undefined : kept.find(({ found }) => annotatorOf(found) === annotator);
  const chosen = annotator === undefined ? kept[0] : own;
  const result: unknown = chosen?.found['result'];
  if (chosen !== undefined && !Array.isArray(result)) {
    return `The result of the annotation is ${describe(result)}, expected an array.`;
  }
  const regions =
    chosen === undefined ? [] : (result as unknown[]).map((region) => (isObject(region) ? region['value'] : undefined));
  const other = regions
    .filter(isObject)
    .flatMap((value) => Object.keys(value).filter((key) => OTHER_LABELS.test(key)))[0];
  if (other !== undefined) return `The task has regions of something else than a text (${other}).`;
  const labelled = regions.filter(isObject).flatMap((value) => withLabels(value) ?? []); // skips choices, relations and so on
  const text = textOf(
    data,
    labelled.map(({ value }) => value),
    dataField,
  );
  if (typeof text !== 'object') return text;
  const sentences = givenTokens(data['tokens'], text.text, 'UTF-16 units');
  const base = { text: text.text, ...(sentences && { sentences: [sentences] }) };
  if (chosen === undefined) return { ...base, spans: undefined };
  const spans = labelled.map(({ value, labels }) => readRegion(value, labels, text.isMarkup));
  const malformed = spans.findIndex((read) => read === undefined);
  if (malformed >= 0) {
    return `result contains ${JSON.stringify(labelled[malformed]!.value)}, expected a span with start, end and labels.`;
  }
  const people = new Set(kept.map(({ found }) => annotatorOf(found)));
  const isPlain = !text.isMarkup && labelled.every(({ value }) => value['labels'] !== undefined);
  return {
    ...base,
    spans: spans.flatMap((read) => read ?? []),
    ...(isPlain && { path: [field, chosen.index, 'result'] }),
    ...(annotator === undefined &&
      kept.length > 1 && {
        notes: [`annotations by several people (${[...people].join(', ')}): the first one was read`],
      }),
  };
}

function annotatorOf({ completed_by: by }: JsonObject): string {
  const id = isObject(by) ? (by['email'] ?? by['id']) : by;
  return typeof id === 'string' || typeof id === 'number' ? String(id) : 'unknown';
}

/** Labels of parts of images, of sounds and of videos. */
const OTHER_LABELS = /^(?:rectangle|brush|polygon|keypoint|ellipse|vector|video|timeline|timeseries|bitmask)labels$/;

/** The value of a region with labels: `labels`, `hypertextlabels` and so on. */
function withLabels(value: JsonObject): { value: JsonObject; labels: unknown } | undefined {
  const name = Object.keys(value).find((key) => /^(hypertext|paragraph)?labels$/.test(key));
  return name === undefined ? undefined : { value, labels: value[name] };
}

/** In HTML, offsets count the characters of its text (`globalOffsets`); the others refer to its elements. */
function readRegion(value: JsonObject, labels: unknown, isMarkup: boolean): WrittenSpan[] | undefined {
  const { globalOffsets: global } = value;
  if (!isMarkup) return readSpan({ start: value['start'], end: value['end'], labels, text: value['text'] }, '');
  return isObject(global) ? readSpan({ start: global['start'], end: global['end'], labels }, '') : undefined;
}

/** The only field of the data that the spans of tasks quote; undefined if there is none, or several. */
export function quotedField(tasks: readonly JsonObject[]): string | undefined {
  const names = new Set<string>();
  for (const { data, annotations, completions } of tasks) {
    const results = [annotations ?? completions].flat().map((made) => (isObject(made) ? made['result'] : undefined));
    const regions = results
      .flat()
      .flatMap((region) => (isObject(region) && isObject(region['value']) ? [region['value']] : []));
    const quoted = isObject(data) ? Object.keys(data).filter((name) => isQuoted(data[name], regions)) : [];
    if (quoted.length === 1) names.add(quoted[0]!);
  }
  return names.size === 1 ? [...names][0] : undefined;
}

function isQuoted(text: unknown, values: readonly JsonObject[]): boolean {
  return (
    typeof text === 'string' &&
    values.length > 0 &&
    values.every(({ start, end, text: own }) => isWhole(start) && isWhole(end) && own === text.slice(start, end))
  );
}

/** The annotated text: the only string of the data, or the one that the spans quote, or `text`. @param known the field that other tasks quote */
function textOf(
  data: JsonObject,
  values: readonly JsonObject[],
  known?: string,
): { text: string; isMarkup: boolean } | string {
  const fields = Object.entries(data).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  const [name, text] =
    (isStrings([data['text']]) ? fields.find(([field]) => field === 'text') : undefined) ??
    (fields.length === 1 ? fields[0]! : fields.find(([, value]) => isQuoted(value, values))) ??
    fields.find(([field]) => values.length === 0 && field === known) ??
    [];
  if (text === undefined) {
    const names = fields.map(([field]) => field).join(', ');
    return names === ''
      ? `data.text is ${describe(data['text'])}, expected a string.`
      : `data has several strings (${names}), and the spans do not tell which one is annotated. Name it "text".`;
  }
  if (isAddress(text) && values.length === 0)
    return `data.${name} is where the text is (${text}), not the text itself. Export the texts, or put them in the file.`;
  const isMarkup =
    values.some(({ globalOffsets }) => isObject(globalOffsets)) && /<[a-z!/]/i.test(text) && name !== undefined;
  return { text: isMarkup ? withoutMarkup(text) : text, isMarkup };
}

/** The text content of HTML, as offsets count it. */
function withoutMarkup(html: string): string {
  const names: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' };
  return without(without(html, '<!--', '-->'), '<', '>').replace(
    /&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return names[name] ?? whole;
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
}
