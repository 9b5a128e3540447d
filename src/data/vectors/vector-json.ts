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
  let text = '';
  let areLines: boolean | undefined;
  for await (const chunk of chunks) {
    text += decoder.decode(chunk, { stream: true });
    const end = text.lastIndexOf('\n');
    areLines ??= end < 0 ? undefined : isJson(text.slice(0, text.indexOf('\n')));
    if (areLines === true && end >= 0) {
      yield encoder.encode(linesOf(name, text.slice(0, end)));
      text = text.slice(end + 1);
    }
    if (text.length > LIMITS.corpusBytes.max)
      throw bad(name, `is larger than ${LIMITS.corpusBytes.max / 2 ** 20} MiB, which is the most for JSON. ${AS_TEXT}`);
  }
  text += decoder.decode();
  if (areLines === true) {
    yield encoder.encode(linesOf(name, text));
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
const AS_TEXT = 'Save it as text: one line per word, the word and its numbers, separated by spaces.';

function linesOf(name: string, text: string): string {
  const lines = text.split('\n').map((line) => (line.trim() === '' ? [] : rowsOf(parsed(name, line))));
  return lines.map((rows) => rows.map(rowText).join('') || '\n').join('');
}

type Row = [word: string, vector: Json];

/** The word and vector of each row; a vector may be anything. */
function rowsOf(value: Json): Row[] {
  if (Array.isArray(value)) return value.flatMap(rowsOf);
  if (value === null || typeof value !== 'object') return [];
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
  const isVector = Array.isArray(vector) && vector.every((number) => typeof number === 'number');
  return isVector ? lineOf(written, vector) : `${written} ${JSON.stringify(vector).slice(0, 100)}\n`;
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
