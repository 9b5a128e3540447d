import { nameIn } from '../../lib/paths.ts';
import { StudioError } from '../../lib/errors.ts';
import type { Bytes } from '../../lib/units.ts';
import type { RandomAccessFile } from '../files/random-access-file.ts';
import { type Pickled, type PickledObject, PickleEnded, readPickle } from './pickle.ts';
import { matrixOf } from '../files/matrix-file.ts';
import { lineOf, VectorLines } from './vector-lines.ts';

/** Rows that are converted at a time. */
const ROWS = 512;
/** Bytes of a pickle that are read first; larger ones are read again. */
const FIRST: Bytes = 1 << 26;
/** Most memory for the words. */
const MAX_PICKLE: Bytes = 1 << 29;

/**
 * The vectors of gensim's `KeyedVectors` (`.kv`) as lines of text. The file is followed by its matrix (`.kv.vectors.npy`) if gensim has
 * saved that separately. The pickle is read as data: nothing of it is executed.
 *
 * @throws StudioError BadVectors
 */
export async function* gensimLines(file: RandomAccessFile): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
  const { value, end } = await readWhole(file);
  const fields = fieldsOf(value);
  const words = fields?.get('index_to_key') ?? fields?.get('index2word');
  if (!Array.isArray(words) || !words.every((word) => typeof word === 'string')) {
    throw bad(file, 'has no list of words: it is no KeyedVectors. Save the vectors alone: model.wv.save(…).');
  }
  const inside = fields!.get('vectors') ?? fields!.get('syn0');
  if ((inside === null || inside === undefined) && fields!.has('vectors_ngrams')) {
    throw bad(
      file,
      'has the parts of fastText vectors (FastTextKeyedVectors), from which gensim computes those of words. Save these: model.wv.save_word2vec_format(…), or fastText’s .bin: gensim.models.fasttext.save_facebook_model(…).',
    );
  }
  const matrix = inside === null || inside === undefined ? await arrayBeside(file, end) : arrayInside(file, inside);
  const dimensions = matrix.columns;
  if (matrix.rows < words.length) {
    throw bad(file, `has ${words.length} words, but ${matrix.rows} rows of vectors. Save it again.`);
  }
  const lines = new VectorLines(words.length, dimensions);
  yield lines.header;
  for (let first = 0; first < words.length; first += ROWS) {
    const some = words.slice(first, first + ROWS);
    const values = await matrix.read(first * dimensions, some.length * dimensions);
    yield lines.encode(
      some.map((word, i) => lineOf(word.replace(/\s/gu, '_'), values.subarray(i * dimensions, (i + 1) * dimensions))),
    );
  }
}

async function readWhole(file: RandomAccessFile): Promise<ReturnType<typeof readPickle>> {
  for (let size = Math.min(FIRST, file.size); ; size = Math.min(2 * size, file.size)) {
    try {
      return readPickle(new Uint8Array(await file.slice(0, size).arrayBuffer()));
    } catch (error) {
      if (!(error instanceof PickleEnded)) {
        const reason = error instanceof Error ? error.message : String(error);
        throw bad(
          file,
          `cannot be read as a pickle: ${reason}. Save the vectors as text: model.wv.save_word2vec_format(…).`,
        );
      }
      if (size === file.size) throw bad(file, 'ends early. Download it again.');
      if (size >= MAX_PICKLE)
        throw bad(file, 'is too large. Save the vectors as text: model.wv.save_word2vec_format(…).');
    }
  }
}

/** The state of an object, or of the vectors in a whole model. */
function fieldsOf(value: Pickled): Map<Pickled, Pickled> | undefined {
  const state = isObject(value) ? value.state : undefined;
  if (!(state instanceof Map)) return undefined;
  const vectors = state.get('wv');
  if (vectors === undefined || !isObject(vectors)) return state;
  return vectors.state instanceof Map ? vectors.state : undefined;
}

function isObject(value: Pickled): value is PickledObject {
  return typeof value === 'object' && value !== null && 'name' in value;
}

interface Matrix {
  rows: number;
  columns: number;
  /** `count` values from the value `first`. */
  read: (first: number, count: number) => Promise<Float32Array>;
}

/** The constructors of float types. */
const TYPES: Readonly<Record<string, (buffer: ArrayBuffer) => Float32Array>> = {
  f4: (buffer) => new Float32Array(buffer),
  f8: (buffer) => Float32Array.from(new Float64Array(buffer)),
};

function matrixFrom(
  file: RandomAccessFile,
  { shape, type, isColumnMajor }: { shape: readonly number[]; type: string; isColumnMajor: boolean },
  bytes: Bytes,
  bytesAt: (start: Bytes, end: Bytes) => Promise<ArrayBuffer>,
): Matrix {
  const convert = TYPES[type.replace(/^[<=|]/, '')];
  const [rows = 0, columns = 0] = shape;
  if (convert === undefined || shape.length !== 2 || isColumnMajor) {
    throw bad(file, `has an array of ${type} with ${shape.length} dimensions, expected rows of float32 or float64.`);
  }
  const size = type.endsWith('8') ? 8 : 4;
  const isShape = shape.every((length) => Number.isSafeInteger(length) && length > 0);
  if (!isShape || rows * columns * size > bytes)
    throw bad(file, `has an array of ${shape.join(' × ')}, but ${bytes} bytes of it. Download it again.`);
  const read = async (first: number, count: number) => {
    return convert(await bytesAt(first * size, (first + count) * size));
  };
  return { rows, columns, read };
}

/** An array in the pickle: `(version, shape, dtype, is_fortran, bytes)`. */
function arrayInside(file: RandomAccessFile, value: Pickled): Matrix {
  const state = isObject(value) ? value.state : undefined;
  const [, shape, dtype, isColumnMajor, bytes] = Array.isArray(state) ? state : [];
  const name = dtype !== undefined && isObject(dtype) ? dtype.args[0] : undefined;
  if (!Array.isArray(shape) || !(bytes instanceof Uint8Array) || typeof name !== 'string')
    throw bad(file, 'has no array of vectors. Save it again.');
  const [, order] = isObject(dtype!) && Array.isArray(dtype.state) ? dtype.state : [];
  const type = order === '>' ? `>${name}` : name;
  return matrixFrom(
    file,
    { shape: shape as number[], type, isColumnMajor: isColumnMajor === true },
    bytes.length,
    (start, end) => Promise.resolve(bytes.slice(start, end).buffer as ArrayBuffer),
  );
}

/** An array in NumPy's format, after the pickle. */
async function arrayBeside(file: RandomAccessFile, start: Bytes): Promise<Matrix> {
  const head = new Uint8Array(await file.slice(start, start + 10).arrayBuffer());
  if (head[0] !== 0x93 || head[1] !== 0x4e) {
    const name = matrixOf(nameIn(file.name));
    throw bad(file, `has its vectors in another file, ${name}. Add both files together, or keep them in one folder.`);
  }
  const wide = head[6]! > 1;
  const length = head[8]! + 256 * head[9]!;
  const from = start + (wide ? 12 : 10);
  const text = new TextDecoder().decode(await file.slice(from, from + length).arrayBuffer());
  const [, type = ''] = /'descr': *'([^']*)'/.exec(text) ?? [];
  const shape = (/'shape': *\(([^)]*)\)/.exec(text)?.[1] ?? '')
    .split(',')
    .flatMap((part) => (part.trim() === '' ? [] : Number(part)));
  const data = from + length;
  const isColumnMajor = /'fortran_order': *True/.test(text);
  return matrixFrom(file, { shape, type, isColumnMajor }, file.size - data, (a, b) =>
    file.slice(data + a, data + b).arrayBuffer(),
  );
}

function bad(file: RandomAccessFile, problem: string): StudioError {
  return new StudioError('BadVectors', `${file.name}, a file of gensim, ${problem}`);
}
