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
}

export const GLYPH = 6; // pixels a letter of the labels takes, about
const LETTERS = 12; // pixels for a row or column of single letters
const GROUPS = 14;
const START_LABEL = 34;

/** The largest cells that leave room for the labels. */
export function matrixLayout(tags: readonly string[], width: number, height: number): MatrixLayout {
  const size = tags.length + 1;
  const groups = tagGroups(tags);
  const longest = Math.max(...tags.map((tag) => shortTag(tag).length));
  const isUpright = longest > 1;
  const tagRoom = isUpright ? longest * GLYPH + 4 : LETTERS;
  const groupName = Math.min(9, Math.max(0, ...groups.map(({ type }) => type.length)));
  const hasGroups = groups.length > 0;
  const left = Math.max(START_LABEL, tagRoom + (hasGroups ? groupName * GLYPH + 18 : 0));
  const top = (isUpright ? Math.max(tagRoom, 24) : LETTERS) + (hasGroups ? GROUPS : 0);
  const cell = Math.max(0, Math.floor(Math.min((width - left - 22) / size, (height - top - 2) / size)));
  return {
    size,
    cell,
    left,
    top,
    width: left + cell * size + 22,
    height: top + cell * size + 2,
    hasTags: cell >= 8,
    isUpright,
  };
}
