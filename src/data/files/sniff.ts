import { strFromU8 } from 'fflate';
import { modelFolder } from '../../lib/model-files.ts';
import { StudioError } from '../../lib/errors.ts';
import type { Bytes } from '../../lib/units.ts';
import { inflate } from './inflate.ts';
import { rowForm } from './vector-rows.ts';
import { PICKLE, startsWith, VECTOR_SIGNATURES } from './vector-signatures.ts';
import { isVectorJson } from './vector-json.ts';
import { isWord2vec } from './word2vec-header.ts';
import { listZipEntries } from './zip.ts';

/** The kind of a file, according to its first bytes and, for a zip archive, the names of its files. */
export type FileKind =
  | { kind: 'corpus' }
  | { kind: 'vectors' }
  | { kind: 'bundle' }
  | { kind: 'archive'; entries: string[] }
  /** A document of an office program: its name, and the format to save it as instead. For messages. */
  | { kind: 'document'; name: string; saveAs: string };

const HEAD: Bytes = 64 * 1024;
const PLAIN_TEXT = 'plain text (.txt)';

/**
 * Detects the kind of a file without reading all of it.
 *
 * @throws StudioError BadInput if it has the name of an archive, but not its signature
 */
export async function sniff(file: File): Promise<FileKind> {
  const head = new Uint8Array(await file.slice(0, HEAD).arrayBuffer());
  requireArchive(file, head);
  if (head[0] === 0x50 && head[1] === 0x4b) return sniffZip(await listZipEntries(file), strFromU8(head));
  if (head[0] === 0x1f && head[1] === 0x8b) return { kind: isVectors(await gunzipHead(file)) ? 'vectors' : 'corpus' };
  return { kind: isVectors(head) || isBinaryModel(head) ? 'vectors' : 'corpus' };
}

function isVectors(head: Uint8Array): boolean {
  return isWord2vec(head) || looksLikeVectors(new TextDecoder(utf16Of(head)).decode(head));
}

/** The encoding of text that begins with a byte order mark of UTF-16. */
function utf16Of([first, second]: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
}

/** A pickle of Python (gensim), or another file of a program that may have vectors. */
function isBinaryModel(head: Uint8Array): boolean {
  const isPickle = head[0] === PICKLE && head[1]! >= 2 && head[1]! <= 5;
  return isPickle || Object.values(VECTOR_SIGNATURES).some((signature) => startsWith(head, signature));
}

/** Rejects damaged archives, which could be read as text: a single byte may be a token. */
function requireArchive({ name, size }: File, head: Uint8Array): void {
  const [, extension] = /\.(zip|gz|docx|xlsx|odt|ods)$/i.exec(name) ?? [];
  if (extension === undefined) return;
  const [first, second] = extension.toLowerCase() === 'gz' ? [0x1f, 0x8b] : [0x50, 0x4b];
  if (head[0] === first && head[1] === second) return;
  const found = size === 0 ? 'is empty' : `does not start like a .${extension} file`;
  throw new StudioError(
    'BadInput',
    `${name} ${found}. It is damaged, or has the wrong name. Download it again, or rename it if it is text.`,
  );
}

function sniffZip(entries: string[], head: string): FileKind {
  // A repository of the Hugging Face Hub also has a model.safetensors.
  const isEncoder =
    entries.some((name) => /(^|\/)tokenizer\.json$/.test(name)) && entries.some((name) => name.endsWith('.onnx'));
  if (!isEncoder && modelFolder(entries) !== undefined) return { kind: 'bundle' };
  if (isSpreadsheet(entries, head)) return { kind: 'corpus' };
  const document = sniffDocument(entries);
  if (document !== undefined) return { kind: 'document', ...document };
  const files = entries.filter((name) => !/\/$|^__MACOSX\/|(^|\/)\.[^/]*$/.test(name)); // no directories, hidden files and macOS metadata
  // A zip that contains only vectors and a readme is read as a stream; other archives are unpacked.
  const relevant = files.filter((name) => !/(^|\/)(readme|licen[cs]e)[^/]*$/i.test(name));
  const isVectors = (name: string) => /\.vec$|glove|vectors|embedding|\.npy$/i.test(name);
  const areVectors = relevant.includes('vectors.json') || (relevant.length > 0 && relevant.every(isVectors));
  return areVectors ? { kind: 'vectors' } : { kind: 'archive', entries: relevant.length > 0 ? relevant : files };
}

/** A workbook of Office Open XML or OpenDocument. */
function isSpreadsheet(entries: readonly string[], head: string): boolean {
  if (entries.includes('[Content_Types].xml')) return entries.includes('xl/workbook.xml');
  return entries[0] === 'mimetype' && head.slice(0, 128).includes('opendocument.spreadsheet');
}

/** Office Open XML is recognized by its directories; OpenDocument and EPUB by their first entry, `mimetype`. */
function sniffDocument(entries: readonly string[]): { name: string; saveAs: string } | undefined {
  if (entries.includes('[Content_Types].xml')) {
    const has = (folder: string) => entries.some((name) => name.startsWith(folder));
    return { name: has('word/') ? 'a Word document' : 'an Office document', saveAs: PLAIN_TEXT };
  }
  if (entries[0] !== 'mimetype') return undefined;
  const isBook = entries.includes('META-INF/container.xml');
  return { name: isBook ? 'an EPUB book' : 'an OpenDocument file', saveAs: PLAIN_TEXT };
}

/** Whether a text has rows of word vectors, in any form, or is JSON with vectors. */
function looksLikeVectors(text: string): boolean {
  return isVectorJson(text) || rowForm(text) !== undefined;
}

/** Decompresses the beginning of a gzip file, as far as it can be read. */
async function gunzipHead(file: Blob): Promise<Uint8Array> {
  const reader = inflate(file.stream(), 'gzip').getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  try {
    while (size < HEAD) {
      const { value, done } = await reader.read();
      if (done) break;
      parts.push(value.slice());
      size += value.length;
    }
    await reader.cancel();
  } catch {
    // The error is reported when the whole file is read.
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
