import type { JsonObject } from '../../data/corpora/json/values.ts';
import { cellOf, recordsCsv } from '../../data/corpora/texts/record-files.ts';
import { formatCsv, type CsvCell } from '../../lib/csv.ts';
import type { ClassProbability } from './classes.ts';

/** A text with the classes that a model gives it. */
export interface ClassifiedText {
  /** Of its record, or its number from 1. */
  id: string;
  text: string;
  /** The fields of its record. */
  value?: JsonObject;
  /** Most probable first; empty for a text without words. */
  classes: readonly ClassProbability[];
}

/**
 * How classified texts are written:
 *
 * - `jsonl`: each record as it was, or the text, with its class and the probabilities of all classes;
 * - `csv`: a row per text: its id, its class and the probability;
 * - `table`: a row per record, with its fields, its class and the probability.
 */
export type ClassFormat = 'jsonl' | 'csv' | 'table';

const PROBABILITY_DIGITS = 6;
const rounded = (probability: number) => Number(probability.toFixed(PROBABILITY_DIGITS));

/** The columns of a table of records and their classes; the header first. @param most rows; default: all */
export function classRows(texts: readonly ClassifiedText[], most = texts.length): string[][] {
  const names = [...new Set(texts.flatMap(({ value }) => Object.keys(value ?? {})))];
  const rows = texts
    .slice(0, most)
    .map(({ value, classes: [best] }) => [
      ...names.map((name) => cellOf(value?.[name])),
      best?.type ?? '',
      best === undefined ? '' : String(rounded(best.probability)),
    ]);
  return [[...names, 'predicted', 'probability'], ...rows];
}

/** The file of classified texts. @param file its name in results of several files; `isFirst`: whether CSV has a header */
export function writeClasses(
  texts: readonly ClassifiedText[],
  format: ClassFormat,
  { file, isFirst = true }: { file?: string; isFirst?: boolean } = {},
): { contents: string; warning: string | undefined } {
  switch (format) {
    case 'jsonl':
      return {
        contents: texts.map((text) => `${JSON.stringify(recordOf(text, file))}\n`).join(''),
        warning: undefined,
      };
    case 'csv': {
      const own = file === undefined ? [] : [file];
      const rows = texts.map(({ id, classes: [best] }): CsvCell[] => [
        ...own,
        id,
        best?.type,
        best && rounded(best.probability),
      ]);
      const header = [...(file === undefined ? [] : ['file']), 'text', 'class', 'probability'];
      return { contents: formatCsv(isFirst ? [header, ...rows] : rows), warning: undefined };
    }
    case 'table':
      return recordsCsv(classRows(texts));
    default:
      return format satisfies never;
  }
}

function recordOf({ text, value, classes }: ClassifiedText, file: string | undefined): JsonObject {
  const [best] = classes;
  return {
    ...(file !== undefined && { file }),
    ...(value ?? { text }),
    predicted: best?.type,
    probability: best && rounded(best.probability),
    probabilities: Object.fromEntries(classes.map(({ type, probability }) => [type, rounded(probability)])),
  };
}
