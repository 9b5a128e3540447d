import type { Pickled } from './pickle.ts';
import { bad, type Matrix, matrixFrom, pickledArray, pickledFloats, stringsOf } from './numpy.ts';
import { lineOf, VectorLines } from './vector-lines.ts';

/** Words, and a matrix with a row for each, or a vector for each. */
export interface WordMatrix {
  words: readonly string[];
  matrix: Matrix;
}

/** Rows that are converted at a time. */
const ROWS = 512;

/** The lines of text of words and their vectors. @throws StudioError BadVectors if words have no row */
export async function* linesOf(name: string, { words, matrix }: WordMatrix): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const { columns } = matrix;
  if (matrix.rows < words.length)
    throw bad(name, `has ${words.length} words, but ${matrix.rows} rows of vectors. Save it again.`);
  const lines = new VectorLines(words.length, columns);
  yield lines.header;
  for (let first = 0; first < words.length; first += ROWS) {
    const some = words.slice(first, first + ROWS);
    const values = await matrix.read(first * columns, some.length * columns);
    yield lines.encode(
      some.map((word, i) => lineOf(word.replace(/\s/gu, '_'), values.subarray(i * columns, (i + 1) * columns))),
    );
  }
}

/** The names under which programs save the words: a list, or a dictionary of their numbers. */
const WORDS = [
  'words',
  'vocab',
  'vocabulary',
  'index2word',
  'index_to_key',
  'word2idx',
  'word_index',
  'keys',
  'tokens',
];

/**
 * Words and vectors in a pickle that is no object of gensim: a dictionary of a vector for each word, words and a matrix in a list or
 * tuple, or both under names. Undefined if there are none.
 */
export async function pickledWords(name: string, value: Pickled): Promise<WordMatrix | undefined> {
  if (value instanceof Map) {
    const words = WORDS.map((key) => value.get(key)).find((item) => item !== undefined);
    if (words !== undefined) return wordsBeside(name, words, [...value.values()]);
    return wordsOf(name, value);
  }
  if (!Array.isArray(value) || value.length > 8) return undefined;
  for (const item of value) {
    const found = await wordsBeside(name, item, value);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The words, and the first matrix among the values. */
async function wordsBeside(name: string, value: Pickled, others: readonly Pickled[]): Promise<WordMatrix | undefined> {
  const words = await wordList(value);
  const array = others.map((other) => pickledArray(other)).find((other) => other?.shape.length === 2);
  return words === undefined || array === undefined ? undefined : { words, matrix: matrixFrom(name, array) };
}

/** A list or array of words, or the words of a dictionary in the order of their numbers. */
async function wordList(value: Pickled): Promise<readonly string[] | undefined> {
  const array = pickledArray(value);
  if (array !== undefined) return stringsOf(array);
  if (Array.isArray(value)) return areWords(value) ? value : undefined;
  if (!(value instanceof Map)) return undefined;
  const words: Pickled[] = [];
  for (const [word, number] of value) {
    if (typeof number !== 'number' || !Number.isSafeInteger(number) || number < 0 || number > value.size)
      return undefined;
    words[number] = word;
  }
  return areWords(words) ? words : undefined;
}

function areWords(words: readonly Pickled[]): words is string[] {
  return words.length > 0 && Array.from(words).every((word) => typeof word === 'string');
}

/** A vector for each word, as an array or a list. */
function wordsOf(name: string, entries: ReadonlyMap<Pickled, Pickled>): WordMatrix | undefined {
  const words: string[] = [];
  const rows: Float32Array[] = [];
  for (const [word, value] of entries) {
    const row = Array.isArray(value) && areNumbers(value) ? Float32Array.from(value) : pickledFloats(value);
    if (typeof word !== 'string' || row === undefined) return undefined;
    words.push(word);
    rows.push(row);
  }
  const columns = rows[0]?.length ?? 0;
  if (columns === 0) return undefined;
  const other = rows.findIndex(({ length }) => length !== columns);
  if (other >= 0)
    throw bad(name, `has ${columns} numbers for “${words[0]}”, but ${rows[other]!.length} for “${words[other]}”.`);
  const read = (first: number, count: number) => {
    const values = new Float32Array(count);
    for (const [i, row] of rows.slice(first / columns, (first + count) / columns).entries())
      values.set(row, i * columns);
    return Promise.resolve(values);
  };
  return { words, matrix: { rows: rows.length, columns, read } };
}

function areNumbers(values: readonly Pickled[]): values is number[] {
  return values.every((value) => typeof value === 'number');
}
