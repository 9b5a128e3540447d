import { formatCell } from '../../../lib/csv.ts';
import { CellPositions } from '../../files/cell-positions.ts';
import { requireWithin } from '../../files/limits.ts';
import { openZipEntry, readZipEntries } from '../../files/zip.ts';
import { readXml } from '../xml.ts';
import { SeveralSheetsError } from './several-sheets.ts';

interface Sheet {
  name: string;
  rows: string[][];
}

/**
 * The sheet of a workbook, in Office Open XML or OpenDocument, as CSV with its values as they are stored. Formulas have their last value.
 *
 * @throws StudioError BadInput if it is damaged; SeveralSheetsError
 */
export async function sheetToCsv(file: File): Promise<string> {
  const entries = new Map((await readZipEntries(file)).map((entry) => [entry.name, entry]));
  let unpacked = 0;
  const read = async (name: string) => {
    const entry = entries.get(name);
    if (entry === undefined) return '';
    requireWithin('corpusBytes', (unpacked += entry.size), file.name);
    return new Response(await openZipEntry(file, entry)).text();
  };
  const sheets = entries.has('content.xml')
    ? openDocumentSheets(file.name, await read('content.xml'))
    : await officeSheets(file.name, read);
  const filled = sheets.filter(({ rows }) => rows.some(isFilledRow));
  if (filled.length > 1)
    throw new SeveralSheetsError(
      file.name,
      filled.map(({ name }) => name),
    );
  const rows = filled[0]?.rows ?? [];
  const width = rows.reduce((most, { length }) => Math.max(most, length), 0);
  requireWithin('corpusBytes', width * rows.filter(isFilledRow).length, file.name); // commas
  const lineOf = (row: readonly string[]) =>
    row.map((value) => formatCell(value.replace(/\s*\n\s*/g, ' '), ',')).join(',') + ','.repeat(width - row.length);
  return rows.map((row) => `${isFilledRow(row) ? lineOf(row) : ''}\r\n`).join(''); // an empty row may end a sentence
}

function isFilledRow(row: readonly string[]): boolean {
  return row.length > 0;
}

/** Fills cells of rows from left to right. The cells of all rows are counted, without the empty ones at the ends of rows. */
class CellWriter {
  readonly #file: string;
  #cells = 0;
  #characters = 0;

  constructor(file: string) {
    this.#file = file;
  }

  /** @param column from 0 */
  write(row: string[], column: number, value: string, repeated = 1): void {
    if (value === '') return;
    requireWithin('cells', (this.#cells += Math.max(repeated, column + repeated - row.length)), this.#file);
    requireWithin('corpusBytes', (this.#characters += repeated * value.length), this.#file);
    while (row.length < column) row.push('');
    for (let i = column; i < column + repeated; i++) row[i] = value;
  }
}

async function officeSheets(file: string, read: (name: string) => Promise<string>): Promise<Sheet[]> {
  const strings = sharedStrings(file, await read('xl/sharedStrings.xml'));
  const targets = new Map<string, string>();
  for (const part of readXml(file, await read('xl/_rels/workbook.xml.rels'))) {
    if (part.kind === 'start' && part.name === 'Relationship') {
      targets.set(part.attributes['Id']!, part.attributes['Target']!.replace(/^\/?(xl\/)?/, 'xl/'));
    }
  }
  const sheets: Sheet[] = [];
  const unread = new Set(targets.values()); // a part that several sheets name is read once
  const cells = new CellWriter(file);
  for (const part of readXml(file, await read('xl/workbook.xml'))) {
    if (part.kind !== 'start' || localName(part.name) !== 'sheet') continue;
    const target = targets.get(part.attributes['r:id'] ?? '');
    if (target === undefined || !unread.delete(target)) continue;
    const rows = officeRows(file, await read(target), strings, cells);
    sheets.push({ name: part.attributes['name'] ?? '', rows });
  }
  return sheets;
}

/** The text of each `si`, without phonetic hints. */
function sharedStrings(file: string, xml: string): string[] {
  const strings: string[] = [];
  let [text, isText, isHint] = ['', false, false];
  for (const part of readXml(file, xml)) {
    if (part.kind === 'text') {
      if (isText && !isHint) text += part.text;
      continue;
    }
    const name = localName(part.name);
    if (name === 't') isText = part.kind === 'start';
    else if (name === 'rPh') isHint = part.kind === 'start';
    else if (name === 'si') {
      if (part.kind === 'end') strings.push(text);
      text = '';
    }
  }
  return strings;
}

function officeRows(file: string, xml: string, strings: readonly string[], cells: CellWriter): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const position = new CellPositions();
  let cell: { kind: string | undefined; value: string } | undefined;
  let isValue = false;
  for (const part of readXml(file, xml)) {
    if (part.kind === 'text') {
      if (isValue && cell !== undefined) cell.value += part.text;
      continue;
    }
    const name = localName(part.name);
    if (name === 'row' && part.kind === 'start') {
      const last = position.row;
      position.enterRow(part.attributes['r']);
      if (position.row > last + 1) rows.push([]); // empty rows are not stored
      row = [];
    } else if (name === 'row') {
      rows.push(row);
    } else if (name === 'c' && part.kind === 'start') {
      position.enterCell(part.attributes['r']);
      cell = { kind: part.attributes['t'], value: '' };
    } else if (name === 'c' && cell !== undefined) {
      cells.write(row, position.column - 1, cell.kind === 's' ? (strings[Number(cell.value)] ?? '') : cell.value);
      cell = undefined;
    } else if (name === 'v' || name === 't') isValue = part.kind === 'start';
  }
  return rows;
}

function openDocumentSheets(file: string, xml: string): Sheet[] {
  const sheets: Sheet[] = [];
  let row: string[] = [];
  let next = 0; // column
  let cell: { value: string; repeated: number } | undefined;
  const cells = new CellWriter(file);
  for (const part of readXml(file, xml)) {
    if (part.kind === 'text') {
      if (cell !== undefined) cell.value += part.text;
      continue;
    }
    const { name, kind } = part;
    const attributes = kind === 'start' ? part.attributes : {};
    if (name === 'table:table' && kind === 'start') sheets.push({ name: attributes['table:name'] ?? '', rows: [] });
    else if (name === 'table:table-row' && kind === 'start') [row, next] = [[], 0];
    else if (name === 'table:table-row') {
      sheets.at(-1)!.rows.push(row);
    } else if (name === 'table:table-cell' && kind === 'start') {
      cell = { value: '', repeated: Math.max(1, Number(attributes['table:number-columns-repeated']) || 1) };
    } else if (name === 'text:s' && kind === 'start' && cell !== undefined) cell.value += ' ';
    else if (name === 'text:p' && kind === 'start' && cell?.value) cell.value += '\n';
    else if (name === 'table:table-cell' && cell !== undefined) {
      cells.write(row, next, cell.value, cell.repeated);
      next += cell.repeated;
      cell = undefined;
    }
  }
  return sheets;
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
