import { StudioError } from '../../lib/errors.ts';
import type { Bytes } from '../../lib/units.ts';
import type { RandomAccessFile } from '../files/random-access-file.ts';
import type { Pickled, PickledObject } from './pickle.ts';
import { MAX_DIMENSIONS } from './word2vec.ts';

/** An array of NumPy, of which only parts are in memory. */
export interface NumpyArray {
  shape: readonly number[];
  /** As in NumPy's `dtype.str`: `<f4`, `|S7`. */
  type: string;
  isColumnMajor: boolean;
  /** Of its values. */
  size: Bytes;
  bytesAt: (start: Bytes, end: Bytes) => Promise<ArrayBuffer>;
}

export interface Matrix {
  rows: number;
  columns: number;
  /** `count` values from the value `first`. */
  read: (first: number, count: number) => Promise<Float32Array>;
}

/** The constructors of float types. */
const TYPES: ReadonlyMap<string, (buffer: ArrayBuffer) => Float32Array> = new Map([
  ['f4', (buffer: ArrayBuffer) => new Float32Array(buffer)],
  ['f8', (buffer: ArrayBuffer) => Float32Array.from(new Float64Array(buffer))],
]);
/** Most words of an array, which all are in memory. */
const MAX_WORDS = 10_000_000;

export function isObject(value: Pickled | undefined): value is PickledObject {
  return typeof value === 'object' && value !== null && 'name' in value;
}

/** An array in a pickle; undefined for other values. */
export function pickledArray(value: Pickled | undefined): NumpyArray | undefined {
  const array = partsOf(value);
  if (array === undefined) return undefined;
  const { bytes, ...others } = array;
  const bytesAt = (start: Bytes, end: Bytes) => Promise.resolve(bytes.slice(start, end).buffer as ArrayBuffer);
  return { ...others, size: bytes.length, bytesAt };
}

/** All values of an array of floats in a pickle; undefined for other values. */
export function pickledFloats(value: Pickled): Float32Array | undefined {
  const { type = '', bytes } = partsOf(value) ?? {};
  const convert = TYPES.get(plainType(type));
  const width = type.endsWith('8') ? 8 : 4;
  if (convert === undefined || bytes === undefined || bytes.length % width > 0) return undefined;
  return convert(bytes.slice().buffer as ArrayBuffer);
}

/**
 * The parts of an array: protocol 5 has it as `_frombuffer(bytes, dtype, shape, order)`, others as `_reconstruct` with the state
 * `(version, shape, dtype, is_fortran, bytes)`.
 */
function partsOf(
  value: Pickled | undefined,
): (Pick<NumpyArray, 'shape' | 'type' | 'isColumnMajor'> & { bytes: Uint8Array }) | undefined {
  if (!isObject(value)) return undefined;
  const isBuffer = value.name.endsWith('._frombuffer');
  const [bytes, dtype, shape, order] = isBuffer ? value.args : ofState(value.state);
  const [name] = isObject(dtype) ? dtype.args : [];
  if (!Array.isArray(shape) || typeof name !== 'string' || !(bytes instanceof Uint8Array)) return undefined;
  const [, sign] = isObject(dtype) && Array.isArray(dtype.state) ? dtype.state : [];
  const isColumnMajor = order === true || order === 'F';
  return { shape: shape as number[], type: sign === '>' ? `>${name}` : name, isColumnMajor, bytes };
}

/** Without the order of bytes, if it is that of typed arrays. */
function plainType(type: string): string {
  return type.replace(/^[<=|]/, '');
}

function ofState(state: Pickled | undefined): readonly (Pickled | undefined)[] {
  if (!Array.isArray(state)) return [];
  const [, shape, dtype, isColumnMajor, bytes] = state;
  return [bytes, dtype, shape, isColumnMajor];
}

/** An array in NumPy's own format (`.npy`); undefined if there is none. @param start where it begins in the file */
export async function npyArray(file: RandomAccessFile, start: Bytes): Promise<NumpyArray | undefined> {
  const head = new Uint8Array(await file.slice(start, start + 10).arrayBuffer());
  if (head.length < 10 || head[0] !== 0x93 || head[1] !== 0x4e) return undefined;
  const wide = head[6]! > 1;
  const length = head[8]! + 256 * head[9]!;
  const from = start + (wide ? 12 : 10);
  const text = new TextDecoder().decode(await file.slice(from, from + length).arrayBuffer());
  const [, type = ''] = /'descr': *'([^']*)'/.exec(text) ?? [];
  const shape = (/'shape': *\(([^)]*)\)/.exec(text)?.[1] ?? '')
    .split(',')
    .flatMap((part) => (part.trim() === '' ? [] : Number(part)));
  const data = from + length;
  return {
    shape,
    type,
    isColumnMajor: /'fortran_order': *True/.test(text),
    size: file.size - data,
    bytesAt: (a, b) => file.slice(data + a, data + b).arrayBuffer(),
  };
}

/** The array as rows of floats. @throws StudioError BadVectors */
export function matrixFrom(name: string, { shape, type, isColumnMajor, size, bytesAt }: NumpyArray): Matrix {
  const convert = TYPES.get(plainType(type));
  const [rows = 0, columns = 0] = shape;
  if (convert === undefined || shape.length !== 2 || isColumnMajor) {
    throw bad(name, `has an array of ${type} with ${shape.length} dimensions, expected rows of float32 or float64.`);
  }
  if (columns > MAX_DIMENSIONS)
    throw bad(name, `has vectors of ${columns} dimensions, at most ${MAX_DIMENSIONS} are read.`);
  const width = type.endsWith('8') ? 8 : 4;
  if (!shape.every(isLength) || rows * columns * width > size)
    throw bad(name, `has an array of ${shape.join(' × ')}, but ${size} bytes of it. Download it again.`);
  const read = async (first: number, count: number) => convert(await bytesAt(first * width, (first + count) * width));
  return { rows, columns, read };
}

function isLength(length: number): boolean {
  return Number.isSafeInteger(length) && length > 0;
}

/** The strings of an array of them, of one dimension; undefined for other arrays. */
export async function stringsOf({ shape, type, size, bytesAt }: NumpyArray): Promise<string[] | undefined> {
  const [, kind, width] = /^[<=|]?([US])(\d+)$/.exec(type) ?? [];
  const [count = 0] = shape;
  const bytes = (kind === 'U' ? 4 : 1) * Number(width);
  if (
    kind === undefined ||
    shape.length !== 1 ||
    !isLength(count) ||
    count > MAX_WORDS ||
    !isLength(bytes) ||
    count * bytes > size
  )
    return undefined;
  const data = await bytesAt(0, count * bytes);
  const decode = kind === 'U' ? fromCodePoints : fromUtf8;
  return Array.from({ length: count }, (_, i) => decode(data, i * bytes, bytes));
}

/** UTF-32, little-endian, filled up with zeros. */
function fromCodePoints(data: ArrayBuffer, start: Bytes, length: Bytes): string {
  const codes = new Uint32Array(data, start, length / 4);
  const end = codes.indexOf(0);
  const used = end < 0 ? codes : codes.subarray(0, end);
  return Array.from(used, (code) => (code > 0x10ffff ? '\uFFFD' : String.fromCodePoint(code))).join('');
}

function fromUtf8(data: ArrayBuffer, start: Bytes, length: Bytes): string {
  const bytes = new Uint8Array(data, start, length);
  const end = bytes.indexOf(0);
  return new TextDecoder().decode(end < 0 ? bytes : bytes.subarray(0, end));
}

export function bad(name: string, problem: string): StudioError {
  return new StudioError('BadVectors', `${name} ${problem}`);
}
