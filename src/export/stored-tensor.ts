// Storage formats of parameters: see "Precision" in docs/formats.md. Without packages, because the exported runtime includes this file.

/** Supported types, by their names in safetensors. */
export type TensorType = 'F32' | 'F16' | 'I8';

/** A tensor of a safetensors file: `bytes` are little-endian, and may be unaligned. */
export interface StoredTensor {
  type: TensorType;
  shape: number[];
  bytes: Uint8Array;
}

/** Name suffix of the tensor with the scales of an I8 tensor. */
export const SCALE = '.scale';

export const TYPE_BYTES: Record<TensorType, number> = { F32: 4, F16: 2, I8: 1 };

export function isTensorType(type: string): type is TensorType {
  return Object.hasOwn(TYPE_BYTES, type);
}

export function sizeOfShape(shape: readonly number[]): number {
  return shape.reduce((product, dimension) => product * dimension, 1);
}

/** The shape of the scales of an I8 tensor: one per row of the word table, otherwise one per column of each matrix. */
export function scaleShape(name: string, shape: readonly number[]): number[] {
  const shared = name === 'words' ? shape.length - 1 : shape.length - 2;
  return shape.map((dimension, axis) => (axis === shared ? 1 : dimension));
}

/**
 * Reads rows of the first dimension as floats.
 *
 * @param halves `float16Table()`
 */
export function decodeRows(
  { type, shape, bytes }: StoredTensor,
  scale: { shape: readonly number[]; values: Float32Array } | undefined,
  halves: Float32Array,
  out: Float32Array,
  { row = 0, rows = shape[0] ?? 1, at = 0 }: { row?: number; rows?: number; at?: number } = {},
): void {
  const width = sizeOfShape(shape.slice(1));
  const count = rows * width;
  const start = row * width;
  if (type === 'F32' || type === 'F16') {
    const view = new DataView(bytes.buffer, bytes.byteOffset + start * TYPE_BYTES[type], count * TYPE_BYTES[type]);
    if (type === 'F32') for (let i = 0; i < count; i++) out[at + i] = view.getFloat32(4 * i, true);
    else for (let i = 0; i < count; i++) out[at + i] = halves[view.getUint16(2 * i, true)]!;
    return;
  }
  const integers = new Int8Array(bytes.buffer, bytes.byteOffset + start, count);
  const scales = scale!.values;
  const last = shape.at(-1)!;
  if (scale!.shape.at(-1) === 1) {
    for (let r = 0, i = 0; r < rows; r++) {
      const scaleOfRow = scales[row + r]!;
      for (const end = i + width; i < end; i++) out[at + i] = integers[i]! * scaleOfRow;
    }
    return;
  }
  // One scale per column; those of the matrices of a tensor of rank 3 are concatenated.
  const matrix = shape.length === 3 ? shape[1]! * last : sizeOfShape(shape);
  for (let i = 0; i < count;) {
    const place = start + i;
    const scaleOf = Math.floor(place / matrix) * last - i; // rows are read completely
    for (const end = i + last; i < end; i++) out[at + i] = integers[i]! * scales[scaleOf + i]!;
  }
}

/** No training gives larger weights, and sums of products of smaller ones stay finite in float32, so no probability is NaN. */
export const LARGEST_WEIGHT = 1e6;

/** The first value that no model has; undefined if there is none. */
export function impossibleWeight(values: Float32Array): number | undefined {
  return values.find((value) => !(Math.abs(value) <= LARGEST_WEIGHT));
}
