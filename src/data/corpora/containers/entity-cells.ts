import { entitiesInLines } from '../records/answer-lines.ts';
import { entitiesInList } from '../records/entity-lists.ts';
import { ENTITY_FIELDS } from '../records/kinds/quoted-entities.ts';
import { occurs } from '../records/quoted-places.ts';
import { isUsualType } from '../../tags/usual-types.ts';
import { isTextName } from '../texts/text-fields.ts';
import { recordOf, tableRows, type TableRows } from '../texts/table-rows.ts';

/** Rows examined. */
const SAMPLED = 100;
/** Share of the filled cells that must list words of their texts. */
const MOST = 0.9;

interface EntityColumn {
  text: number;
  entities: number;
}

/** Whether a table may have a column of entities with their types: `Ada:PER; Oslo:LOC`. */
export function mayHaveEntityCells(file: string, head: string): boolean {
  const table = tableRows(file, head.replace(/^\uFEFF/, ''), { isCut: true });
  return table !== undefined && entityColumnOf(table) !== undefined;
}

/** The rows of a table with a text and a list of its entities with their types, as JSON lines. Undefined if it has no such columns. */
export function entityCellsToJson(file: string, written: string): string | undefined {
  const table = tableRows(file, written.replace(/^\uFEFF/, ''));
  const column = table && entityColumnOf(table);
  if (column === undefined) return undefined;
  const { header, rows, isNamed } = table!;
  const name = nameOf(table!, column);
  const lines = rows.map(({ cells }) => {
    const [text = '', cell = ''] = [cells[column.text], cells[column.entities]];
    const entities = cell.trim() === '' ? {} : entitiesInLines(cell, (words) => occurs(text, words));
    return `${JSON.stringify({ ...recordOf(header, cells), text, [name]: entities ?? cell })}\n`;
  });
  return (isNamed ? '\n' : '') + lines.join(''); // a row has the same line as in the table
}

/** What the entities are called in JSON: as in the table, if lists of entities are usually called so. */
function nameOf({ header }: TableRows, { entities }: EntityColumn): string {
  const name = header[entities]!;
  return ENTITY_FIELDS.includes(name) ? name : 'entities';
}

function entityColumnOf(table: TableRows): EntityColumn | undefined {
  const { header, rows } = table;
  const sample = rows.slice(0, SAMPLED).map(({ cells }) => cells);
  const texts = header
    .map((_, c) => c)
    .filter((c) => 2 * sample.filter((cells) => /\S\s\S/.test(cells[c] ?? '')).length > sample.length)
    .toSorted((a, b) => Number(isTextName(header[b]!)) - Number(isTextName(header[a]!)));
  for (const text of texts) {
    for (const entities of header.keys()) {
      if (entities === text || isTextName(header[entities]!)) continue;
      const filled = sample.filter((cells) => (cells[entities] ?? '').trim() !== '');
      const found = filled.map((cells) =>
        entitiesInList(cells[entities]!, (words) => occurs(cells[text] ?? '', words)),
      );
      const lists = found.filter((list) => list !== undefined);
      if (filled.length === 0 || lists.length < MOST * filled.length) continue;
      const types = new Set(lists.flat().map(({ type }) => type));
      const areUsual = [...types].some(isUsualType);
      const arePlain = ENTITY_FIELDS.includes(header[entities]!) && 2 * types.size <= lists.flat().length + 1;
      if (areUsual || arePlain) return { text, entities };
    }
  }
  return undefined;
}
