import { scaleLinear } from 'd3-scale';
import { isIllegal, isWeight, type Matrix } from './matrix.ts';

type Theme = 'light' | 'dark';

/** Number of colours on each side of zero: more than can be distinguished. */
const SHADES = 48;

const COLOURS: Record<Theme, (shade: number) => string> = {
  light: shadeScale('rgb(33, 102, 172)', 'rgb(246, 247, 248)', 'rgb(192, 68, 20)'),
  dark: shadeScale('rgb(88, 166, 246)', 'rgb(34, 37, 42)', 'rgb(245, 134, 72)'),
};

function shadeScale(negative: string, zero: string, positive: string): (shade: number) => string {
  return scaleLinear([-SHADES, 0, SHADES], [negative, zero, positive]);
}

export function heatColour(value: number, limit: number, theme: Theme): string {
  return COLOURS[theme](shadeOf(value, limit));
}

/** Square-root scale, so that small weights are distinguishable beside a few large ones. */
function shadeOf(value: number, limit: number): number {
  if (!Number.isFinite(value)) return 0;
  return Math.sign(value) * Math.round(Math.sqrt(Math.min(1, Math.abs(value) / limit)) * SHADES);
}

/** Cells of the same colour, as the outline of an SVG path in units of cells. */
export interface CellGroup {
  /** Undefined: illegal. */
  colour: string | undefined;
  outline: string;
}

/** All cells, one path for each colour: with eighteen types there are five thousand, redrawn twice a second. */
export function cellGroups(matrix: Matrix, limit: number, theme: Theme): CellGroup[] {
  const size = matrix.tags.length + 1;
  const outlines = new Map<number | undefined, string>();
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      if (!isWeight(size, row, column)) continue;
      const shade = isIllegal(matrix, row, column)
        ? undefined
        : shadeOf(matrix.values[row * size + column] ?? 0, limit);
      outlines.set(shade, `${outlines.get(shade) ?? ''}M${column} ${row}h1v1h-1z`);
    }
  }
  return [...outlines].map(([shade, outline]) => ({
    colour: shade === undefined ? undefined : COLOURS[theme](shade),
    outline,
  }));
}

/** The cell that a key moves to in a square matrix; undefined for other keys. */
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
