import { isUtf8 } from '../../data/files/text-lines.ts';
import { base64Text, bytesOfBase64 } from '../../lib/base64.ts';

/** A range of the lines of a mail, as offsets of bytes. */
export interface MimeRange {
  start: number;
  end: number;
}

/** A field of a header, unfolded. */
export interface HeaderField extends MimeRange {
  name: string;
  value: string;
}

/** A part without parts: its header and its contents as they are encoded. */
export interface MimeLeaf {
  fields: readonly HeaderField[];
  /** `text/plain`, without parameters. */
  type: string;
  /** Undefined: none is declared. */
  charset: string | undefined;
  encoding: string;
  isAttachment: boolean;
  /** The whole part, and its contents. */
  part: MimeRange;
  body: MimeRange;
}

/** Nesting of parts; a mail with more is hostile. */
const DEEPEST = 20;

/** A mail with a character for each byte. */
export function latin1(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += SLICE) parts.push(String.fromCharCode(...bytes.subarray(at, at + SLICE)));
  return parts.join('');
}

/** Bytes that are passed as arguments of one call. */
const SLICE = 8192;

export function bytesOfLatin1(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}

/** The leaves of a mail, and the fields of its own header (RFC 2045, RFC 5322). @param range of the mail in `source` */
export function readMime(source: string, range: MimeRange): { fields: readonly HeaderField[]; leaves: MimeLeaf[] } {
  const leaves: MimeLeaf[] = [];
  const fields = readPart(source, range, 0, leaves);
  return { fields, leaves };
}

function readPart(source: string, part: MimeRange, depth: number, leaves: MimeLeaf[]): readonly HeaderField[] {
  const { fields, end: start } = readHeader(source, part);
  const valueOf = (name: string) => fields.find((field) => field.name === name)?.value ?? '';
  const contentType = valueOf('content-type') || 'text/plain';
  const type = (/^\s*([^;\s]+)/.exec(contentType)?.[1] ?? 'text/plain').toLowerCase();
  const body = { start, end: part.end };
  const boundary = parameter(contentType, 'boundary');
  if (type.startsWith('multipart/') && boundary !== undefined && depth < DEEPEST) {
    for (const inner of partsOf(source, body, boundary)) readPart(source, inner, depth + 1, leaves);
  } else {
    leaves.push({
      fields,
      type,
      charset: parameter(contentType, 'charset'),
      encoding: valueOf('content-transfer-encoding').trim().toLowerCase(),
      isAttachment: /^\s*attachment/i.test(valueOf('content-disposition')) || !/^text\/(plain|html)$/.test(type),
      part,
      body,
    });
  }
  return fields;
}

function readHeader(source: string, { start, end }: MimeRange): { fields: HeaderField[]; end: number } {
  const fields: HeaderField[] = [];
  let at = start;
  while (at < end) {
    const next = lineEnd(source, at, end);
    const line = source.slice(at, next);
    if (/^\r?\n?$/.test(line)) return { fields, end: next };
    const last = fields.at(-1);
    const [, name, value] = /^([!-9;-~]+):([\s\S]*)$/.exec(line) ?? [];
    if (/^[ \t]/.test(line) && last !== undefined) {
      last.value += ` ${line.trim()}`;
      last.end = next;
    } else if (name !== undefined)
      fields.push({ name: name.toLowerCase(), value: value!.trim(), start: at, end: next });
    else return { fields, end: at }; // no header
    at = next;
  }
  return { fields, end };
}

function lineEnd(source: string, at: number, end: number): number {
  const newline = source.indexOf('\n', at);
  return newline < 0 || newline >= end ? end : newline + 1;
}

function partsOf(source: string, { start, end }: MimeRange, boundary: string): MimeRange[] {
  const parts: MimeRange[] = [];
  const open = `--${boundary}`;
  let from = -1;
  for (let at = start; at < end; at = lineEnd(source, at, end)) {
    if (!source.startsWith(open, at)) continue;
    const rest = source.slice(at + open.length, lineEnd(source, at, end)).trim();
    if (rest !== '' && rest !== '--') continue; // a longer boundary
    if (from >= 0) parts.push({ start: from, end: at });
    if (rest === '--') return parts;
    from = lineEnd(source, at, end);
  }
  if (from >= 0 && from < end) parts.push({ start: from, end });
  return parts;
}

function parameter(value: string, name: string): string | undefined {
  const [, quoted, bare] = new RegExp(`;\\s*${name}\\s*=\\s*(?:"([^"]*)"|([^;\\s]+))`, 'i').exec(value) ?? [];
  return quoted ?? bare;
}

/** The text of a leaf. @param undeclared what is no UTF-8, and declares no encoding, is in */
export function textOfLeaf(source: string, leaf: MimeLeaf, undeclared: string): string {
  const bytes = bytesOfLeaf(source, leaf);
  return decoded(bytes, leaf.charset ?? (isUtf8(bytes) ? 'utf-8' : undeclared));
}

export function bytesOfLeaf(source: string, { body, encoding }: MimeLeaf): Uint8Array<ArrayBuffer> {
  return decodedBytes(source.slice(body.start, body.end), encoding);
}

function decodedBytes(text: string, encoding: string): Uint8Array<ArrayBuffer> {
  if (encoding === 'base64') return base64Bytes(text);
  return bytesOfLatin1(encoding === 'quoted-printable' ? unquoted(text) : text);
}

function base64Bytes(text: string): Uint8Array<ArrayBuffer> {
  try {
    return bytesOfBase64(text.replaceAll(/[^A-Za-z\d+/]/g, ''));
  } catch {
    return bytesOfLatin1(text); // not base64 after all: shown as it is
  }
}

function unquoted(text: string): string {
  return text
    .replaceAll(/=[ \t]*\r?\n/g, '')
    .replaceAll(/=([\dA-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

function decoded(bytes: Uint8Array, charset: string): string {
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes); // an unknown name
  }
}

/** The text of a header field, with its encoded words (RFC 2047). @param undeclared see `textOfLeaf` */
export function decodeWords(value: string, undeclared: string): string {
  const bytes = bytesOfLatin1(value);
  const text = decoded(bytes, isUtf8(bytes) ? 'utf-8' : undeclared);
  return text
    .replaceAll(/(=\?[^?\s]+\?[bq]\?[^?\s]*\?=)\s+(?==\?[^?\s]+\?[bq]\?)/gi, '$1')
    .replaceAll(
      /=\?([^?\s*]+)(?:\*[^?\s]*)?\?([bq])\?([^?\s]*)\?=/gi,
      (_, charset: string, way: string, word: string) =>
        decoded(
          way.toLowerCase() === 'b' ? base64Bytes(word) : bytesOfLatin1(unquoted(word.replaceAll('_', ' '))),
          charset,
        ),
    );
}

/** Bytes of an encoded word, so that its line has at most 76 characters. */
const WORD_BYTES = 42;

/** A field with a text, encoded if needed. Of addresses only names are encoded: within encoded words, mail programs find no address. */
export function writeField(name: string, text: string): string {
  const encoded = /^(from|to|cc|bcc|reply-to|sender)$/i.test(name)
    ? text
        .split(/( ?[<>",] ?)/)
        .map(encodeWords)
        .join('')
    : encodeWords(text);
  return `${name}: ${encoded}\r\n`;
}

/** @returns ASCII as it is, other text as encoded words */
function encodeWords(text: string): string {
  if (!/[^\0-\u007F]/.test(text)) return text;
  const words: string[] = [''];
  for (const letter of text) {
    const last = words.length - 1;
    if (new TextEncoder().encode(words[last]! + letter).length > WORD_BYTES) words.push(letter);
    else words[last] += letter;
  }
  return words.map((word) => `=?utf-8?B?${base64Text(new TextEncoder().encode(word))}?=`).join('\r\n ');
}

/** The fields and the contents of a part with a text, in UTF-8 and base64. */
export function writeTextPart(type: string, text: string): { fields: string; body: string } {
  return {
    fields: `Content-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n`,
    body: `${base64Text(new TextEncoder().encode(text)).replaceAll(/.{76}/g, '$&\r\n')}\r\n`,
  };
}
