import { parseRows } from '../../../lib/csv.ts';
import { StudioError } from '../../../lib/errors.ts';
import { groupBy } from '../../../lib/group-by.ts';
import { isOutsideName } from '../../tags/outside.ts';
import { hasSchemeLetter } from '../../tags/tag-style.ts';
import { roleOfName } from '../layout/names.ts';
import { isWithinWord } from '../records/span-borders.ts';
import { isTextName } from '../texts/text-fields.ts';
import { columnsOf, headerOf, type Columns } from './entity-columns.ts';

const ID = /^(doc(ument)?|text|sent(ence)?|record|example|tweet|note|article|abstract)?[_ -]?(id|nr|no|#)$|^pmid$/i;
/** Share of the rows whose cells are as long as their offsets say. */
const MOST = 0.9;

/** Whether the header of a table has columns for entities: a label, and offsets or the text of an entity. */
export function mayHaveEntityRows(head: string): boolean {
  const [line = ''] = head.replace(/^\uFEFF/, '').split(/\r?\n/, 1);
  const { label, entity, start, end } = columnsOf(headerOf(line).header);
  return label >= 0 && (entity >= 0 || (start >= 0 && end >= 0));
}

/**
 * The texts of a table with a row for each entity as JSON lines, with all entities of a text together. Undefined for other tables, such as
 * those with a row for each token.
 *
 * @throws StudioError BadInput if it has offsets, but no texts that they refer to
 */
export function entityRowsToJson(file: string, written: string): string | undefined {
  const text = written.replace(/^\uFEFF/, '');
  const { header, separator } = headerOf(text.split(/\r?\n/, 1)[0]!);
  const all = parseRows(text, separator).slice(1);
  const columns = columnsOf(header);
  const filledRows = all.filter((row) => row.some((cell) => cell.trim() !== ''));
  const rows = filledRows.map((row) => (isWithoutEntity(row, columns) ? row.with(columns.label, '') : row));
  const whole = rows.filter(({ length }) => length === header.length);
  if (2 * whole.length <= rows.length || !areTypes(whole.map((row) => row[columns.label]!))) return undefined;
  const textColumn = header.findIndex((_, c) => isTextColumn(header, c, fillDown(whole, [c]), columns));
  if (textColumn < 0) {
    if (!areWithoutTexts(whole, columns, header)) return undefined;
    throw new StudioError(
      'BadInput',
      `${file} has a row for each entity, but not the texts that contain them. Expected a column with the text, such as ${[...header, 'sentence'].join(separator === '\t' ? ', ' : separator)}.`,
    );
  }
  const ids = header.findIndex(
    (name, c) => ID.test(name.trim()) && areIds(fillDown(whole, [textColumn, c]), c, textColumn),
  );
  const filled = fillDown(whole, [textColumn, ids]);
  const { label, start, end } = columns;
  const timesOf = timesSeen();
  const keyOf = (row: readonly string[]) => {
    const text = [row[textColumn], ids < 0 ? '' : row[ids]];
    const times = isOffset(row[start]) ? timesOf(JSON.stringify([text, row[start], row[end], row[label]])) : 0;
    return JSON.stringify([text, times]); // the same entity at the same place is that of another, equal text
  };
  const records = [...groupBy(filled, keyOf).values()].map((group) => ({
    ...(ids >= 0 && { [header[ids]!.trim()]: group[0]![ids] }),
    text: group[0]![textColumn],
    entities: group.flatMap((row) => entityOf(row, columns) ?? []),
  }));
  const odd = rows.filter(({ length }) => length !== header.length).map((row) => ({ row })); // the reader reports them
  return [...records, ...odd].map((record) => `${JSON.stringify(record)}\n`).join('');
}

/** How often each key was asked before. */
function timesSeen(): (key: string) => number {
  const times = new Map<string, number>();
  return (key) => {
    const before = times.get(key) ?? 0;
    times.set(key, before + 1);
    return before;
  };
}

/** How an entity is spoken of, which is a class of its text. */
const OPINION = /^(pos(itive)?|neg(ative)?|neu(tral)?|mixed|conflict)$/i;

/** Whether labels are types of entities: not tags of tokens, some of which are outside, and not opinions on the entity. */
function areTypes(labels: readonly string[]): boolean {
  const filled = labels.filter((label) => label.trim() !== '');
  const outside = filled.filter(isOutsideName); // OTHER may be a type, too
  return (
    filled.length > 0 &&
    2 * outside.length < filled.length &&
    !filled.some(hasSchemeLetter) &&
    !filled.every((label) => OPINION.test(label.trim()))
  );
}

/** The rows, with the cells above in these columns where a text is only in its first row. @param columns that of the texts first */
function fillDown(rows: readonly string[][], columns: readonly number[]): string[][] {
  const [texts] = columns as [number];
  let last: readonly string[] = [];
  return rows.map((row) => {
    const isFilled = row[texts] === '' && last[texts] !== undefined && isLong(last[texts]);
    const filled = isFilled ? row.map((cell, c) => (cell === '' && columns.includes(c) ? last[c]! : cell)) : row;
    last = filled;
    return filled;
  });
}

function isLong(cell: string): boolean {
  return /\S\s+\S+\s+\S/.test(cell);
}

/** Whether a column has the texts: the spans fit into them, or they contain the entities. */
function isTextColumn(header: readonly string[], c: number, rows: readonly string[][], columns: Columns): boolean {
  const { label, entity, start, end } = columns;
  if ([label, entity, start, end].includes(c)) return false;
  const annotated = rows.filter((row) => row[label] !== '');
  const fits = (row: readonly string[]) => {
    const text = row[c]!;
    if (!isLong(text) && !isTextName(header[c]!)) return false;
    if (entity >= 0) return text.length > row[entity]!.length && text.includes(row[entity]!.trim());
    const [from, to] = [Number(row[start]), Number(row[end])];
    return text.length > to - from && text.length >= to && !isWithinWord(text, from);
  };
  const hasOffsets = annotated.every((row) => isOffset(row[start]) && isOffset(row[end]));
  return (entity >= 0 || hasOffsets) && 2 * annotated.filter(fits).length > annotated.length;
}

function isOffset(cell: string | undefined): boolean {
  return cell !== undefined && /^\d+(\.0+)?$/.test(cell.trim());
}

/** Whether a column numbers or names the texts: not the rows, where texts are repeated. */
function areIds(rows: readonly string[][], c: number, text: number): boolean {
  const ids = new Set(rows.map((row) => row[c]));
  const texts = new Set(rows.map((row) => row[text]));
  const both = new Set(rows.map((row) => JSON.stringify([row[c], row[text]])));
  return both.size === ids.size && (ids.size < rows.length || texts.size === rows.length);
}

/** Whether a row says that its text has no entity: neither a type nor a start, but a dash or the like for both. */
function isWithoutEntity(row: readonly string[], { label, start }: Columns): boolean {
  const [type, from] = [row[label] ?? '', row[start] ?? '0'];
  return type !== '' && isOutsideName(type.trim()) && isOutsideName(from.trim()) && !isOffset(from);
}

/** The entity of a row; none if it has no label. */
function entityOf(row: readonly string[], { label, entity, start, end }: Columns): object | undefined {
  if (row[label]!.trim() === '') return undefined;
  const hasOffsets = isOffset(row[start]) && isOffset(row[end]);
  return {
    ...(hasOffsets && { start: Number(row[start]), end: Number(row[end]) }),
    ...(entity >= 0 && { text: row[entity]!.trim() }),
    label: row[label]!.trim(),
  };
}

/**
 * Whether rows are entities with offsets in texts that are elsewhere: most have words between them, or several words, or
 * no column can have the words and the header says that the offsets count characters.
 */
function areWithoutTexts(rows: readonly string[][], { start, end }: Columns, header: readonly string[]): boolean {
  const hasWords = header.some((name) => roleOfName(name.trim()) === 'token');
  const areCharacters = [start, end].every((c) => /offset|char/i.test(header[c] ?? ''));
  if (start < 0 || end < 0 || !rows.every((row) => isOffset(row[start]) && isOffset(row[end]))) return false;
  const lengths = rows.map((row) => Number(row[end]) - Number(row[start]));
  const quotes = rows[0]!.flatMap((_, c) => {
    const own = rows.filter((row, r) => Math.abs(row[c]!.length - lengths[r]!) <= 1 && /\p{L}/u.test(row[c]!));
    return own.length >= MOST * rows.length ? [own.some((row) => /\S\s\S/.test(row[c]!))] : [];
  });
  return quotes.includes(true) || (quotes.length === 0 && areCharacters && !hasWords);
}
