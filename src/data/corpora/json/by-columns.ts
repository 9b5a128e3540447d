import { isJoinedTags } from '../records/kinds/joined-tags.ts';
import { spansIn } from '../records/kinds/text-spans.ts';
import { isObject, isStrings, type JsonObject } from './values.ts';

/** A table as one array, or one object by row, for each column: the columns of tokens contain arrays, those of texts strings. */
export function byColumns(value: JsonObject): JsonObject[] | undefined {
  const columns = Object.entries(value).map(([name, column]): [string, unknown[] | undefined] => [
    name,
    Array.isArray(column) ? column : isObject(column) ? cellsOf(name, column) : undefined,
  ]);
  const length = columns[0]?.[1]?.length ?? 0;
  if (columns.length < 2 || length === 0 || columns.some(([, cells]) => cells?.length !== length)) return undefined;
  const hasLabels = () =>
    columns.some(([, cells]) => areLists(cells!)) ||
    columns.some(([, cells]) => cells!.every(isJoinedTags) && cells!.some((cell) => (cell as string).includes(' ')));
  const isTable = columns.some(
    ([name, cells]) =>
      (/^(tokens|words)$/.test(name) && cells!.every(isStrings)) || (areTexts(name, cells!) && hasLabels()),
  );
  if (!isTable && !hasTaggedRows(columns.map(([, cells]) => cells!))) return undefined;
  return Array.from({ length }, (_, row) => Object.fromEntries(columns.map(([name, cells]) => [name, cells![row]])));
}

/** The cells of a column by the numbers of the rows, or by other names of rows if the column has a usual name. */
function cellsOf(name: string, column: JsonObject): unknown[] | undefined {
  const isColumn = /^(tokens|words|text)$/.test(name) || Object.keys(column).every(isNumeral);
  return isColumn ? Object.values(column) : undefined;
}

export function isNumeral(name: string): boolean {
  return /^\d+$/.test(name);
}

function areTexts(name: string, cells: readonly unknown[]): boolean {
  return (
    isStrings(cells) && (name === 'text' || cells.filter((cell) => /\S\s+\S/.test(cell)).length > 0.5 * cells.length)
  );
}

/** Whether cells are lists or objects, or missing, or strings of spans. */
function areLists(cells: readonly unknown[]): boolean {
  const filled = cells.filter((cell) => cell !== null && cell !== '');
  return filled.length > 0 && filled.every((cell) => typeof cell === 'object' || spansIn(cell) !== undefined);
}

/** Whether a column has tokens, and another one in each row as many values, or spans. */
function hasTaggedRows(columns: readonly (readonly unknown[])[]): boolean {
  const areSpans = (row: readonly unknown[]) => row.every((item) => isObject(item) || Array.isArray(item));
  const belong = (row: unknown, tokens: readonly string[]) =>
    Array.isArray(row) && (row.length === tokens.length || areSpans(row));
  return columns.some(
    (tokens) =>
      tokens.length > 1 &&
      tokens.every(isStrings) &&
      columns.some((others) => others !== tokens && others.every((row, i) => belong(row, tokens[i]!))),
  );
}
