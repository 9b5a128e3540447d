import { codePointOffsets } from '../../../lib/code-points.ts';
import { formatCell } from '../../../lib/csv.ts';
import type { TextRecord, TextTable } from './text-table.ts';

/** A span in a text of a record. */
export interface RecordSpan {
  field: string;
  type: string;
  text: string;
  /** In code points of the text. */
  start: number;
  end: number;
}

/** An entity that a model finds in a text of a record. */
export interface RecordEntity extends RecordSpan {
  probability: number;
  review?: boolean;
}

/** The same entity with offsets in UTF-16 code units of the text. */
export type FoundInRecord = Omit<RecordEntity, 'text'>;

const PROBABILITY_DIGITS = 6;

/** The entities of a record as they are written. */
export function entitiesOf(
  { textFields }: Pick<TextTable, 'textFields'>,
  { texts }: Pick<TextRecord, 'texts'>,
  found: readonly FoundInRecord[],
): RecordEntity[] {
  return textFields.flatMap((name, i) => {
    const own = found.filter(({ field }) => field === name);
    if (own.length === 0) return [];
    const text = texts[i]!;
    const pointOf = codePointOffsets(text);
    return own.map(({ field, type, start, end, probability, review }) => ({
      field,
      type,
      text: text.slice(start, end),
      start: pointOf(start),
      end: pointOf(end),
      probability: Number(probability.toFixed(PROBABILITY_DIGITS)),
      ...(review !== undefined && { review }),
    }));
  });
}

/** What the files of tagged records need of their table. */
export type RecordTable = Pick<TextTable, 'kind' | 'names' | 'textFields' | 'records'>;

const BYTE_ORDER_MARK = '\uFEFF';
/** What a spreadsheet evaluates. */
const FORMULA = /^[=+\-@\t\r]/;

/** The object of a record as it was, with `predicted_entities`, in one line. */
export function jsonLine(
  { textFields }: RecordTable,
  { value }: TextRecord,
  entities: readonly RecordEntity[],
): string {
  const predicted = entities.map(({ field, ...entity }) => (textFields.length > 1 ? { field, ...entity } : entity));
  return `${JSON.stringify({ ...value, predicted_entities: predicted })}\n`;
}

/** The columns of entities beside their type, text and place. */
export type EntityColumn = 'probability' | 'review';

/** A row per entity, with the id of its record; the header first. @param entities of each record */
export function entityRows(
  { records, textFields }: RecordTable,
  entities: readonly (readonly (RecordSpan & Partial<RecordEntity>)[])[],
  columns: readonly EntityColumn[],
): string[][] {
  const hasFields = textFields.length > 1;
  const header = ['record', ...(hasFields ? ['field'] : []), 'type', 'text', 'start', 'end', ...columns];
  const rows = records.flatMap(({ id }, i) =>
    entities[i]!.map(({ field, type, text, start, end, probability, review }) => {
      const own = { probability: probability === undefined ? '' : String(probability), review: reviewCell(review) };
      const place = [...(hasFields ? [field] : []), type, text, String(start), String(end)];
      return [id, ...place, ...columns.map((column) => own[column])];
    }),
  );
  return [header, ...rows];
}

/**
 * A row per record, with its fields and a column per type; the header first.
 *
 * @param entities of each record
 * @param most rows; default: all
 * @param origin of the entities, before the type in the names of their columns
 */
export function recordRows(
  { kind, names, records }: RecordTable,
  entities: readonly (readonly RecordSpan[])[],
  most = records.length,
  origin: 'predicted' | 'annotated' = 'predicted',
): string[][] {
  const types = [...new Set(entities.flat().map(({ type }) => type))].toSorted();
  const fields = kind === 'json' ? [...new Set(records.flatMap(({ value }) => Object.keys(value)))] : names;
  const rows = records.slice(0, most).map(({ value }, i) => [
    ...fields.map((name) => cellOf(Object.hasOwn(value, name) ? value[name] : undefined)),
    ...types.map((type) =>
      entities[i]!.filter((entity) => entity.type === type)
        .map(({ text }) => text)
        .join('; '),
    ),
  ]);
  return [[...fields, ...types.map((type) => `${origin} ${type}`)], ...rows];
}

/** The cell of an entity that a person should look at. */
export function reviewCell(review: boolean | undefined): string {
  return review === true ? 'yes' : '';
}

/** The text of a value of a record. */
export function cellOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === undefined || value === null ? '' : JSON.stringify(value);
}

/**
 * A table as CSV. It begins with a byte order mark, so that spreadsheets read it as UTF-8. Cells are the data as it is; the warning says how
 * many a spreadsheet may evaluate as formulas.
 */
export function recordsCsv(rows: readonly (readonly string[])[]): { contents: string; warning: string | undefined } {
  const lines = rows.map((cells) => `${cells.map((cell) => formatCell(cell, ',')).join(',')}\r\n`);
  const formulas = rows.flat().filter((cell) => FORMULA.test(cell) && Number.isNaN(Number(cell))).length;
  return { contents: BYTE_ORDER_MARK + lines.join(''), warning: formulas === 0 ? undefined : formulaWarning(formulas) };
}

function formulaWarning(count: number): string {
  const cells = count === 1 ? '1 cell begins' : `${count} cells begin`;
  return `${cells} with =, +, - or @, as in the file. A spreadsheet may evaluate such cells as formulas: import the columns as text, or use JSON lines.`;
}
