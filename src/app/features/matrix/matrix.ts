import type { Transitions } from '../../../crf/transitions.ts';
import { formatCsv } from '../../../lib/csv.ts';
import { formatSigned, roundFloat32 } from '../../format.ts';

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

/** Writes transitions into a bordered matrix [K+1, K+1]. From START to END there is no step: that cell stays as it is. */
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

/** All cells but START to END: no sentence is empty. */
export function isWeight(size: number, row: number, column: number): boolean {
  return row > 0 || column < size - 1;
}

export function isIllegal({ tags, illegal }: Matrix, row: number, column: number): boolean {
  return illegal[row * (tags.length + 1) + column] === 1;
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
