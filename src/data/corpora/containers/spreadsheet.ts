import { formatCell } from '../../../lib/csv.ts';
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
  const lineOf = (row: readonly string[]) =>
    Array.from({ length: width }, (_, i) => formatCell((row[i] ?? '').replace(/\s*\n\s*/g, ' '), ',')).join(',');
  return rows.map((row) => `${isFilledRow(row) ? lineOf(row) : ''}\r\n`).join(''); // an empty row may end a sentence
}

function isFilledRow(row: readonly string[]): boolean {
  return row.some((value) => value !== '');
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
  for (const part of readXml(file, await read('xl/workbook.xml'))) {
    if (part.kind !== 'start' || localName(part.name) !== 'sheet') continue;
    const target = targets.get(part.attributes['r:id'] ?? '');
    if (target === undefined) continue;
    targets.delete(part.attributes['r:id']!); // a part that several sheets name is read once
    sheets.push({ name: part.attributes['name'] ?? '', rows: officeRows(file, await read(target), strings) });
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

function officeRows(file: string, xml: string, strings: readonly string[]): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let last = 0;
  let cell: { column: number; kind: string | undefined; value: string } | undefined;
  let isValue = false;
  let cells = 0;
  for (const part of readXml(file, xml)) {
    if (part.kind === 'text') {
      if (isValue && cell !== undefined) cell.value += part.text;
      continue;
    }
    const name = localName(part.name);
    if (name === 'row' && part.kind === 'start') {
      const number = Number(part.attributes['r'] ?? last + 1);
      if (number > last + 1) rows.push([]); // empty rows are not stored
      last = number;
      row = [];
    } else if (name === 'row') {
      rows.push(Array.from(row, (value) => value ?? ''));
    } else if (name === 'c' && part.kind === 'start') {
      const column = columnOf(part.attributes['r']) ?? row.length;
      requireWithin('cells', (cells += Math.max(1, column + 1 - row.length)), file);
      cell = { column, kind: part.attributes['t'], value: '' };
    } else if (name === 'c' && cell !== undefined) {
      row[cell.column] = cell.kind === 's' ? (strings[Number(cell.value)] ?? '') : cell.value;
      cell = undefined;
    } else if (name === 'v' || name === 't') isValue = part.kind === 'start';
  }
  return rows;
}

/** The number of a column, from 0: that of `AB12` is 27. */
function columnOf(reference: string | undefined): number | undefined {
  const [letters] = /^[A-Z]+/.exec(reference ?? '') ?? [];
  if (letters === undefined) return undefined;
  return Array.from(letters).reduce((sum, letter) => 26 * sum + letter.charCodeAt(0) - 64, 0) - 1;
}

function openDocumentSheets(file: string, xml: string): Sheet[] {
  const sheets: Sheet[] = [];
  let row: string[] = [];
  let cell: { value: string; repeated: number } | undefined;
  let cells = 0;
  for (const part of readXml(file, xml)) {
    if (part.kind === 'text') {
      if (cell !== undefined) cell.value += part.text;
      continue;
    }
    const { name, kind } = part;
    const attributes = kind === 'start' ? part.attributes : {};
    if (name === 'table:table' && kind === 'start') sheets.push({ name: attributes['table:name'] ?? '', rows: [] });
    else if (name === 'table:table-row' && kind === 'start') row = [];
    else if (name === 'table:table-row') {
      while (row.at(-1) === '') row.pop();
      sheets.at(-1)!.rows.push(row);
    } else if (name === 'table:table-cell' && kind === 'start') {
      cell = { value: '', repeated: Number(attributes['table:number-columns-repeated'] ?? 1) };
    } else if (name === 'text:s' && kind === 'start' && cell !== undefined) cell.value += ' ';
    else if (name === 'text:p' && kind === 'start' && cell?.value) cell.value += '\n';
    else if (name === 'table:table-cell' && cell !== undefined) {
      // The last cell is repeated up to the end of the sheet.
      const count = cell.value === '' ? Math.min(cell.repeated, 200) : cell.repeated;
      requireWithin('cells', (cells += count), file);
      for (let i = 0; i < count; i++) row.push(cell.value);
      cell = undefined;
    }
  }
  return sheets;
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
