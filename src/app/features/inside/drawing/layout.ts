import { shortened } from '../../../ui/plot/text-width.ts';

/** Positions of columns (tokens, from the left) and rows (tags, from the top), in pixels. */
export interface GridLayout {
  /** Width of the tag names before the first column. */
  left: number;
  top: number;
  column: number;
  row: number;
  width: number;
  height: number;
}

export const GRID_LEFT = 80;
export const GRID_TOP = 22;
/** Room for the names of rows. */
const NAME_ROOM = GRID_LEFT - 12;
const NARROWEST = 58;
const WIDEST = 120;

/**
 * The layout of a grid. Columns are equally wide in all figures of a sentence, with room for one more: END.
 *
 * @param width available; if the tokens do not fit, the grid is wider and scrolls
 * @param columns number of drawn columns
 */
export function gridLayout(tokens: number, rows: number, width: number, row: number, columns = tokens): GridLayout {
  const column = Math.min(WIDEST, Math.max(NARROWEST, Math.floor((width - GRID_LEFT) / (tokens + 1))));
  return {
    left: GRID_LEFT,
    top: GRID_TOP,
    column,
    row,
    width: GRID_LEFT + columns * column,
    height: GRID_TOP + rows * row + 4,
  };
}

/** A drawn row of coloured numbers, one per token. */
export interface CellRow {
  name: string;
  /** [T] */
  cells: readonly HeatCell[];
}

export interface HeatCell {
  /** Its sign is its colour. */
  value: number;
  text: string;
  opacity: number;
  /** Explains a cell without text. */
  title?: string | undefined;
  isIllegal?: true | undefined;
}

/** A token shortened to the width of a column. */
export function clipped(token: string, column: number): string {
  return shortened(token, column - 6);
}

/** A tag or number shortened to the width of a column. */
export function clippedCell(text: string, column: number): string {
  return shortened(text, column - 4, KEPT);
}

/** The name of a tag or stage, shortened to the room beside the rows. */
export function clippedName(name: string): string {
  return shortened(name, NAME_ROOM, KEPT);
}

/** Letters at the end of a tag, which distinguish types with the same beginning. */
const KEPT = 3;
