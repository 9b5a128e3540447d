import { formatCell } from '../../../lib/csv.ts';
import { StudioError } from '../../../lib/errors.ts';
import type { Corpus, CorpusOptions } from '../../corpus.ts';
import { requireWithin } from '../../files/limits.ts';
import { ProblemLog } from '../../files/problem-log.ts';
import { firstLines, isFilled } from '../../files/text-lines.ts';
import { TEXT_STYLE } from '../../tags/tag-style.ts';
import { tokenize } from '../../text/tokenizer.ts';
import { looksLikeJson, readJsonItems } from '../json-items.ts';
import { textAt, valueAt, type JsonObject } from '../json-values.ts';
import type { RawCorpus, RawSentence } from '../raw-corpus.ts';
import { classFields, classOf, classQuestion, hasSeveralClasses, type ClassFields } from '../texts/class-fields.ts';
import { fastTextLines, isFastText } from '../texts/fast-text.ts';
import { recordOf, tableRows } from '../texts/text-table.ts';
import { type CorpusSource, type Detection, type Format, type Predictions, SCORES } from './format.ts';

const SAMPLED = 200;
/** More certain than the shape of a file or its name, less than a line that only one format has. */
const SCORE = 0.9;

/** A text of the file. */
interface ClassRecord {
  line: number;
  text: string;
  /** Undefined: it has none. */
  label: string | undefined;
  /** Why it cannot be used. */
  problem?: string;
  /** With `predicted` as its class. */
  withPrediction: (predicted: string) => string;
}

interface ClassFile {
  /** Of its fields. */
  names: readonly string[];
  fields?: ClassFields;
  sample: readonly JsonObject[];
  records: Iterable<ClassRecord>;
  /** The header, with a column for predictions. */
  head?: string;
}

/**
 * Texts with one class each: a table with a header, JSON objects with a text and its class, or lines of fastText (`__label__class text`).
 * Each text is one sequence of tokens, whatever sentences it has.
 */
export const classTexts: Format = {
  detect(file, lines): Detection | undefined {
    const sample = firstLines(lines, SAMPLED, isFilled);
    if (isFastText(lines)) return { score: SCORES.signature, reason: 'its lines begin with __label__' };
    if (sample.length < 2 && !looksLikeJson(file, lines)) return undefined;
    const found = readRecords(file, isJson(file, lines) ? lines : firstLines(lines, SAMPLED), new ProblemLog(file), {});
    if (found?.fields === undefined) return undefined;
    return { score: SCORE, reason: `${found.fields.text} has texts, and ${found.fields.label} their classes` };
  },
  read(source, options) {
    const found = open(source, options);
    const sentences = sentencesOf(source, found);
    const question =
      options.classField === undefined && found.fields ? classQuestion(found.fields, found.sample) : undefined;
    return {
      sentences,
      hasDocuments: false,
      columns: 0,
      tagColumn: 0,
      furtherColumns: [],
      style: TEXT_STYLE,
      form: JSON.stringify(['texts with a class', ...found.names]),
      ...(question && { question }),
    } satisfies RawCorpus;
  },
  predict(lines, corpus: Corpus, { tags }: Predictions): string {
    const { head, records } = open(
      { file: corpus.file, lines, problems: new ProblemLog(corpus.file) },
      corpus.settings ?? {},
    );
    const output = head === undefined ? [] : [`${head}\n`];
    let next = 0;
    for (const record of records) {
      const isRead = record.problem === undefined && tokensOf(record.text).length > 0;
      output.push(`${record.withPrediction(isRead ? (tags[next++]![0] ?? '') : '')}\n`);
    }
    return output.join('');
  },
};

/** @throws StudioError BadInput if it has no texts with classes */
function open({ file, lines, problems }: CorpusSource, options: CorpusOptions): ClassFile {
  const found = isFastText(lines)
    ? { names: [], sample: [], records: fastTextRecords(lines) }
    : readRecords(file, lines, problems, options);
  if (
    found !== undefined &&
    (found.fields === undefined || options.classField === undefined || found.names.includes(options.classField))
  )
    return found;
  const has =
    found === undefined ? 'no texts' : `no field ${options.classField}: its fields are ${found.names.join(', ')}`;
  throw new StudioError('BadInput', `${file} has ${has}. Expected a table or JSON objects with a text and its class.`);
}

function sentencesOf({ file, problems }: CorpusSource, { records }: ClassFile): RawSentence[] {
  const sentences: RawSentence[] = [];
  const labels = new Map<string, string>(); // one string for each class
  let [read, lost, unlabelled, tokens] = [0, 0, 0, 0];
  for (const { line, text, label, problem } of records) {
    read++;
    const words = problem === undefined ? tokensOf(text) : [];
    const reason = problem ?? (words.length === 0 ? 'The text is empty.' : undefined);
    if (reason !== undefined) {
      lost++;
      problems.add({
        line,
        severity: 'error',
        kind: 'texts',
        message: `${reason} It was skipped.`,
        excerpt: text.slice(0, 200),
      });
      continue;
    }
    tokens += words.length;
    requireWithin('tokens', tokens, file);
    requireWithin('sentences', sentences.length + 1, file);
    if (label === undefined) unlabelled++;
    else if (!labels.has(label)) labels.set(label, label);
    const tag = label === undefined ? undefined : labels.get(label)!;
    sentences.push({
      tokens: words,
      tags: tag === undefined ? [] : words.map(() => tag),
      lines: [line],
      document: sentences.length,
    });
  }
  if (unlabelled > 0) {
    const message = `${unlabelled} of ${sentences.length} texts have no class. They are tagged, but not trained on or scored.`;
    problems.add({ line: 0, severity: 'warning', kind: 'texts', message });
  }
  problems.checkReadable(
    lost,
    read,
    `${lost} of ${read} texts cannot be read. Expected a text with one class in each row or object.`,
  );
  return sentences;
}

function tokensOf(text: string): string[] {
  return tokenize(text).flatMap((sentence) => sentence.map((token) => token.text));
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

function isJson(file: string, lines: Iterable<string>): boolean {
  return /\.(jsonl|ndjson|json)$/i.test(file) || looksLikeJson(file, lines);
}

/** @returns undefined if there are no records with a text and a class */
function readRecords(
  file: string,
  lines: Iterable<string>,
  problems: ProblemLog,
  options: CorpusOptions,
): ClassFile | undefined {
  return isJson(file, lines) ? ofJson(file, lines, problems, options) : ofTable(file, lines, options);
}

function ofJson(
  file: string,
  lines: Iterable<string>,
  problems: ProblemLog,
  { classField }: CorpusOptions,
): ClassFile | undefined {
  const sample: JsonObject[] = [];
  for (const { value } of readJsonItems(file, lines, new ProblemLog(file))) {
    if (value === undefined) return undefined;
    sample.push(value);
    if (sample.length === SAMPLED) break;
  }
  const fields = classFields(sample, classField);
  if (fields === undefined) return undefined;
  function* records(): Generator<ClassRecord, void> {
    for (const { line, value } of readJsonItems(file, lines, problems)) {
      if (value !== undefined) {
        yield {
          ...recordIn(value, fields!, line),
          withPrediction: (predicted) => JSON.stringify({ ...value, predicted }),
        };
      }
    }
  }
  return { names: namesIn(sample), fields, sample, records: records() };
}

function ofTable(file: string, lines: Iterable<string>, { classField }: CorpusOptions): ClassFile | undefined {
  const written = [...lines];
  const table = tableRows(file, written.join('\n'));
  if (table === undefined) return undefined;
  const { header, rows, separator } = table;
  const sample = rows.slice(0, SAMPLED).map(({ cells }) => recordOf(header, cells));
  const fields = classFields(sample, classField);
  if (fields === undefined) return undefined;
  const first = rows[0]!.line - 1;
  const records = rows.map(({ cells, line, lines: count }): ClassRecord => ({
    ...recordIn(recordOf(header, cells), fields, line),
    ...(cells.length !== header.length && {
      problem: `The row has ${cells.length} cells, the header ${header.length}.`,
    }),
    withPrediction: (predicted) =>
      `${written.slice(line - 1, line - 1 + count).join('\n')}${separator}${formatCell(predicted, separator)}`,
  }));
  const head = `${written.slice(0, first).join('\n').replace(/\n+$/, '')}${separator}predicted`;
  return { names: namesIn(sample), fields, sample, records, head };
}

function recordIn(value: JsonObject, { text, label }: ClassFields, line: number): Omit<ClassRecord, 'withPrediction'> {
  const written = valueAt(value, label);
  return {
    line,
    text: textAt(value, text),
    label: classOf(written),
    ...(hasSeveralClasses(written) && { problem: 'The text has several classes, expected one.' }),
  };
}

function namesIn(sample: readonly JsonObject[]): string[] {
  return [...new Set(sample.flatMap((record) => Object.keys(record)))];
}
