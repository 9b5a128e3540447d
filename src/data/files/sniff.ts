import { strFromU8 } from 'fflate';
import type { Bytes } from '../../lib/units.ts';
import { listZipEntries } from './zip.ts';

/** What a file seems to be, judged by its first bytes and, for a zip, the names in its directory. */
export type Sniffed =
  | { kind: 'corpus' }
  | { kind: 'vectors' }
  | { kind: 'bundle' }
  | { kind: 'archive'; entries: string[] }
  /** Of an office program, with markup about its text: what it is, and what to save it as. */
  | { kind: 'document'; what: string; saveAs: string };

const HEAD: Bytes = 64 * 1024;
/** No two parts that can match the same digits: a line of a million of them is read once. */
const NUMBER = /^-?(\d+(\.\d*)?|\.\d+)(e[-+]?\d+)?$/i;
/** Fewer numbers in a line are columns of a corpus, not a vector. */
const FEWEST_DIMENSIONS = 5;
const PLAIN_TEXT = 'plain text (.txt)';
const TABLE = 'CSV, one sheet alone,';

export async function sniff(file: File): Promise<Sniffed> {
  const head = new Uint8Array(await file.slice(0, HEAD).arrayBuffer());
  if (head[0] === 0x50 && head[1] === 0x4b) return sniffZip(await listZipEntries(file), strFromU8(head));
  if (head[0] === 0x1f && head[1] === 0x8b)
    return { kind: looksLikeVectors(await gunzipHead(file)) ? 'vectors' : 'corpus' };
  return { kind: looksLikeVectors(strFromU8(head)) ? 'vectors' : 'corpus' };
}

function sniffZip(entries: string[], head: string): Sniffed {
  if (entries.includes('model.safetensors')) return { kind: 'bundle' };
  const document = sniffDocument(entries, head);
  if (document !== undefined) return { kind: 'document', ...document };
  const files = entries.filter((name) => !/\/$|^__MACOSX\/|(^|\/)\.[^/]*$/.test(name)); // folders, and what Macs add
  // What tells about a corpus is none. Vectors alone are read from the zip as a stream; among others they are unpacked.
  const named = files.filter((name) => !/(^|\/)(readme|licen[cs]e)[^/]*$/i.test(name));
  const isVectors = (name: string) => /\.vec$|glove|vectors|embedding/i.test(name);
  const areVectors = named.includes('vectors.json') || (named.length > 0 && named.every(isVectors));
  return areVectors ? { kind: 'vectors' } : { kind: 'archive', entries: named.length > 0 ? named : files };
}

/** Office Open XML says by its folders what it is; OpenDocument and EPUB begin with a file of their type, not compressed. */
function sniffDocument(entries: readonly string[], head: string): { what: string; saveAs: string } | undefined {
  if (entries.includes('[Content_Types].xml')) {
    const has = (folder: string) => entries.some((name) => name.startsWith(folder));
    if (has('xl/')) return { what: 'an Excel workbook', saveAs: TABLE };
    return { what: has('word/') ? 'a Word document' : 'an Office document', saveAs: PLAIN_TEXT };
  }
  if (entries[0] !== 'mimetype') return undefined;
  if (head.slice(0, 128).includes('opendocument.spreadsheet'))
    return { what: 'an OpenDocument spreadsheet', saveAs: TABLE };
  const isBook = entries.includes('META-INF/container.xml');
  return { what: isBook ? 'an EPUB book' : 'an OpenDocument file', saveAs: PLAIN_TEXT };
}

/** A header of two whole numbers, or a word followed by numbers, in every whole line of the head. */
function looksLikeVectors(text: string): boolean {
  const lines = text.split('\n').slice(0, 20);
  if (lines.length > 1) lines.pop(); // perhaps cut
  const filled = lines.filter((line) => line.trim() !== '');
  const rows = /^\d+ \d+\s*$/.test(filled[0] ?? '') ? filled.slice(1) : filled;
  return rows.length > 0 && rows.every((line) => numbersAtEnd(line) >= FEWEST_DIMENSIONS);
}

function numbersAtEnd(line: string): number {
  const fields = line.trim().split(/[ \t]+/);
  const firstFromEnd = fields.findLastIndex((field) => !NUMBER.test(field));
  return fields.length - 1 - Math.max(0, firstFromEnd);
}

/** The beginning of a gzip stream; what could be read, where it is cut short. */
async function gunzipHead(file: Blob): Promise<string> {
  const reader = file.stream().pipeThrough(new DecompressionStream('gzip')).getReader();
  let text = '';
  const decoder = new TextDecoder();
  try {
    while (text.length < HEAD) {
      const { value, done } = await reader.read();
      if (done) break;
      text += decoder.decode(value, { stream: true });
    }
    await reader.cancel();
  } catch {
    // A broken stream is told with its name by whoever reads the whole file.
  }
  return text;
}
