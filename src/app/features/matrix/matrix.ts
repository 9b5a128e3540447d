import type { Transitions } from '../../../crf/transitions.ts';
import type { Table } from '../../../lib/table.ts';
import { formatSigned, roundFloat32 } from '../../look/format.ts';

/** The transition matrix: from START and the tags (rows) to the tags and END (columns), K+1 of each. */
export interface Matrix {
  tags: readonly string[];
  /** [K+1, K+1], row-major */
  values: Float32Array;
  /** [K+1, K+1]; 1: illegal. */
  illegal: Uint8Array;
}

/** @param transitions undefined before training: zeros */
export function matrixOf(
  tags: readonly string[],
  transitions: Transitions<Float32Array> | undefined,
  illegal: Transitions<Uint8Array>,
): Matrix {
  const cells = (tags.length + 1) ** 2;
  const values = new Float32Array(cells);
  if (transitions !== undefined) setBordered(values, transitions);
  const mask = new Uint8Array(cells);
  setBordered(mask, illegal);
  return { tags, values, illegal: mask };
}

/** Writes transitions into a bordered matrix [K+1, K+1]. The cell from START to END is unchanged, as there is no such transition. */
function setBordered(
  cells: Float32Array | Uint8Array,
  { transitions, start, end }: Transitions<Float32Array | Uint8Array>,
): void {
  const K = start.length;
  cells.set(start);
  for (let from = 0; from < K; from++) {
    const row = (from + 1) * (K + 1);
    cells.set(transitions.subarray(from * K, (from + 1) * K), row);
    cells[row + K] = end[from]!;
  }
}

export const rowName = (tags: readonly string[], row: number): string => (row === 0 ? 'START' : (tags[row - 1] ?? ''));
export const columnName = (tags: readonly string[], column: number): string => tags[column] ?? 'END';

/** Whether a cell is a weight: all are except START to END, since no sentence is empty. */
export function isWeight(size: number, row: number, column: number): boolean {
  return row > 0 || column < size - 1;
}

export function isIllegal({ tags, illegal }: Matrix, row: number, column: number): boolean {
  return illegal[row * (tags.length + 1) + column] === 1;
}

/** `I-LOC → E-LOC: +0.17` */
export function describeCell(matrix: Matrix, row: number, column: number): string {
  const { tags, values } = matrix;
  const size = tags.length + 1;
  if (!isWeight(size, row, column)) return 'START → END: no sentence is empty';
  const step = `${rowName(tags, row)} → ${columnName(tags, column)}`;
  const value = values[row * size + column] ?? 0;
  if (isIllegal(matrix, row, column)) return `${step}: illegal in this scheme`;
  return `${step}: ${Number.isFinite(value) ? formatSigned(value) : 'NaN or infinite'}`;
}

/** The largest absolute value of the legal weights that are finite; 0 if there are none. */
export function largestWeight({ tags, values, illegal }: Matrix): number {
  const size = tags.length + 1;
  let largest = 0;
  for (let cell = 0; cell < size * size; cell++) {
    const weight = Math.abs(values[cell]!);
    if (illegal[cell] === 0 && weight > largest && weight < Infinity) largest = weight;
  }
  return largest;
}

/** For a file, with the tags of the rows in the first column, those of the columns in the header. A row is its index. */
export function matrixTable(matrix: Matrix): Table<number> {
  const { tags, values } = matrix;
  const size = tags.length + 1;
  const sides = Array.from({ length: size }, (_, side) => side);
  return {
    columns: [
      { name: 'from', value: (row) => rowName(tags, row) },
      ...sides.map((column) => ({
        name: columnName(tags, column),
        value: (row: number) => {
          if (!isWeight(size, row, column)) return '';
          return isIllegal(matrix, row, column) ? 'illegal' : roundFloat32(values[row * size + column]);
        },
      })),
    ],
    rows: sides,
  };
}

/** Minimum limit: runs begin with weights near 0, whose noise would otherwise have strong colours. */
const LEAST_LIMIT = 1;

/** The end of the colour scale for weights up to `largest`: 1, 2, 5, 10…, so that it rarely changes during a run. */
export function colourLimit(largest: number): number {
  if (largest <= LEAST_LIMIT) return LEAST_LIMIT;
  const power = 10 ** Math.floor(Math.log10(largest));
  return power * [1, 2, 5, 10].find((step) => largest <= step * power)!;
}
