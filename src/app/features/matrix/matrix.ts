import { formatCsv } from '../../../lib/csv.ts';
import type { TransitionSnapshot } from '../../../model/events.ts';
import { formatSigned, roundFloat32 } from '../../format.ts';

/** The transition matrix: from START and the tags (rows) to the tags and END (columns), K+1 of each. */
export interface Matrix {
  tags: readonly string[];
  /** [K+1, K+1], row-major */
  values: Float32Array;
  /** [K+1, K+1]; 1: illegal. */
  illegal: Uint8Array | undefined;
}

export function matrixOf(
  tags: readonly string[],
  { transitions, start, end }: TransitionSnapshot,
  illegal: Uint8Array | undefined,
): Matrix {
  const K = tags.length;
  const values = new Float32Array((K + 1) ** 2);
  values.set(start.subarray(0, K), 0); // its last cell, START to END, is no weight of the model
  for (let from = 0; from < K; from++) {
    values.set(transitions.subarray(from * K, (from + 1) * K), (from + 1) * (K + 1));
    values[(from + 1) * (K + 1) + K] = end[from] ?? 0;
  }
  return { tags, values, illegal };
}

/** Before training: zeros. */
export function blankMatrix(tags: readonly string[], illegal: Uint8Array): Matrix {
  return { tags, values: new Float32Array((tags.length + 1) ** 2), illegal };
}

const rowName = (tags: readonly string[], row: number): string => (row === 0 ? 'START' : (tags[row - 1] ?? ''));
const columnName = (tags: readonly string[], column: number): string => tags[column] ?? 'END';

/** All cells but START to END: no sentence is empty. */
export function isWeight(size: number, row: number, column: number): boolean {
  return row > 0 || column < size - 1;
}

export function isIllegal({ tags, illegal }: Matrix, row: number, column: number): boolean {
  return illegal?.[row * (tags.length + 1) + column] === 1;
}

/** `after B-PER, I-PER: +2.31` */
export function describeCell(matrix: Matrix, row: number, column: number): string {
  const { where, what } = cellParts(matrix, row, column);
  return `${where}: ${what}`;
}

/** `+2.31 after B-PER, I-PER`, for a line that may be cut at its end. */
export function describeCellBriefly(matrix: Matrix, row: number, column: number): string {
  const { where, what } = cellParts(matrix, row, column);
  return `${what} ${where}`;
}

function cellParts(matrix: Matrix, row: number, column: number): { where: string; what: string } {
  const { tags, values } = matrix;
  const size = tags.length + 1;
  const from = row === 0 ? 'at the start' : `after ${rowName(tags, row)}`;
  const to = column === size - 1 ? 'the end' : columnName(tags, column);
  if (!isWeight(size, row, column)) return { where: 'from start to end', what: 'no sentence is empty' };
  const where = `${from}, ${to}`;
  const value = values[row * size + column] ?? 0;
  if (isIllegal(matrix, row, column)) return { where, what: 'illegal in this scheme' };
  return { where, what: Number.isFinite(value) ? formatSigned(value) : 'no longer a number' };
}

/** CSV with the tags of the rows in the first column, those of the columns in the header. */
export function matrixCsv(matrix: Matrix): string {
  const { tags, values } = matrix;
  const size = tags.length + 1;
  const header = ['from', ...Array.from({ length: size }, (_, column) => columnName(tags, column))];
  const rows = Array.from({ length: size }, (_, row) => [
    rowName(tags, row),
    ...Array.from({ length: size }, (_, column) => {
      if (!isWeight(size, row, column)) return '';
      return isIllegal(matrix, row, column) ? 'illegal' : roundFloat32(values[row * size + column]);
    }),
  ]);
  return formatCsv([header, ...rows]);
}
