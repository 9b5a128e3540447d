import { StudioError } from '../../../lib/errors.ts';
import type { Bytes } from '../../../lib/units.ts';
import { requireWithin } from '../../files/limits.ts';
import { decodeHead } from '../../files/decode-text.ts';
import { joinedFile, packedText } from '../../files/joined-file.ts';
import { chunksOf } from '../../files/random-access-file.ts';
import { convertedName } from '../../files/shown-name.ts';
import { inflate } from '../../files/inflate.ts';
import { listZipEntries } from '../../files/zip.ts';

const HEAD: Bytes = 4096;
/** Rows in which a table with lists has one. */
const TABLE_HEAD: Bytes = 1 << 16;

/**
 * The text of a file that contains a corpus: what a gzip file contains; the first sheet of a workbook as CSV; the rows of a Parquet file,
 * the documents of spaCy's DocBin, or a table with lists in its cells, a row for each entity, marked entities or a
 * column for each type, as JSON lines; JSON with a token in each row as CSV. Any other file is returned as it is. Each reader of a binary format is loaded
 * when it is needed.
 *
 * @param keepsRows whether tables stay as they are, since their rows are records to tag or to classify
 * @throws StudioError BadInput if the file is damaged, exceeds a limit, or is Python code that is not understood
 */
export async function openCorpus(file: File, keepsRows = false): Promise<File> {
  const head = new Uint8Array(await file.slice(0, HEAD).arrayBuffer());
  const starts = (...bytes: number[]) => bytes.every((byte, i) => head[i] === byte);
  if (starts(0x1f, 0x8b)) {
    const stream = inflate(file.stream(), 'gzip');
    return openCorpus(await inflated(file, stream, file.name.replace(/\.gz$/i, '')), keepsRows);
  }
  requireWithin('corpusBytes', file.size, file.name);
  if (starts(0x50, 0x41, 0x52, 0x31)) {
    const { parquetToJson } = await import('./parquet.ts');
    return converted(file, 'jsonl', await parquetToJson(file));
  }
  if (starts(0x50, 0x4b)) {
    const entries = await listZipEntries(file);
    if (entries.includes('xl/workbook.xml') || (entries[0] === 'mimetype' && entries.includes('content.xml'))) {
      const { sheetToCsv } = await import('./spreadsheet.ts');
      return openCorpus(converted(file, 'csv', await sheetToCsv(file)), keepsRows);
    }
    return file;
  }
  if (!keepsRows && /\.(csv|tsv)$/i.test(file.name)) return (await tableToJson(file)) ?? file;
  const beginning = decodeHead(head);
  if (!keepsRows && /^\s*[[{]/.test(beginning)) {
    const { mayHaveTokenRows, tokenRowsToCsv } = await import('./token-rows.ts');
    const table = mayHaveTokenRows(beginning) ? await as('csv', file, tokenRowsToCsv) : undefined;
    if (table !== undefined) return table;
  }
  if (!keepsRows && /\.(txt|tab)$/i.test(file.name) && /^[^\n]*\t/.test(beginning)) {
    const { mayHaveMarks, markedTableToJson } = await import('./marked-table.ts');
    const table = mayHaveMarks(beginning)
      ? await asJson(file, (text) => markedTableToJson(file.name, text))
      : undefined;
    if (table !== undefined) return table;
  }
  const { looksLikePython, pythonToJson } = await import('./python-list.ts');
  if (looksLikePython(beginning)) {
    const data = await asJson(file, pythonToJson);
    if (data !== undefined) return data;
    if (!keepsRows) throw new PythonCodeError(file.name);
  }
  if (/\.spacy$/i.test(file.name)) {
    const stream = inflate(file.stream(), 'deflate');
    const { docBinToJson } = await import('./doc-bin.ts');
    const unpacked = await inflated(file, stream, file.name);
    return converted(file, 'jsonl', docBinToJson(file.name, new Uint8Array(await unpacked.arrayBuffer())));
  }
  return file;
}

/** The file is code around data, which is no corpus. It may be a text. */
export class PythonCodeError extends StudioError {
  constructor(file: string) {
    super(
      'BadInput',
      `${file} looks like Python, but is more than one list or dictionary, or one in each line: it may have code around them. Save the data as JSON, in Python with json.dump(DATA, open("train.json", "w")).`,
    );
  }
}

/** A file that is converted as text. @returns undefined if it has nothing to convert */
async function as(
  extension: 'csv' | 'jsonl',
  file: File,
  convert: (text: string) => string | undefined,
): Promise<File | undefined> {
  const read = await packedText({ name: file.name, open: () => Promise.resolve(file) });
  const json = convert(read.text);
  return json === undefined ? undefined : joinedFile(convertedName(file.name, extension), [{ json, from: [read] }]);
}

/** A file that is converted to JSON lines. */
function asJson(file: File, convert: (text: string) => string | undefined): Promise<File | undefined> {
  return as('jsonl', file, convert);
}

/** The rows of a table that annotate texts, as JSON lines; undefined if they do not, or are tokens. */
async function tableToJson(file: File): Promise<File | undefined> {
  const { hasListCells, listTableToJson } = await import('./list-table.ts');
  const { entityCellsToJson, mayHaveEntityCells } = await import('./entity-cells.ts');
  const { entityRowsToJson, mayHaveEntityRows } = await import('./entity-rows.ts');
  const { markedTableToJson, mayHaveMarks } = await import('./marked-table.ts');
  const { mayHaveTypeColumns, typeColumnsToJson } = await import('./type-columns.ts');
  const head = decodeHead(new Uint8Array(await file.slice(0, TABLE_HEAD).arrayBuffer()));
  const readers = [
    ...(hasListCells(head) ? [(_: string, text: string) => listTableToJson(text)] : []),
    ...(mayHaveEntityRows(head) ? [entityRowsToJson] : []),
    ...(mayHaveEntityCells(file.name, head) ? [entityCellsToJson] : []),
    ...(mayHaveMarks(head) ? [markedTableToJson] : mayHaveTypeColumns(head) ? [typeColumnsToJson] : []),
  ];
  if (readers.length === 0) return undefined;
  return asJson(file, (text) => {
    for (const read of readers) {
      const json = read(file.name, text);
      if (json !== undefined) return json;
    }
    return undefined;
  });
}

function converted({ name }: File, extension: 'csv' | 'jsonl', text: string): File {
  return new File([text], convertedName(name, extension));
}

async function inflated(file: File, stream: ReadableStream<Uint8Array<ArrayBuffer>>, name: string): Promise<File> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size: Bytes = 0;
  try {
    for await (const part of chunksOf(stream)) {
      size += part.length;
      requireWithin('corpusBytes', size, file.name); // the limit holds for the text
      parts.push(part);
    }
  } catch (cause) {
    if (cause instanceof StudioError) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StudioError('BadInput', `${file.name} cannot be unpacked: ${reason}. Download it again.`, { cause });
  }
  return new File(parts, name);
}
