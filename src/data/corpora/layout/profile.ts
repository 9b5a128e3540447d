import { hasSchemeLetter } from '../../tags/tag-style.ts';

/** Distinct values of a column that are counted one by one; beyond, a column is words or ids. */
const MAX_VALUES = 50_000;

/** What the values of a column look like. All shares are of the rows. */
export interface Profile {
  /** Number of rows. */
  rows: number;
  values: ReadonlyMap<string, number>;
  /** Share of empty cells. */
  empty: number;
  /** Share of cells that are decimals, such as 0.93. */
  decimals: number;
  /** Share of cells that are numbers. */
  numbers: number;
  /** Share of the rows after the first whose number is one more than the row before, or begins again at 0 or 1. */
  steps: number;
  /** How often the number begins again at 0 or 1. */
  restarts: number;
  /** Share of the rows after the first whose number is not smaller than in the row before. */
  ascending: number;
  /** Number of runs of equal values; an empty cell continues a run. */
  runs: number;
  /** Share of the runs that begin where a sentence does. */
  runsAtStarts: number;
  /** Whether a mark such as a full stop is a value. */
  hasMarks: boolean;
  /** Share of cells with a lower-case letter. */
  lower: number;
  /** Share of cells with a letter of any kind. */
  letters: number;
}

const COUNTED = /^(\D{0,40}?(?:\d{1,12}[-.:_])?)(\d{1,12})$/;
const NUMBER = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?$/;
const MARK = /^[.,;:!?()"“”»«。，、]$/;

/** @param blocks number of the sentence of each row, if blank lines separate them */
export function profileOf(rows: readonly (readonly string[])[], blocks: readonly number[], column: number): Profile {
  const values = new Map<string, number>();
  let [empty, decimals, numbers, steps, restarts, ascending, runs, runsAtStarts] = [0, 0, 0, 0, 0, 0, 0, 0];
  let previous: { prefix: string; number: number } | undefined;
  let run: string | undefined;
  for (const [i, row] of rows.entries()) {
    const cell = row[column]!;
    if (values.size < MAX_VALUES || values.has(cell)) values.set(cell, (values.get(cell) ?? 0) + 1);
    const isStart = i === 0 || blocks[i] !== blocks[i - 1];
    if (cell === '') {
      empty++;
      if (run === undefined) [run, runs] = ['', 1];
      continue;
    }
    if (cell !== run) {
      run = cell;
      runs++;
      if (isStart) runsAtStarts++;
    }
    const code = cell.charCodeAt(cell.length - 1);
    const isNumeric = code >= 48 && code <= 57;
    if (!isNumeric && cell.charCodeAt(cell.length - 1) !== 46) {
      previous = undefined;
      continue;
    }
    if (NUMBER.test(cell)) {
      numbers++;
      if (cell.includes('.') || /e-/i.test(cell)) decimals++;
    }
    const [, prefix, digits] = COUNTED.exec(cell) ?? [];
    if (prefix === undefined || (prefix !== '' && hasSchemeLetter(cell))) {
      previous = undefined;
      continue;
    }
    const number = Number(digits);
    if (previous !== undefined && i > 0) {
      const isNext = number === previous.number + 1 && prefix === previous.prefix;
      const restarted = !isNext && (number <= 1 || (number === 0 && isStart)) && (number < previous.number || isStart);
      if (isNext || restarted) steps++;
      if (restarted) restarts++;
      if (number >= previous.number) ascending++;
    }
    previous = { prefix, number };
  }
  let [lower, letters, hasMarks] = [0, 0, false];
  for (const [value, count] of values) {
    if (/\p{Ll}/u.test(value)) lower += count;
    if (/\p{L}/u.test(value)) letters += count;
    if (value.length === 1 && MARK.test(value)) hasMarks = true;
  }
  const all = Math.max(1, rows.length);
  const pairs = Math.max(1, rows.length - 1);
  return {
    rows: rows.length,
    values,
    empty: empty / all,
    decimals: decimals / all,
    numbers: numbers / all,
    steps: steps / pairs,
    restarts,
    ascending: ascending / pairs,
    runs,
    runsAtStarts: runs === 0 ? 0 : runsAtStarts / runs,
    hasMarks,
    lower: lower / all,
    letters: letters / all,
  };
}

/** Counts tokens: 0, 1, 2… or 1, 2, 3…, per sentence or in the file; also with a prefix: `w1`, `2-1`. */
export function isIndex({ steps, rows, numbers, values, restarts }: Profile): boolean {
  if (rows < 2) return numbers === 1 && (values.has('1') || values.has('0'));
  return steps >= 0.95 && restarts < steps * (rows - 1);
}

/** Positions in a text: ascending numbers that mostly differ, with gaps. */
export function isOffset(profile: Profile): boolean {
  const { rows, ascending, values, decimals } = profile;
  return (
    rows >= 3 &&
    !isIndex(profile) &&
    ascending >= 0.9 &&
    values.size >= 0.8 * rows &&
    decimals === 0 &&
    areNumbers(values)
  );
}

function areNumbers(values: ReadonlyMap<string, number>): boolean {
  return [...values.keys()].every((value) => value === '' || /^\d+(?:[-:]\d+)?$/.test(value));
}

export function isProbability({ numbers, decimals, empty, values }: Profile): boolean {
  return numbers + empty >= 0.98 && decimals >= 0.5 && values.size > 1;
}

/** The same value for successive rows, each in one run: ids of sentences or documents, also only in their first row. */
export function isRunId({ rows, values, runs, empty }: Profile): boolean {
  const filled = values.size - (values.has('') ? 1 : 0);
  if (filled < 2 || runs > 1.02 * filled + 1) return false;
  const tags = [...values.keys()].filter((value) => value.length > 1 && hasSchemeLetter(value)).length;
  if (2 * tags > filled) return false;
  const perRun = rows / runs;
  const haveDigits = [...values.keys()].filter((value) => /\d/.test(value)).length >= 0.9 * filled;
  const haveSpaces = [...values.keys()].filter((value) => value.split(' ').length > 3).length > 0.5 * filled;
  return perRun >= 1.5 && !haveSpaces && (haveDigits || (filled >= 5 && (empty > 0.5 || perRun >= 5)));
}
