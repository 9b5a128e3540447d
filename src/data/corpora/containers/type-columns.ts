import { ENTITY_LISTS, NO_ENTITY_LISTS, TYPE_NAME } from '../records/kinds/quoted-entities.ts';
import { occurs } from '../records/quoted-places.ts';
import { isTextName, usualText } from '../texts/text-fields.ts';
import { recordOf, tableRows } from '../texts/table-rows.ts';

/** Share of the names that occur in their texts. */
const MOST = 0.9;

/** The type of a column, as our own tables of annotated records name it. */
function typeOf(name: string): string | undefined {
  const [, isOwn, type] = /^(annotated )?(.*)$/.exec(name.trim())!;
  const isType = isOwn !== undefined || ENTITY_LISTS.test(type!) || TYPE_NAME.test(type!);
  return isType && !NO_ENTITY_LISTS.test(type!) ? type : undefined;
}

/** Whether the header of a table has a text and a column that is called like a type. */
export function mayHaveTypeColumns(head: string): boolean {
  const [line = ''] = head.replace(/^\uFEFF/, '').split(/\r?\n/, 1);
  const names = line.split(/[,;\t|]/).map((name) => name.replaceAll('"', '').trim());
  return names.some(isTextName) && names.some((name) => typeOf(name) !== undefined);
}

/**
 * The rows of a table with a column of names for each type, which occur in the text, as JSON lines: `Bo; Ada` in the
 * column PER. Undefined if the cells are something else.
 */
export function typeColumnsToJson(file: string, written: string): string | undefined {
  const table = tableRows(file, written.replace(/^\uFEFF/, ''));
  if (table?.isNamed !== true || table.header.includes('entities')) return undefined;
  const { header, rows } = table;
  const textColumn = usualText(header);
  const types = header.map((name, c) => (c === textColumn ? undefined : typeOf(name)));
  const texts = header.with(textColumn, 'text');
  if (textColumn < 0 || new Set(texts).size < texts.length) return undefined;
  let [all, found] = [0, 0];
  const lines = rows.map(({ cells }) => {
    const text = cells[textColumn] ?? '';
    const entities: Record<string, string[]> = {};
    for (const [c, type] of types.entries()) {
      if (type === undefined) continue;
      const names = namesIn(cells[c] ?? '', text);
      all += names.length;
      found += names.filter((name) => occurs(text, name)).length;
      entities[type] = [...(entities[type] ?? []), ...names];
    }
    return `${JSON.stringify({ ...recordOf(texts, cells), entities })}\n`;
  });
  return found > 0 && found >= MOST * all ? `\n${lines.join('')}` : undefined; // a row has the same line as in the table
}

/** The names of a cell: all of it if it occurs, or else its parts. */
function namesIn(cell: string, text: string): string[] {
  const whole = cell.trim();
  if (whole === '' || occurs(text, whole)) return whole === '' ? [] : [whole];
  const separator = [/[;|\n]/, /,/].find((one) => one.test(whole));
  return separator === undefined ? [whole] : whole.split(separator).flatMap((name) => name.trim() || []);
}
