import { isZip, openZipEntry, readZipEntries } from '../../data/files/zip.ts';
import { decodeEntities } from '../../data/corpora/xml.ts';
import type { DocumentFile } from '../document.ts';
import type { NameMatcher } from './name-matcher.ts';

/** A name that is still in a redacted file. */
export interface Leak {
  /** The file in the archive, or the document. */
  file: string;
  text: string;
}

/** Shortest match in a file that is not text: shorter ones occur by chance. */
const SHORTEST_IN_BINARY = 6;

/** Attributes that are the same in all files: numbers, vocabularies, types. */
const TECHNICAL = /=\s*"(?:(?:urn:|https?:\/\/(?:schemas\.|www\.w3\.org\/|purl\.)|application\/)[^"]*|[-+]?[\d.]+%?)"/g;

/**
 * Searches a redacted file for names, without the code that read and wrote it: archives are unpacked by their directory, tags are
 * removed from their files as text, once joining what they separate and once not, and attributes and addresses are searched as well.
 *
 * @param written what names were replaced by
 */
export async function findLeaks(
  { name, bytes }: DocumentFile,
  matcher: NameMatcher,
  written: readonly string[],
): Promise<Leak[]> {
  if (!isZip(bytes)) return leaksIn(name, bytes, matcher, written);
  const archive = new File([bytes], name);
  const leaks: Leak[] = [];
  for (const entry of await readZipEntries(archive)) {
    const contents = new Uint8Array(await new Response(await openZipEntry(archive, entry)).arrayBuffer());
    const inside: DocumentFile = { name: `${name}/${entry.name}`, bytes: contents };
    leaks.push(...(await findLeaks(inside, matcher, written)), ...textLeaks(name, [entry.name], matcher));
  }
  return leaks;
}

function leaksIn(file: string, bytes: Uint8Array, matcher: NameMatcher, written: readonly string[]): Leak[] {
  if (bytes.subarray(0, 4096).includes(0)) {
    const texts = (['utf-8', 'utf-16le'] as const).map((encoding) => new TextDecoder(encoding).decode(bytes));
    return textLeaks(file, texts, matcher).filter(({ text }) => text.length >= SHORTEST_IN_BINARY);
  }
  const text = [...new Set(written)]
    .toSorted((a, b) => b.length - a.length)
    .reduce((rest, replacement) => rest.replaceAll(replacement, ' '), decodedText(bytes));
  return textLeaks(file, mailTexts(text).flatMap(withoutTags).flatMap(withAddresses), matcher);
}

/** A text as it is or, with tags, its attributes and its text, with what tags separate joined and not. */
function withoutTags(text: string): string[] {
  if (!/<[a-z!?/]/i.test(text)) return [text];
  const attributes = Array.from(
    text.replaceAll(TECHNICAL, '').matchAll(/=\s*(?:"([^"]*)"|'([^']*)')/g),
    ([, a, b]) => a ?? b ?? '',
  ).join('\n');
  const paragraphs = text.replaceAll(/<\/?(w:p|a:p|text:p|text:h|p|div|td|th|tr|li|br|h\d|si|c|row)\b[^>]*>/gi, '\n');
  const variants = [attributes, paragraphs.replaceAll(/<[^>]*>/g, ''), text.replaceAll(/<[^>]*>/g, ' ')];
  return variants.map(decodeEntities);
}

/** A text as it is and, with characters that are encoded as in addresses or in JSON, decoded. */
function withAddresses(text: string): string[] {
  const decoded = text
    .replaceAll(/(?:%[\da-f]{2})+/gi, decodedCodes)
    .replaceAll(/\\u([\da-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replaceAll(/\\[nrt]/g, ' ')
    .replaceAll(/\\(["\\/])/g, '$1');
  return decoded === text ? [text] : [text, decoded];
}

/** Bytes in hexadecimal after a sign: `=C3=BC`, `%C3%BC`. */
function decodedCodes(codes: string): string {
  return decodedText(Uint8Array.from(codes.slice(1).split(codes[0]!), (hex) => Number.parseInt(hex, 16)));
}

function decodedText(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

/** A text as it is, and as mail encodes it: quoted-printable, base64. */
function mailTexts(text: string): string[] {
  if (!/^content-transfer-encoding:/im.test(text)) return [text];
  const bytesOf = (latin: string) => Uint8Array.from(latin, (letter) => letter.charCodeAt(0));
  const quoted = text.replaceAll(/=\r?\n/g, '').replaceAll(/(?:=[\dA-F]{2})+/g, decodedCodes);
  const blocks = Array.from(text.matchAll(/(?:^[A-Za-z\d+/]{4,}={0,2}\r?\n?)+|(?<=\?b\?)[^?]+/gim), ([block]) => {
    try {
      return decodedText(bytesOf(atob(block.replaceAll(/\s/g, ''))));
    } catch {
      return ''; // a line of letters that is not base64
    }
  });
  return [text, quoted, ...blocks];
}

function textLeaks(file: string, texts: readonly string[], matcher: NameMatcher): Leak[] {
  return texts.flatMap((text) => matcher.find(text).map(({ start, end }) => ({ file, text: text.slice(start, end) })));
}
