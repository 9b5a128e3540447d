import { StudioError } from '../../lib/errors.ts';
import { LIMITS } from '../files/limits.ts';
import { isVectorField, isWordField, VECTORS, WORDS } from '../files/vector-json.ts';
import { lineOf } from './vector-lines.ts';

/** A value of JSON. */
type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/**
 * The lines of text of JSON with vectors: an object with a vector for each word, an object each with a word and its vector (as a list
 * or as lines), or an object of words and vectors.
 *
 * @throws StudioError BadVectors if it is no JSON, or larger than a text may be
 */
export async function* jsonRows(
  name: string,
  chunks: AsyncIterable<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();
  /** Of the text so far, or of its last line: joined once, as joining at each chunk takes quadratic time. */
  let parts: string[] = [];
  let size = 0;
  let areLines: boolean | undefined;
  for await (const chunk of chunks) {
    const part = decoder.decode(chunk, { stream: true });
    parts.push(part);
    size += part.length;
    if (areLines !== false && part.includes('\n')) {
      const text = parts.join('');
      const [, first] = FIRST_LINE.exec(text) ?? [];
      areLines ??= first === undefined ? undefined : isJson(first);
      const end = text.lastIndexOf('\n');
      if (areLines === true) yield encoder.encode(linesOf(text.slice(0, end)));
      parts = [areLines === true ? text.slice(end + 1) : text];
      size = parts[0]!.length;
    }
    if (size > LIMITS.corpusBytes.max)
      throw bad(name, `is larger than ${LIMITS.corpusBytes.max / 2 ** 20} MiB, which is the most for JSON. ${AS_TEXT}`);
  }
  const text = parts.join('') + decoder.decode();
  if (areLines === true) {
    yield encoder.encode(linesOf(text));
    return;
  }
  const rows = rowsOf(parsed(name, text));
  for (let i = 0; i < rows.length; i += ROWS)
    yield encoder.encode(
      rows
        .slice(i, i + ROWS)
        .map(rowText)
        .join(''),
    );
}

const ROWS = 512;
/** The first line that is not blank, if it is whole. */
const FIRST_LINE = /^\s*(\S[^\n]*)\n/;
/** How much of a damaged line is passed on. */
const SHOWN = 100;
const AS_TEXT = 'Save it as text: one line per word, the word and its numbers, separated by spaces.';

/** A line that is no JSON stays as it is: the reader of lines reports it. */
function linesOf(text: string): string {
  return text
    .split('\n')
    .map((line) =>
      isJson(line)
        ? rowsOf(JSON.parse(line) as Json)
            .map(rowText)
            .join('')
        : `${line.slice(0, SHOWN)}\n`,
    )
    .map((rows) => rows || '\n')
    .join('');
}

type Row = [word: string, vector: Json];

/** The word and vector of each row; a vector may be anything. */
function rowsOf(value: Json): Row[] {
  return Array.isArray(value) ? value.flatMap(rowsOfObject) : rowsOfObject(value);
}

function rowsOfObject(value: Json): Row[] {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return [];
  const fields = Object.entries(value);
  const word = fields.find(([field, item]) => isWordField(field) && typeof item === 'string');
  const vector = fields.find(([field, item]) => isVectorField(field) && Array.isArray(item));
  if (word !== undefined && vector !== undefined) return [[word[1] as string, vector[1]]];
  const words = fields.find(([field]) => WORDS.test(field))?.[1];
  const vectors = fields.find(([field, item]) => VECTORS.test(field) && isMatrix(item))?.[1];
  if (Array.isArray(words) && Array.isArray(vectors))
    return words.map((item, i): Row => [typeof item === 'string' ? item : JSON.stringify(item), vectors[i] ?? []]);
  return fields;
}

function isMatrix(value: Json): boolean {
  return Array.isArray(value) && Array.isArray(value[0]);
}

/** The reader of lines reports what is no vector. */
function rowText([word, vector]: Row): string {
  const written = word.replace(/\s/gu, '_');
  return lineOf(written, Array.isArray(vector) ? vector.map(numberText) : [numberText(vector)]);
}

function numberText(value: Json): number | string {
  if (typeof value === 'number') return value;
  return typeof value === 'object' && value !== null ? '[…]' : String(value).slice(0, SHOWN).replaceAll(/\s/gu, '_');
}

function isJson(line: string): boolean {
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}

function parsed(name: string, text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch (error) {
    throw bad(name, `cannot be read as JSON: ${(error as Error).message}. ${AS_TEXT}`);
  }
}

function bad(name: string, problem: string): StudioError {
  return new StudioError('BadVectors', `${name} ${problem}`);
}
