import { tagParts } from '../../stores/tags.ts';
import { textWidth } from '../../ui/plot/text-width.ts';

/** The layout of a square matrix, in whole pixels, so that cells have sharp edges and the same size. */
export interface MatrixLayout {
  /** Cells in a row: K+1. */
  size: number;
  /** Side of a cell; 0 if there is no room. */
  cell: number;
  /** Position of the first cell. */
  left: number;
  top: number;
  width: number;
  height: number;
  /** Rows and columns are labelled with their tags, not only with the types of their groups. */
  hasTags: boolean;
  /** Column labels are too long to be horizontal. */
  isUpright: boolean;
  /** Groups of columns are too narrow for horizontal names. */
  areTypesUpright: boolean;
  /** Height of the tags above the columns. */
  tagRoom: number;
}

export const GLYPH = 6; // approximate width of a letter of the labels, in pixels
const CAPITAL = 7; // width of a capital letter in pixels, as types are mostly upper case
const LETTERS = 12; // pixels for a row or column of single letters
const GROUPS = 14;
const SIGN = 14; // pixels for the shape before the name of a type
/** With smaller cells, labels would overlap. */
const SMALLEST_LABELLED = 8;
export const LONGEST_TYPE = 9; // letters
const NAME_LETTER = 6.5; // of names that are usually short, between those of letters and capitals
const LEAST_LETTERS = 5; // of a name that is cut
const START_LABEL = 34;
const END_LABEL = 25;
/** With smaller cells, nothing is seen, and not even types have labels. */
const SMALLEST = 2;

/** The letters of a horizontal name that fit above columns, beside its shape. @param extent in pixels */
export const lettersAcross = (extent: number): number => Math.floor((extent - SIGN) / NAME_LETTER);

const LEGEND_WIDTH = 56;
const LEGEND_HEIGHT = 20;

/** The largest cells that leave room for labels, and for a legend beside or below them. */
export function layoutWithLegend(
  tags: readonly string[],
  width: number,
  height: number,
): { layout: MatrixLayout; isLegendBeside: boolean } {
  const beside = matrixLayout(tags, width - LEGEND_WIDTH, height);
  const below = matrixLayout(tags, width, height - LEGEND_HEIGHT);
  const isLegendBeside = beside.cell >= below.cell;
  return { layout: isLegendBeside ? beside : below, isLegendBeside };
}

/** The largest cells that leave room for labels. */
export function matrixLayout(tags: readonly string[], width: number, height: number): MatrixLayout {
  const horizontal = layoutOf(tags, width, height, false);
  const isLegible = ({ type, count }: TagGroup) =>
    lettersAcross(count * horizontal.cell) >= Math.min(type.length, LEAST_LETTERS);
  return tagGroups(tags).every(isLegible) ? horizontal : layoutOf(tags, width, height, true);
}

function layoutOf(tags: readonly string[], width: number, height: number, areTypesUpright: boolean): MatrixLayout {
  const size = tags.length + 1;
  const groups = tagGroups(tags);
  const longest = Math.max(...tags.map((tag) => shortTag(tag).length));
  const isUpright = longest > 1;
  const tagRoom = isUpright ? Math.max(...tags.map((tag) => textWidth(shortTag(tag)))) + 6 : LETTERS;
  const groupName = Math.min(LONGEST_TYPE, Math.max(0, ...groups.map(({ type }) => type.length)));
  const hasGroups = groups.length > 0;
  const left = Math.max(START_LABEL, tagRoom + (hasGroups ? groupName * CAPITAL + 18 : 0));
  const groupRoom = areTypesUpright ? groupName * CAPITAL + SIGN : GROUPS;
  const top = (isUpright ? Math.max(tagRoom, 24) : LETTERS) + (hasGroups ? groupRoom : 0);
  const largest = Math.floor(Math.min((width - left - END_LABEL) / size, (height - top - 2) / size));
  const cell = largest < SMALLEST ? 0 : largest;
  return {
    size,
    cell,
    left,
    top,
    width: left + cell * size + END_LABEL,
    height: top + cell * size + 2,
    hasTags: cell >= SMALLEST_LABELLED,
    isUpright,
    areTypesUpright,
    tagRoom,
  };
}

/** Adjacent rows or columns of one type. */
export interface TagGroup {
  type: string;
  from: number;
  count: number;
}

/** In the order of the tags; `O` is in no group. */
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

/** The label of a row or column: the letter if its group is labelled with the type, else the tag. */
export function shortTag(tag: string): string {
  const { letter, type } = tagParts(tag);
  return letter === '' ? type : letter;
}
