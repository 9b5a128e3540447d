import { StudioError } from '../../lib/errors.ts';
import type { Problem } from '../corpus.ts';
import type { ProblemLog } from './problem-log.ts';

const REPLACEMENT = '\uFFFD';
const NEWLINE = 10;

/** Characters of decoded UTF-8 that are neither ASCII nor U+FFFD. */
const UTF8_BEYOND_ASCII = /[\u0080-\uFFFC]/;

/** Bytes examined to detect binary files. */
const SAMPLED_BYTES = 8192;

/** Share of invalid characters above which a file is rejected. */
const MAX_INVALID_SHARE = 0.3;

/** Signatures of files that are often added by mistake. */
const SIGNATURES: readonly { name: string; bytes: readonly number[] }[] = [
  { name: 'a zip archive (or an Office document)', bytes: [0x50, 0x4b, 0x03, 0x04] },
  { name: 'a gzip file', bytes: [0x1f, 0x8b] },
  { name: 'a PDF document', bytes: [0x25, 0x50, 0x44, 0x46, 0x2d] },
];

/**
 * Decodes a text file and splits it into lines, without their terminators (LF, CRLF or CR). The encoding is UTF-8, UTF-16 with
 * a byte order mark, or, if no character beyond ASCII is valid UTF-8, Windows-1252, which old programs write and browsers
 * assume. Otherwise single bytes that are not UTF-8 become U+FFFD, with a warning at their line.
 *
 * @throws StudioError BadInput if the file is binary
 */
export function decodeLines(file: string, bytes: Uint8Array, problems: ProblemLog): string[] {
  const text = decodeText(file, bytes, problems);
  if (!text.includes('\n') && text.includes('\r')) return text.split('\r');
  const lines = text.split('\n');
  return text.includes('\r') ? lines.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line)) : lines;
}

/** Like `decodeLines`, but returns the whole text with its line terminators. */
export function decodeText(file: string, bytes: Uint8Array, problems: ProblemLog): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  rejectBinary(file, bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const text = new TextDecoder('utf-8').decode(bytes);
    rejectUndecodable(file, text);
    const invalidLines = invalidLinesOf(bytes);
    if (UTF8_BEYOND_ASCII.test(text)) {
      for (const invalid of invalidLines) problems.add(invalidLineProblem(invalid));
      return text;
    }
    problems.add(fallbackProblem(invalidLines.next().value!));
    return decodeWindows1252(bytes);
  }
}

function rejectUndecodable(file: string, text: string): void {
  let invalid = 0;
  for (let at = text.indexOf(REPLACEMENT); at >= 0; at = text.indexOf(REPLACEMENT, at + 1)) invalid++;
  if (invalid <= MAX_INVALID_SHARE * text.length) return;
  throw new StudioError(
    'BadInput',
    `${Math.round((100 * invalid) / text.length)} % of the characters in ${file} are not UTF-8. It is not text, or has another encoding. Save it as UTF-8.`,
  );
}

function rejectBinary(file: string, bytes: Uint8Array): void {
  const signature = SIGNATURES.find((known) => known.bytes.every((byte, i) => bytes[i] === byte));
  const zero = bytes.subarray(0, SAMPLED_BYTES).indexOf(0);
  if (signature === undefined && zero < 0) return;
  const found = signature === undefined ? `binary data (a zero byte at offset ${zero})` : signature.name;
  throw new StudioError(
    'BadInput',
    `${file} is ${found}, not text. Expected text in UTF-8. Unpack it, or export it as text.`,
  );
}

interface InvalidLine {
  line: number;
  bytes: Uint8Array;
}

/** Lines that are not valid UTF-8. */
function* invalidLinesOf(bytes: Uint8Array): Generator<InvalidLine, undefined> {
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

function invalidLineProblem({ line, bytes }: InvalidLine): Omit<Problem, 'file'> {
  const excerpt = new TextDecoder('utf-8').decode(bytes);
  return {
    line,
    column: excerpt.indexOf(REPLACEMENT) + 1,
    severity: 'warning',
    kind: 'encoding',
    message: 'Found bytes that are not UTF-8, replaced with \uFFFD. Save the file as UTF-8.',
    excerpt,
  };
}

/** @param first the first line that is not UTF-8 */
function fallbackProblem({ line, bytes }: InvalidLine): Omit<Problem, 'file'> {
  return {
    line,
    column: bytes.findIndex((byte) => byte > 127) + 1,
    severity: 'warning',
    kind: 'encoding',
    message:
      'The file is not UTF-8 (this is the first such line) and was read as Windows-1252 (Latin-1). If words look wrong, save the file as UTF-8.',
    excerpt: decodeWindows1252(bytes),
  };
}

/** Without `stream`, Node 20 decodes Latin-1 instead, which has control characters in place of quotes and dashes. */
function decodeWindows1252(bytes: Uint8Array): string {
  return new TextDecoder('windows-1252').decode(bytes, { stream: true });
}
