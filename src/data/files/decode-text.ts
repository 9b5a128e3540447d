import { StudioError } from '../../lib/errors.ts';
import type { Problem } from '../corpus.ts';
import type { ProblemLog } from './problem-log.ts';

const REPLACEMENT = '\uFFFD';
const NEWLINE = 10;

/** What was decoded as UTF-8, and is neither ASCII nor U+FFFD. */
const UTF8_BEYOND_ASCII = /[\u0080-\uFFFC]/;

/** Bytes looked at to tell text from anything else. */
const SNIFFED = 8192;

/** Share of characters that are not UTF-8 above which nothing of a text is left to learn from. */
const HOPELESS_SHARE = 0.3;

/** First bytes of what people drop by mistake. */
const SIGNATURES: readonly { name: string; bytes: readonly number[] }[] = [
  { name: 'a zip archive (or an Office document)', bytes: [0x50, 0x4b, 0x03, 0x04] },
  { name: 'a gzip file', bytes: [0x1f, 0x8b] },
  { name: 'a PDF document', bytes: [0x25, 0x50, 0x44, 0x46, 0x2d] },
];

/**
 * The lines of a text file, without their ends (LF, CRLF, or CR alone). UTF-8, with or without a byte order mark, or
 * UTF-16 with one; else Windows-1252, which old programs write and browsers assume, if no character beyond ASCII is
 * UTF-8. Single bytes that are not UTF-8 become U+FFFD and are listed by line.
 *
 * @throws StudioError BadInput where the bytes are no text
 */
export function decodeLines(file: string, bytes: Uint8Array, problems: ProblemLog): string[] {
  const text = decodeText(file, bytes, problems);
  if (!text.includes('\n') && text.includes('\r')) return text.split('\r');
  const lines = text.split('\n');
  return text.includes('\r') ? lines.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line)) : lines;
}

/** The text as a whole, line ends as they are. As `decodeLines` otherwise. */
export function decodeText(file: string, bytes: Uint8Array, problems: ProblemLog): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  refuseBinary(file, bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const text = new TextDecoder('utf-8').decode(bytes);
    refuseHopeless(file, text);
    const brokenLines = brokenLinesOf(bytes);
    if (UTF8_BEYOND_ASCII.test(text)) {
      for (const broken of brokenLines) problems.add(brokenLine(broken));
      return text;
    }
    problems.add(otherEncoding(brokenLines.next().value!));
    return decodeWindows1252(bytes);
  }
}

function refuseHopeless(file: string, text: string): void {
  let broken = 0;
  for (let at = text.indexOf(REPLACEMENT); at >= 0; at = text.indexOf(REPLACEMENT, at + 1)) broken++;
  if (broken <= HOPELESS_SHARE * text.length) return;
  throw new StudioError(
    'BadInput',
    `${Math.round((100 * broken) / text.length)} % of the characters of ${file} are not UTF-8. It is no text, or in another encoding: save it as UTF-8.`,
  );
}

function refuseBinary(file: string, bytes: Uint8Array): void {
  const signature = SIGNATURES.find((known) => known.bytes.every((byte, i) => bytes[i] === byte));
  const zero = bytes.subarray(0, SNIFFED).indexOf(0);
  if (signature === undefined && zero < 0) return;
  const found = signature === undefined ? `binary data (a zero byte at offset ${zero})` : signature.name;
  throw new StudioError(
    'BadInput',
    `${file} is ${found}, not text. Expected text in UTF-8: unpack it, or export it as text, first.`,
  );
}

interface BrokenLine {
  line: number;
  bytes: Uint8Array;
}

/** The lines that are not UTF-8. */
function* brokenLinesOf(bytes: Uint8Array): Generator<BrokenLine, undefined> {
  const strict = new TextDecoder('utf-8', { fatal: true });
  for (let start = 0, line = 1; start <= bytes.length; line++) {
    const newline = bytes.indexOf(NEWLINE, start);
    const end = newline < 0 ? bytes.length : newline;
    const slice = bytes.subarray(start, end);
    try {
      strict.decode(slice);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      yield { line, bytes: slice };
    }
    start = end + 1;
  }
}

function brokenLine({ line, bytes }: BrokenLine): Omit<Problem, 'file'> {
  const excerpt = new TextDecoder('utf-8').decode(bytes);
  return {
    line,
    column: excerpt.indexOf(REPLACEMENT) + 1,
    severity: 'warning',
    kind: 'encoding',
    message: 'Bytes that are not UTF-8; read as \uFFFD. Expected UTF-8: save the file in that encoding.',
    excerpt,
  };
}

/** @param first the first line that is not UTF-8 */
function otherEncoding({ line, bytes }: BrokenLine): Omit<Problem, 'file'> {
  return {
    line,
    column: bytes.findIndex((byte) => byte > 127) + 1,
    severity: 'warning',
    kind: 'encoding',
    message:
      'The file is not UTF-8, here for the first time; all of it is read as Windows-1252 (Latin-1). If words look wrong, save the file as UTF-8.',
    excerpt: decodeWindows1252(bytes),
  };
}

/** As a stream: for a text as a whole Node 20 takes Latin-1, which has controls where this has quotes and dashes. */
function decodeWindows1252(bytes: Uint8Array): string {
  return new TextDecoder('windows-1252').decode(bytes, { stream: true });
}
