import { formatCsv } from '../../../lib/csv.ts';
import type { TransitionSnapshot } from '../../../model/events.ts';
import { formatSigned } from '../../format.ts';
import { csvNumber } from './derive.ts';
import { tagParts } from '../../tags.ts';

/** The transition matrix as it is drawn: from START and the tags (rows) to the tags and END (columns), K+1 of each. */
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

/** Before anything is learnt. */
export function blankMatrix(tags: readonly string[], illegal: Uint8Array): Matrix {
  return { tags, values: new Float32Array((tags.length + 1) ** 2), illegal };
}

const rowName = (tags: readonly string[], row: number): string => (row === 0 ? 'START' : (tags[row - 1] ?? ''));
const columnName = (tags: readonly string[], column: number): string => tags[column] ?? 'END';

/** No sentence is empty, so that no weight goes from START to END. */
export function isWeight(size: number, row: number, column: number): boolean {
  return row > 0 || column < size - 1;
}

export function isIllegal({ tags, illegal }: Matrix, row: number, column: number): boolean {
  return illegal?.[row * (tags.length + 1) + column] === 1;
}

/** A cell in words: "after B-PER, I-PER: +2.31". */
export function cellInWords(matrix: Matrix, row: number, column: number): string {
  const { where, what } = cellParts(matrix, row, column);
  return `${where}: ${what}`;
}

/** The same for a line that may be cut at its end: "+2.31 after B-PER, I-PER". */
export function cellReadout(matrix: Matrix, row: number, column: number): string {
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

/** Neighbouring rows or columns of one type. */
export interface TagGroup {
  type: string;
  from: number;
  count: number;
}

/** Of the tags, in their order; `O` belongs to no group. */
export function tagGroups(tags: readonly string[]): TagGroup[] {
  const groups: TagGroup[] = [];
  tags.forEach((tag, i) => {
    const { letter, type } = tagParts(tag);
    if (type === '' || letter === '') return;
    const last = groups.at(-1);
    if (last?.type === type && last.from + last.count === i) last.count++;
    else groups.push({ type, from: i, count: 1 });
  });
  return groups;
}

/** What stands beside a row or column: the letter where the type stands beside its group, else the tag. */
export function shortTag(tag: string): string {
  const { letter, type } = tagParts(tag);
  return letter === '' ? type : letter;
}

type Rgb = readonly [number, number, number];

const HEAT: Record<'light' | 'dark', { negative: Rgb; zero: Rgb; positive: Rgb }> = {
  light: { negative: [33, 102, 172], zero: [246, 247, 248], positive: [192, 68, 20] },
  dark: { negative: [88, 166, 246], zero: [34, 37, 42], positive: [245, 134, 72] },
};

/**
 * Where a weight stands on the colour scale, from -1 to 1. The scale is the same for every run, so that the eye sees a run
 * learn and can compare two: v / (1 + |v|) is steep near 0, where runs begin, and has no end where it would be cut off.
 */
export function heat(value: number): number {
  return value / (1 + Math.abs(value));
}

/** Colours from one end of the scale to the middle: more than an eye tells apart. */
const SHADES = 48;

export function heatColour(value: number, theme: 'light' | 'dark'): string {
  return shadeColour(shadeOf(value), theme);
}

function shadeOf(value: number): number {
  return Number.isFinite(value) ? Math.round(heat(value) * SHADES) : 0;
}

function shadeColour(shade: number, theme: 'light' | 'dark'): string {
  const { negative, zero, positive } = HEAT[theme];
  const end = shade < 0 ? negative : positive;
  const mix = (i: 0 | 1 | 2) => Math.round(zero[i] + ((end[i] - zero[i]) * Math.abs(shade)) / SHADES);
  return `rgb(${mix(0)}, ${mix(1)}, ${mix(2)})`;
}

/** Cells that look the same, as the outline of an SVG path in units of cells. */
export interface CellGroup {
  /** Undefined: illegal. */
  colour: string | undefined;
  outline: string;
}

/** All cells: a path for each colour, where eighteen types would make five thousand squares to draw anew twice a second. */
export function cellGroups(matrix: Matrix, theme: 'light' | 'dark'): CellGroup[] {
  const size = matrix.tags.length + 1;
  const outlines = new Map<number | undefined, string>();
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      if (!isWeight(size, row, column)) continue;
      const shade = isIllegal(matrix, row, column) ? undefined : shadeOf(matrix.values[row * size + column] ?? 0);
      outlines.set(shade, `${outlines.get(shade) ?? ''}M${column} ${row}h1v1h-1z`);
    }
  }
  return [...outlines].map(([shade, outline]) => ({
    colour: shade === undefined ? undefined : shadeColour(shade, theme),
    outline,
  }));
}

/** The cell that a key leads to, of a square matrix; undefined for keys that mean nothing here. */
export function moveCell(
  key: string,
  row: number,
  column: number,
  size: number,
): { row: number; column: number } | undefined {
  const within = (index: number) => Math.min(size - 1, Math.max(0, index));
  switch (key) {
    case 'ArrowUp':
      return { row: within(row - 1), column };
    case 'ArrowDown':
      return { row: within(row + 1), column };
    case 'ArrowLeft':
      return { row, column: within(column - 1) };
    case 'ArrowRight':
      return { row, column: within(column + 1) };
    case 'Home':
      return { row, column: 0 };
    case 'End':
      return { row, column: size - 1 };
    default:
      return undefined;
  }
}

/** As comma-separated values: the first column says from, the header to. */
export function matrixCsv(matrix: Matrix): string {
  const { tags, values } = matrix;
  const size = tags.length + 1;
  const header = ['from', ...Array.from({ length: size }, (_, column) => columnName(tags, column))];
  const rows = Array.from({ length: size }, (_, row) => [
    rowName(tags, row),
    ...Array.from({ length: size }, (_, column) => {
      if (!isWeight(size, row, column)) return '';
      return isIllegal(matrix, row, column) ? 'illegal' : csvNumber(values[row * size + column]);
    }),
  ]);
  return formatCsv([header, ...rows]);
}
