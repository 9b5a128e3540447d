import { StudioError } from '../../lib/errors.ts';
import type { Problem } from '../corpus.ts';
import { type EncodingReading, LEGACY_ENCODINGS, type LegacyEncoding } from '../encodings.ts';
import { decodeLegacy, encodingChoices, encodingSamples, isMostlyUtf8 } from './legacy-encodings.ts';
import { LIMITS, requireWithin } from './limits.ts';
import type { ProblemLog } from './problem-log.ts';
import { decodeInWindows, isUtf8, type OnBytes, TextLines } from './text-lines.ts';

export const REPLACEMENT = '\uFFFD';
const NEWLINE = 10;

export const BEYOND_ASCII = /[^\0-\u007F]/;
/** Characters of decoded UTF-8 that are neither ASCII nor U+FFFD. */
export const UTF8_BEYOND_ASCII = /[\u0080-\uFFFC]/;

/** Share of invalid characters above which a file is rejected. */
export const MAX_INVALID_SHARE = 0.3;

/** Signatures of files that are often added by mistake. */
const SIGNATURES: readonly { name: string; bytes: readonly number[] }[] = [
  { name: 'a zip archive (or an Office document)', bytes: [0x50, 0x4b, 0x03, 0x04] },
  { name: 'a gzip file', bytes: [0x1f, 0x8b] },
  { name: 'a PDF document', bytes: [0x25, 0x50, 0x44, 0x46, 0x2d] },
];

/**
 * Reads a text file as lines, without their terminators (LF, CRLF or CR). The encoding is UTF-8, UTF-16, the one that is given, or else the
 * likeliest one (`encodingChoices`) or, if no non-ASCII character is valid UTF-8, Windows-1252, the legacy default of
 * browsers, with a warning. Otherwise single bytes that are not UTF-8 become U+FFFD, with a warning at their line.
 *
 * @param onBytes called while lines are decoded
 * @param given the encoding, if a person has chosen it
 * @throws StudioError BadInput if the file is binary or has too many lines
 */
export function decodeLines(
  file: string,
  bytes: Uint8Array,
  problems: ProblemLog,
  onBytes?: OnBytes,
  given?: LegacyEncoding,
): TextLines {
  const encoding = encodingOf(file, bytes, problems, given);
  const { count, terminator } = scanLines(bytes, encoding);
  requireWithin('lines', count, file);
  if (encoding === 'utf-8') reportByteOrderMarks(bytes, problems);
  return new TextLines(file, bytes, encoding, terminator, onBytes);
}

/** Like `decodeLines`, but returns the whole text with its line terminators. */
export function decodeText(file: string, bytes: Uint8Array, problems: ProblemLog): string {
  return decodeWithEncoding(file, bytes, problems).text;
}

/** Like `decodeText`, but also returns the encoding, so that the file can be written back. */
export function decodeWithEncoding(
  file: string,
  bytes: Uint8Array,
  problems: ProblemLog,
  given?: LegacyEncoding,
): DecodedText {
  requireWithin('corpusBytes', bytes.length, file);
  const encoding = encodingOf(file, bytes, problems, given);
  return { text: [...decodeInWindows(bytes, encoding)].join(''), encoding };
}

export interface DecodedText {
  /** Without a byte order mark. */
  text: string;
  encoding: Encoding;
}

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | LegacyEncoding;

/** The beginning of a file as text, in the encoding that it is likely in, to see what the file is. */
export function decodeHead(head: Uint8Array): string {
  const legacy = () => encodingChoices(head)[0]?.encoding ?? (isMostlyUtf8(head) ? 'utf-8' : 'windows-1252');
  return new TextDecoder(wideEncoding(head) ?? (isUtf8(head) ? 'utf-8' : legacy())).decode(head);
}

function encodingOf(file: string, bytes: Uint8Array, problems: ProblemLog, given?: LegacyEncoding): Encoding {
  rejectWideCharacters(file, bytes);
  const wide = wideEncoding(bytes);
  if (wide !== undefined) {
    for (const text of decodeInWindows(bytes, wide)) {
      if (text.includes('\0')) throw binary(file, 'binary data (a zero character in UTF-16)');
    }
    return wide;
  }
  rejectBinary(file, bytes);
  if (isUtf8(bytes)) return 'utf-8';
  if (given !== undefined) return given;
  const invalidLines = invalidLinesOf(file, bytes);
  const encoding = guessOf(bytes);
  if (encodingChoices(bytes).length === 0) rejectInvalid(file, bytes);
  if (encoding === 'utf-8') {
    for (const invalid of invalidLines) problems.add(invalidLineProblem(invalid));
    return encoding;
  }
  const { line } = invalidLines.next().value!;
  problems.add(readAsLegacy(encoding, line, nth(new TextLines(file, bytes, encoding, '\n'), line)));
  return encoding;
}

/** Of a text that is not valid UTF-8: its likeliest encoding, or UTF-8 if it is damaged. */
function guessOf(bytes: Uint8Array): LegacyEncoding | 'utf-8' {
  return encodingChoices(bytes)[0]?.encoding ?? (examineInvalid(bytes).isBeyondAscii ? 'utf-8' : 'windows-1252');
}

/** How the encoding of a text was guessed or chosen; undefined for UTF-8 and UTF-16, which need no choice. */
export function encodingReading(bytes: Uint8Array, chosen: LegacyEncoding | undefined): EncodingReading | undefined {
  if (isUtf8(bytes) || wideEncoding(bytes) !== undefined) return undefined;
  return { guess: guessOf(bytes), chosen, samples: encodingSamples(bytes) };
}

/** A text in UTF-8, marked as such, if a person chose its encoding; UTF-8 and UTF-16 as they are. */
export function inChosenEncoding(
  bytes: Uint8Array<ArrayBuffer>,
  chosen: LegacyEncoding | undefined,
): Uint8Array<ArrayBuffer> {
  if (chosen === undefined || isUtf8(bytes) || wideEncoding(bytes) !== undefined) return bytes;
  return new TextEncoder().encode(`\uFEFF${decodeLegacy(bytes, chosen)}`);
}

function wideEncoding(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : unmarkedUtf16(bytes);
}

/** UTF-16 without a byte order mark: every second byte of ASCII is zero, and hardly any other is (that of U+0100). */
function unmarkedUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes.length % 2 > 0) return undefined;
  const head = bytes.subarray(0, SAMPLED_BYTES);
  const zeros = [0, 1].map((from) => head.filter((byte, i) => i % 2 === from && byte === 0).length);
  const [even, odd] = zeros as [number, number];
  if (
    head.length < FEWEST_BYTES ||
    3 * Math.max(even, odd) < head.length ||
    Math.min(even, odd) > OTHER_ZEROS * head.length
  )
    return undefined;
  return odd > even ? 'utf-16le' : 'utf-16be';
}

const SAMPLED_BYTES = 1000;
const FEWEST_BYTES = 20;
/** Share of the bytes that may be zero on the other side. */
const OTHER_ZEROS = 0.05;

/** @returns the share of the characters that are not UTF-8, and whether some beyond ASCII are */
function examineInvalid(bytes: Uint8Array): { share: number; isBeyondAscii: boolean } {
  let [invalid, characters, isBeyondAscii] = [0, 0, false];
  for (const text of decodeInWindows(bytes, 'utf-8')) {
    characters += text.length;
    isBeyondAscii ||= UTF8_BEYOND_ASCII.test(text);
    for (let at = text.indexOf(REPLACEMENT); at >= 0; at = text.indexOf(REPLACEMENT, at + 1)) invalid++;
  }
  return { share: invalid / characters, isBeyondAscii };
}

/** @throws StudioError BadInput if too many characters are not UTF-8 */
function rejectInvalid(file: string, bytes: Uint8Array): void {
  const { share } = examineInvalid(bytes);
  if (share <= MAX_INVALID_SHARE) return;
  throw new StudioError(
    'BadInput',
    `${Math.round(100 * share)}% of the characters in ${file} are not UTF-8. It is not text, or has another encoding. Save it as UTF-8.`,
  );
}

/** The number of line terminators, counted up to the limit, and their kind: CR only in a text without LF. */
function scanLines(bytes: Uint8Array, encoding: Encoding): { count: number; terminator: '\n' | '\r' } {
  const width = encoding.startsWith('utf-16') ? 2 : 1;
  const [low, high] = encoding === 'utf-16be' ? [1, 0] : [0, 1];
  for (const terminator of ['\n', '\r'] as const) {
    const code = terminator.charCodeAt(0);
    let count = 0;
    const find = (from: number) => bytes.indexOf(code, from);
    for (let at = find(0); at >= 0 && count <= LIMITS.lines.max; at = find(at + 1)) {
      if (width === 1 || (at % 2 === low && bytes[at - low + high] === 0)) count++;
    }
    if (count > 0) return { count, terminator };
  }
  return { count: 0, terminator: '\n' };
}

/** Concatenated files have byte order marks in the middle, which would become part of a token. */
function reportByteOrderMarks(bytes: Uint8Array, problems: ProblemLog): void {
  const isMark = (at: number) => bytes[at + 1] === 0xbb && bytes[at + 2] === 0xbf;
  let count = 0;
  let first = 0;
  for (let at = bytes.indexOf(0xef, 1); at >= 0; at = bytes.indexOf(0xef, at + 1)) {
    if (isMark(at) && count++ === 0) first = at;
  }
  if (count === 0) return;
  let line = 1;
  for (let at = bytes.indexOf(NEWLINE); at >= 0 && at < first; at = bytes.indexOf(NEWLINE, at + 1)) line++;
  problems.add({
    line,
    severity: 'warning',
    kind: 'encoding',
    message: `Found ${count === 1 ? 'a byte order mark' : `${count} byte order marks, the first one here,`} in the middle of the file, as in files that were joined; removed from the text.`,
  });
}

function rejectWideCharacters(file: string, bytes: Uint8Array): void {
  const starts = (...mark: number[]) => mark.every((byte, i) => bytes[i] === byte);
  if (starts(0xff, 0xfe, 0, 0) || starts(0, 0, 0xfe, 0xff))
    throw new StudioError('BadInput', `${file} is text in UTF-32. Expected UTF-8. Save it as UTF-8.`);
}

function rejectBinary(file: string, bytes: Uint8Array): void {
  const signature = SIGNATURES.find((known) => known.bytes.every((byte, i) => bytes[i] === byte));
  if (signature !== undefined) throw binary(file, signature.name);
  const zero = bytes.indexOf(0);
  if (zero >= 0) throw binary(file, `binary data (a zero byte at offset ${zero})`);
}

function binary(file: string, found: string): StudioError {
  return new StudioError(
    'BadInput',
    `${file} is ${found}, not text. Expected text in UTF-8. Unpack it, or export it as text.`,
  );
}

/** A line that is not valid UTF-8, decoded as UTF-8. */
interface InvalidLine {
  line: number;
  text: string;
}

function* invalidLinesOf(file: string, bytes: Uint8Array): Generator<InvalidLine, undefined> {
  let line = 0;
  for (const text of new TextLines(file, bytes, 'utf-8', '\n')) {
    line++;
    if (text.includes(REPLACEMENT)) yield { line, text };
  }
}

function invalidLineProblem({ line, text }: InvalidLine): Omit<Problem, 'file'> {
  return {
    line,
    column: text.indexOf(REPLACEMENT) + 1,
    severity: 'warning',
    kind: 'encoding',
    message: 'Found bytes that are not UTF-8, replaced with \uFFFD. Save the file as UTF-8.',
    excerpt: text,
  };
}

/** That a file is read in an encoding that was guessed. @param line the first line that is not UTF-8 */
export function readAsLegacy(encoding: LegacyEncoding, line: number, excerpt: string): Omit<Problem, 'file'> {
  return {
    line,
    column: excerpt.search(BEYOND_ASCII) + 1,
    severity: 'warning',
    kind: 'encoding',
    message: `The file is not UTF-8 (this is the first such line) and was read as ${LEGACY_ENCODINGS[encoding]}. If words look wrong, choose another encoding, or save the file as UTF-8.`,
    excerpt,
  };
}

/** @param number from 1 */
function nth(lines: Iterable<string>, number: number): string {
  let at = 0;
  for (const line of lines) if (++at === number) return line;
  return '';
}
