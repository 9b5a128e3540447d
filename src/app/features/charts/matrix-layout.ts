import { shortTag, tagGroups } from './matrix.ts';

/** Where the cells of a square matrix are, in pixels. */
export interface MatrixLayout {
  /** Cells in a row: K+1. */
  size: number;
  /** Side of a cell; 0: there is no room. */
  cell: number;
  /** Of the first cell. */
  left: number;
  top: number;
  width: number;
  height: number;
  /** Whether tags stand beside their rows and columns, or only the types of their groups. */
  hasTags: boolean;
  /** Column labels are too long to lie. */
  isUpright: boolean;
  /** Types stand above their columns: they are too narrow for lying names. */
  areTypesUpright: boolean;
  /** Of the tags above their columns. */
  tagRoom: number;
}

export const GLYPH = 6; // pixels a letter of the labels takes, about
const LETTERS = 12; // pixels for a row or column of single letters
const GROUPS = 14;
const SIGN = 14; // pixels for the shape before the name of a type
/** What stands beside cells smaller than this cannot be told apart. */
const SMALLEST_LABELLED = 8;
export const LONGEST_TYPE = 9; // letters
const START_LABEL = 34;

/** The largest cells that leave room for the labels. */
export function matrixLayout(tags: readonly string[], width: number, height: number): MatrixLayout {
  const lying = layoutOf(tags, width, height, false);
  const narrowest = Math.min(...tagGroups(tags).map(({ count }) => count)) * lying.cell;
  return narrowest < SIGN + 2 * GLYPH ? layoutOf(tags, width, height, true) : lying;
}

function layoutOf(tags: readonly string[], width: number, height: number, areTypesUpright: boolean): MatrixLayout {
  const size = tags.length + 1;
  const groups = tagGroups(tags);
  const longest = Math.max(...tags.map((tag) => shortTag(tag).length));
  const isUpright = longest > 1;
  const tagRoom = isUpright ? longest * GLYPH + 4 : LETTERS;
  const groupName = Math.min(LONGEST_TYPE, Math.max(0, ...groups.map(({ type }) => type.length)));
  const hasGroups = groups.length > 0;
  const left = Math.max(START_LABEL, tagRoom + (hasGroups ? groupName * GLYPH + 18 : 0));
  const groupRoom = areTypesUpright ? groupName * GLYPH + SIGN : GROUPS;
  const top = (isUpright ? Math.max(tagRoom, 24) : LETTERS) + (hasGroups ? groupRoom : 0);
  const cell = Math.max(0, Math.floor(Math.min((width - left - 22) / size, (height - top - 2) / size)));
  return {
    size,
    cell,
    left,
    top,
    width: left + cell * size + 22,
    height: top + cell * size + 2,
    hasTags: cell >= SMALLEST_LABELLED,
    isUpright,
    areTypesUpright,
    tagRoom,
  };
}
