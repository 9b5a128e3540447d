import { formatCell } from '../../../lib/csv.ts';
import type { CorpusOptions } from '../../corpus.ts';
import { ProblemLog } from '../../files/problem-log.ts';
import { firstLines } from '../../files/text-lines.ts';
import { looksLikeJson, readJsonItems } from '../json/items.ts';
import { textAt, valueAt, type JsonObject } from '../json/values.ts';
import {
  classFields,
  classOf,
  hasClassName,
  hasSeveralClasses,
  mayHaveClasses,
  type ClassFields,
} from './class-fields.ts';
import { chosenClasses } from './chosen-classes.ts';
import { FAST_TEXT_LABEL, fastTextLines, isFastText } from './fast-text.ts';
import { labelledLines } from './labelled-lines.ts';
import { classLeftOutBecause } from '../records/left-out.ts';
import { recordOf, tableRows, type TableRows } from './table-rows.ts';

/** Records from which the fields are decided; the larger number, where the smaller one does not show classes. */
const SAMPLES = [200, 5000] as const;
/** Lines of the head of a table from which it is recognised: cells may have many lines. */
const HEADS = [200, 20_000] as const;

/** A text of the file. */
export interface ClassRecord {
  line: number;
  text: string;
  /** Undefined: it has none. */
  label: string | undefined;
  /** Why it cannot be used. */
  problem?: string;
  /** Why its class is not gold: `rejected`. */
  leftOut?: string;
  /** Whether the problem is in the list already. */
  isReported?: true;
  /** With `predicted` as its class; missing: it is no record. */
  withPrediction?: (predicted: string) => string;
}

export interface ClassFile {
  /** Of its fields. */
  names: readonly string[];
  /** Missing in files of fastText. */
  fields?: ClassFields;
  sample: readonly JsonObject[];
  records: Iterable<ClassRecord>;
  /** The header, with a column for predictions. */
  head?: string;
}

/** The fields with texts and classes, as far as the beginning of a file shows them; undefined if it has none. */
export function detectFields(file: string, lines: Iterable<string>): ClassFields | undefined {
  if (isJson(file, lines)) return ofJson(file, lines, new ProblemLog(file), {})?.fields;
  const head = firstLines(lines, HEADS[0]);
  const found = ofTable(file, head, {}, head.length === HEADS[0]);
  if (head.length < HEADS[0]) return found?.fields;
  const [first = ''] = head.filter((line) => line.trim() !== '');
  if (found === undefined && !hasClassName(first.split(/[,;\t|]/))) return undefined;
  // The rest of the file may be another one: without a header, a line further down may break the pattern.
  const more = found === undefined || found.head !== undefined ? firstLines(lines, HEADS[1]) : [...lines];
  return ofTable(file, more, {}, more.length === HEADS[1])?.fields;
}

/** @returns undefined if there are no records with a text and a class */
export function classFile(
  file: string,
  lines: Iterable<string>,
  problems: ProblemLog,
  options: CorpusOptions,
): ClassFile | undefined {
  if (isFastText(lines)) {
    const head = firstLines(lines, SAMPLES[1]);
    const sample = [...fastTextLines(head)].map(({ labels }) => ({ [FAST_TEXT_LABEL]: labels[0] }));
    return { names: [], sample, records: fastTextRecords(lines) };
  }
  return isJson(file, lines) ? ofJson(file, lines, problems, options) : ofTable(file, [...lines], options);
}

function isJson(file: string, lines: Iterable<string>): boolean {
  return /\.(jsonl|ndjson|json)$/i.test(file) || looksLikeJson(file, lines);
}

function* fastTextRecords(lines: Iterable<string>): Generator<ClassRecord, void> {
  for (const { line, text, labels, written } of fastTextLines(lines)) {
    yield {
      line,
      text,
      label: labels[0],
      ...(labels.length > 1 && { problem: `The text has ${labels.length} classes, expected one.` }),
      withPrediction: (predicted) => `${written}\t__predicted__${predicted}`,
    };
  }
}

function ofJson(
  file: string,
  lines: Iterable<string>,
  problems: ProblemLog,
  { classField }: CorpusOptions,
): ClassFile | undefined {
  const sample: JsonObject[] = [];
  let broken = 0;
  let found: ReturnType<typeof fieldsOf>;
  for (const { value } of readJsonItems(file, lines, new ProblemLog(file))) {
    if (value === undefined) broken++;
    else sample.push(value);
    if (sample.length + broken === SAMPLES[0]) {
      found = fieldsOf(sample, classField);
      if (found?.fields.isSure === true || !mayHaveClasses(sample)) break;
    }
    if (sample.length + broken === SAMPLES[1]) break;
  }
  if (broken > sample.length) return undefined;
  if (found?.fields.isSure !== true) found = fieldsOf(sample, classField);
  if (found === undefined) return undefined;
  const { fields, of } = found;
  function* records(): Generator<ClassRecord, void> {
    for (const { line, value } of readJsonItems(file, lines, problems)) {
      yield value === undefined
        ? { line, text: '', label: undefined, problem: 'It is no JSON object.', isReported: true }
        : {
            ...recordIn(of(value), fields, line),
            withPrediction: (predicted) => JSON.stringify({ ...value, predicted }),
          };
    }
  }
  const read = sample.map(of);
  return { names: namesIn(read), fields, sample: read, records: records() };
}

/** The fields of JSON objects with texts and their classes, and the object that has them. */
function fieldsOf(sample: readonly JsonObject[], classField: string | undefined) {
  const { of, fields: [first, ...others] } = chosenClasses(sample) ?? { of: (value: JsonObject) => value, fields: [] }; // prettier-ignore
  const fields = classFields(sample.map(of), classField ?? first);
  const mayBeOthers = classField === undefined && others.length > 0;
  return fields && { fields: { ...fields, ...(mayBeOthers && { others }) }, of };
}

/** @param isCut whether these are only the first lines of a file */
function ofTable(
  file: string,
  written: readonly string[],
  { classField }: CorpusOptions,
  isCut = false,
): ClassFile | undefined {
  const text = written.join('\n');
  const table = tableRows(file, text, { isCut, classField }) ?? labelledLines(text, isCut);
  if (table === undefined) return undefined;
  const { header, rows, separator, isNamed } = table;
  const all = rows.slice(0, SAMPLES[1]).map(({ cells }) => recordOf(header, cells));
  const sample = all.slice(0, SAMPLES[0]);
  const few = classFields(sample, classField);
  const fields = few?.isSure === true ? few : (classFields(all, classField) ?? few);
  if (fields === undefined) return undefined;
  const records = rows.map(({ cells, line, lines: count, problem }): ClassRecord => ({
    ...recordIn(recordOf(header, cells), fields, line),
    ...(problem !== undefined && { problem }),
    ...(cells.length !== header.length && { problem: widthProblem(cells, table) }),
    withPrediction: (predicted) =>
      `${written.slice(line - 1, line - 1 + count).join('\n')}${separator}${formatCell(predicted, separator)}`,
  }));
  const first = rows[0]!.line - 1;
  const head = `${written.slice(0, first).join('\n').replace(/\n+$/, '')}${separator}predicted`;
  return { names: namesIn(sample), fields, sample, records, ...(isNamed && { head }) };
}

function widthProblem({ length }: readonly string[], { header, isNamed }: TableRows): string {
  return `The row has ${length} cells, ${isNamed ? 'the header' : 'most rows'} ${header.length}.`;
}

function recordIn(value: JsonObject, { text, label }: ClassFields, line: number): Omit<ClassRecord, 'withPrediction'> {
  const written = valueAt(value, label);
  const leftOut = classLeftOutBecause(value, label);
  return {
    line,
    ...(leftOut !== undefined && { leftOut }),
    text: textAt(value, text),
    label: classOf(written),
    ...(hasSeveralClasses(written) && { problem: 'The text has several classes, expected one.' }),
  };
}

function namesIn(sample: readonly JsonObject[]): string[] {
  return [...new Set(sample.flatMap((record) => Object.keys(record)))];
}
