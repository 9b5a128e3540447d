import { parseRows } from '../../../lib/csv.ts';
import { groupBy } from '../../../lib/group-by.ts';
import { nameIn, withoutExtension } from '../../../lib/paths.ts';
import { decodeHead } from '../../files/decode-text.ts';
import { joinedFile, packedText, type JoinedJson } from '../../files/joined-file.ts';
import type { ArchivedFile, PackedFile } from '../../files/unpack-zip.ts';
import { columnsOf, headerOf } from './entity-columns.ts';

/** The column that names the text of an entity, and the one with the number of its line in that text, from 0. */
const FILE = /^(?:file(?:[_ ]?(?:name|id))?|doc(?:ument)?(?:[_ ]?(?:name|id))?|article[_ ]?id)$/i;
const LINE = /^line$/i;
const HEAD = 2000;

/** An entity of a table. */
interface Row {
  file: string;
  line: number | undefined;
  entity: { start: number; end: number; label: string; text?: string };
}

/** The names of the texts that a table of entities is about; none if it is no such table. */
export function textsOfTable(table: string): string[] {
  const [head = ''] = table.split(/\r?\n/, 1);
  return placesIn(head) === undefined ? [] : [...new Set(rowsIn(table).map(({ file }) => nameIn(file)))];
}

/**
 * Joins tables with the offsets of entities in texts of other files with these texts, which they name: they become a JSON lines file with a
 * document for each text. With a column `Line`, as for Amazon Comprehend, each line of a text is a document. Other files stay as they are, and so
 * do tables without any of their texts.
 */
export async function joinEntityTables(files: readonly (PackedFile | ArchivedFile)[]): Promise<readonly PackedFile[]> {
  const used = new Set<PackedFile>();
  const joined: PackedFile[] = [];
  for (const table of files.filter(({ name }) => /\.(csv|tsv)$/i.test(name))) {
    const beginning = await (await table.open()).slice(0, HEAD).arrayBuffer();
    const [head = ''] = decodeHead(new Uint8Array(beginning)).split(/\r?\n/, 1);
    if (placesIn(head) === undefined) continue;
    const rows = groupBy(rowsIn((await packedText(table)).text), ({ file }) => file);
    const byName = new Map(files.filter((file) => file !== table).map((file) => [nameIn(file.name), file]));
    const texts = [...rows].flatMap(([name, own]) => {
      const text = byName.get(nameIn(name)) ?? byName.get(`${nameIn(name)}.txt`);
      return text === undefined ? [] : [{ name, own, text }];
    });
    if (texts.length === 0) continue;
    for (const file of [table, ...texts.map(({ text }) => text)]) used.add(file);
    const name = `${withoutExtension(nameIn(table.name))}.jsonl`;
    const open = async () => {
      const lines: JoinedJson[] = [];
      for (const { name: id, own, text } of texts) {
        const read = await packedText(text);
        lines.push({ json: documentsOf(id, read.text, own).join(''), from: [read] });
      }
      return joinedFile(name, lines);
    };
    joined.push({ name, open });
  }
  return used.size === 0 ? files : [...joined, ...files.filter((file) => !used.has(file))];
}

/** The columns of a table of entities whose texts are in other files; undefined if it is none. */
function placesIn(head: string) {
  const { header, separator } = headerOf(head.replace(/^\uFEFF/, ''));
  const columns = columnsOf(header);
  const [file, line] = [FILE, LINE].map((name) => header.findIndex((own) => name.test(own.trim())));
  const { label, start, end } = columns;
  if (file! < 0 || label < 0 || start < 0 || end < 0 || file === label) return undefined;
  return { ...columns, file: file!, line: line!, separator };
}

function rowsIn(table: string): Row[] {
  const text = table.replace(/^\uFEFF/, '');
  const [head = ''] = text.split(/\r?\n/, 1);
  const { file, line, label, entity, start, end, separator } = placesIn(head)!;
  const rows = parseRows(text, separator).slice(1);
  return rows.flatMap((row) => {
    const cell = (c: number) => row[c]?.trim() ?? '';
    if (cell(file) === '' || cell(label) === '' || !/^\d+$/.test(cell(start)) || !/^\d+$/.test(cell(end))) return [];
    const own = entity >= 0 ? { text: row[entity] ?? '' } : {};
    const place = { start: Number(cell(start)), end: Number(cell(end)), label: cell(label), ...own };
    return [{ file: cell(file), line: line < 0 ? undefined : Number(cell(line)), entity: place }];
  });
}

function documentsOf(id: string, text: string, rows: readonly Row[]): string[] {
  const hasLines = rows[0]!.line !== undefined;
  const texts = hasLines ? text.split(/\r?\n/) : [text];
  const byLine = groupBy(rows, ({ line = 0 }) => line);
  return texts.flatMap((own, line) => {
    const entities = (byLine.get(line) ?? []).map(({ entity }) => entity);
    const record = { doc_id: hasLines ? `${id}:${line}` : id, text: own, entities };
    return own.trim() === '' && entities.length === 0 ? [] : [`${JSON.stringify(record)}\n`];
  });
}
