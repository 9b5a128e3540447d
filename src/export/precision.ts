import { defined } from '../lib/assert.ts';
import { float16Table, toFloat16 } from '../lib/float16.ts';
import type { HostWeights } from '../model/weights.ts';
import { WORD_STEP } from '../model/word-steps.ts';
import { decodeRows, SCALE, scaleShape, sizeOfShape, type StoredTensor } from './stored-tensor.ts';

/** Precision of stored parameters: float32; float16; int8 with scales for large ones, otherwise float16. */
export const PRECISIONS = ['exact', 'half', 'small'] as const;
export type Precision = (typeof PRECISIONS)[number];

/** Export sizes of a model: a precision, or a student of it (src/runs/student.ts), stored as `small`. */
export const SIZES = [...PRECISIONS, 'tiny'] as const;
export type Size = (typeof SIZES)[number];

/** Minimum size of int8 parameters: for smaller ones the error is not worth it. */
const MANY = 10_000;

/**
 * The largest integer of a scale. Values below 127 compress better in zip files: on CoNLL-2003 a small model has 2.9 MB with 127
 * everywhere and 2.5 MB with these; 3 or 8 of 51,577 dev tags, respectively, differ from the exact model's.
 */
const LEVELS = { words: 31, others: 95 } as const;

/** Levels for a student, whose word values are already multiples of a step. Its dev F1 is the same with 127 and 47 for the others. */
const STUDENT_LEVELS = { words: 127, others: 47 } as const;

/**
 * Encodes the parameters for storage. Larger types come first, so that every tensor is aligned to its element size.
 *
 * @param isStudent word values of a student are stored without loss
 */
export function encodeWeights(
  weights: HostWeights,
  precision: Precision,
  isStudent = false,
): Record<string, StoredTensor> {
  const stored = Object.entries(weights).flatMap(([name, tensor]) => encodeTensor(name, tensor, precision, isStudent));
  const order = ['F32', 'F16', 'I8'];
  return Object.fromEntries(stored.sort(([, a], [, b]) => order.indexOf(a.type) - order.indexOf(b.type)));
}

function encodeTensor(
  name: string,
  { shape, values }: HostWeights[string],
  precision: Precision,
  isStudent: boolean,
): [string, StoredTensor][] {
  const isVector = shape.length < 2 || name.startsWith('crf.');
  if (precision === 'exact' || isVector) return [[name, { type: 'F32', shape, bytes: bytesOf(values) }]];
  if (precision === 'half' || values.length < MANY) {
    return [[name, { type: 'F16', shape, bytes: bytesOf(toFloat16(values)) }]];
  }
  const scales = scalesOf(name, shape, values, isStudent);
  const integers = new Int8Array(values.length);
  forEachScale(name, shape, (i, scale) => {
    integers[i] = scales[scale] === 0 ? 0 : Math.round(values[i]! / scales[scale]!);
  });
  return [
    [`${name}${SCALE}`, { type: 'F32', shape: scaleShape(name, shape), bytes: bytesOf(scales) }],
    [name, { type: 'I8', shape, bytes: bytesOf(integers) }],
  ];
}

/** Scales that map the largest number of each group to the largest integer. */
function scalesOf(name: string, shape: number[], values: Float32Array, isStudent: boolean): Float32Array {
  const most = (isStudent ? STUDENT_LEVELS : LEVELS)[name === 'words' ? 'words' : 'others'];
  const scales = new Float32Array(sizeOfShape(scaleShape(name, shape)));
  forEachScale(name, shape, (i, scale) => {
    scales[scale] = Math.max(scales[scale]!, Math.abs(values[i]!) / most);
  });
  if (isStudent && name === 'words') return scales.map((scale) => Math.max(scale, WORD_STEP));
  return scales;
}

/** Calls `f` with the index of each number and the index of its scale. */
function forEachScale(name: string, shape: readonly number[], f: (i: number, scale: number) => void): void {
  const last = defined(shape.at(-1), () => `${name} has no dimensions`);
  const isByRow = scaleShape(name, shape).at(-1) === 1;
  const matrix = shape.length === 3 ? shape[1]! * last : sizeOfShape(shape);
  const size = sizeOfShape(shape);
  for (let i = 0; i < size; i++) f(i, isByRow ? Math.floor(i / last) : Math.floor(i / matrix) * last + (i % last));
}

/** Decodes the parameters to floats. Scales are not separate parameters. */
export function decodeWeights(stored: Record<string, StoredTensor>): HostWeights {
  const hasHalves = Object.values(stored).some(({ type }) => type === 'F16');
  const halves = hasHalves ? float16Table() : new Float32Array();
  const weights: HostWeights = {};
  for (const [name, tensor] of Object.entries(stored)) {
    if (name.endsWith(SCALE) && stored[name.slice(0, -SCALE.length)]?.type === 'I8') continue;
    const values = new Float32Array(sizeOfShape(tensor.shape));
    decodeRows(tensor, scaleOf(stored, name, tensor), halves, values);
    weights[name] = { shape: tensor.shape, values };
  }
  return weights;
}

function scaleOf(stored: Record<string, StoredTensor>, name: string, { type }: StoredTensor) {
  if (type !== 'I8') return undefined;
  const scale = defined(stored[`${name}${SCALE}`], () => `${name} is of type I8 without scales`);
  const values = new Float32Array(sizeOfShape(scale.shape));
  decodeRows(scale, undefined, new Float32Array(), values);
  return { shape: scale.shape, values };
}

function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
