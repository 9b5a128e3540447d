import { isZip, readZipEntries } from '../data/files/zip.ts';
import { StudioError } from '../lib/errors.ts';
import { HEAD, type Block, type DocumentFile, type DocumentFormat, type OpenedDocument } from './document.ts';

const isOffice = (folder: string) => (_: string, entries: readonly string[]) =>
  entries.includes('[Content_Types].xml') && entries.some((name) => name.startsWith(folder));

/** All formats; a file is of the first that detects it, otherwise of that of its extension. */
export const FORMATS = {
  word: {
    label: 'Word document',
    extensions: ['docx', 'docm', 'dotx'],
    detect: isOffice('word/'),
    load: async () => (await import('./formats/word.ts')).reader,
  },
  openDocument: {
    label: 'OpenDocument file',
    extensions: ['odt', 'ods', 'odp', 'ott'],
    detect: (_, entries) => entries[0] === 'mimetype' && entries.includes('content.xml'),
    load: async () => (await import('./formats/open-document.ts')).reader,
  },
  workbook: {
    label: 'Excel workbook',
    extensions: ['xlsx', 'xlsm'],
    detect: isOffice('xl/'),
    load: async () => (await import('./formats/workbook.ts')).reader,
  },
  mail: {
    label: 'mail',
    extensions: ['eml', 'mbox'],
    load: async () => (await import('./formats/mail.ts')).reader,
  },
  pdf: {
    label: 'PDF',
    extensions: ['pdf'],
    detect: (head) => head.slice(0, 1024).includes('%PDF-'),
    load: async () => (await import('./formats/pdf.ts')).reader,
  },
  html: {
    label: 'web page',
    extensions: ['html', 'htm', 'xhtml'],
    detect: (head) => /^\s*(<!doctype html|<html\b)/i.test(head),
    load: async () => (await import('./formats/html.ts')).reader,
  },
  markdown: {
    label: 'Markdown',
    extensions: ['md', 'markdown'],
    load: async () => (await import('./formats/markdown.ts')).reader,
  },
  subtitles: {
    label: 'subtitles',
    extensions: ['srt', 'vtt'],
    load: async () => (await import('./formats/subtitles.ts')).reader,
  },
  text: {
    label: 'text',
    extensions: ['txt', 'text', 'log', 'csv', 'tsv', 'json', 'jsonl', 'tex', 'rst'],
    load: async () => (await import('./formats/text.ts')).reader,
  },
} satisfies Record<string, DocumentFormat>;

export type FormatName = keyof typeof FORMATS;

/** Documents that are not text, by their extensions. */
export const isDocumentName = (name: string): boolean => formatOfName(name) !== undefined;

function formatOfName(name: string): FormatName | undefined {
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  return NAMES.find((format) => (FORMATS[format].extensions as readonly string[]).includes(extension));
}

const NAMES = Object.keys(FORMATS) as FormatName[];

/** The format of a file; text if nothing else is known. @throws StudioError BadInput if it is of a kind that is not read */
export async function formatOf({ name, bytes }: DocumentFile): Promise<FormatName> {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, HEAD));
  const entries = isZip(bytes) ? (await readZipEntries(new File([bytes], name))).map((entry) => entry.name) : [];
  const detected = NAMES.find((format) => (FORMATS[format] as DocumentFormat).detect?.(head, entries));
  if (detected !== undefined) return detected;
  refuseOthers(name, head, OTHERS);
  return formatOfName(name) ?? 'text';
}

export const isMarkdownName = (name: string): boolean => /\.(md|markdown)$/i.test(name);

/** Whether no other reader of Tagsmith reads files with this extension. */
export const hasDocumentName = (name: string): boolean =>
  /\.(docx|docm|dotx|odt|ott|odp|eml|mbox|pdf|srt|vtt)$/i.test(name);

/** @throws StudioError BadInput if a file with these first bytes is a document of a kind that nothing here reads: .doc, .rtf */
export function requireKnownDocument(name: string, head: Uint8Array): void {
  refuseOthers(name, new TextDecoder('latin1').decode(head.subarray(0, HEAD)), OLD);
}

function refuseOthers(name: string, head: string, others: readonly Other[]): void {
  const other = others.find(({ signature }) => head.startsWith(signature));
  if (other !== undefined) throw new StudioError('BadInput', `${name} ${other.remedy}`);
}

/** Whether a file is a document that no other reader of Tagsmith reads. */
export async function isOnlyDocument(file: DocumentFile): Promise<boolean> {
  const name = hasDocumentName(file.name) ? await formatOf(file) : undefined;
  return name !== undefined && ['word', 'openDocument', 'mail', 'pdf', 'subtitles'].includes(name);
}

/** Whether the sentences of a file are those of a document: also of pages and Markdown, which other readers take for text. */
export async function isReadAsDocument(file: DocumentFile): Promise<boolean> {
  return isMarkdownName(file.name) || /\.x?html?$/i.test(file.name) || isOnlyDocument(file);
}

/** Reads a document of any format. @param begun see `DocumentReader` @throws StudioError BadInput */
export async function openDocument(
  file: DocumentFile,
  begun?: (blocks: readonly Block[]) => void,
): Promise<OpenedDocument> {
  const reader = await FORMATS[await formatOf(file)].load();
  return reader.read(file, begun);
}

/** Loads the largest reader, before a document is known. */
export async function prepareReader(): Promise<void> {
  await (await FORMATS.pdf.load()).prepare?.();
}

/** Files that are no documents of these formats, by their first bytes, and what to do with them. */
interface Other {
  signature: string;
  remedy: string;
}

const OLD: readonly Other[] = [
  {
    signature: '\u00d0\u00cf\u0011\u00e0',
    remedy: 'is a document of an old Office format, or has a password. Save it as .docx or .xlsx, without a password.',
  },
  { signature: '{\\rtf', remedy: 'is rich text. Save it as .docx or .odt.' },
];

const OTHERS: readonly Other[] = [
  { signature: 'PK', remedy: 'is a zip archive of another kind. Unpack it and add its files.' },
  ...OLD,
];
