import { StudioError } from '../../lib/errors.ts';

interface Limit {
  max: number;
  /** Describes the excess in a message, after the file name: `has 12,000,000 lines`. */
  found: (found: number) => string;
  unit: (value: number) => string;
  /** How to fix it. */
  remedy: string;
}

const MEBIBYTE = 2 ** 20;
const mebibytes = (bytes: number) => `${count(Math.ceil(bytes / MEBIBYTE))} MiB`;
const SPLIT =
  'Split it into several files, columns at blank lines, JSON lines at line ends, and add them one after the other.';

/**
 * Limits of input, per file unless stated otherwise. Each is checked before memory is allocated for what it limits. Together they keep
 * memory below 1 GB while reading: a token takes about 100 bytes while a corpus is read (measured: docs/robustness.md).
 */
export const LIMITS = {
  corpusBytes: { max: 256 * MEBIBYTE, found: (n) => `is ${mebibytes(n)}`, unit: mebibytes, remedy: SPLIT },
  unpackedBytes: {
    max: 512 * MEBIBYTE,
    found: (n) => `unpacks to at least ${mebibytes(n)}`,
    unit: mebibytes,
    remedy: 'Unpack the archive and add only the files you need.',
  },
  archiveFiles: {
    max: 10_000,
    found: (n) => `contains ${count(n)} files`,
    unit: (n) => `${count(n)} files`,
    remedy: 'Unpack the archive and add the files you need, or join small files into larger ones.',
  },
  directoryBytes: {
    max: 64 * MEBIBYTE,
    found: (n) => `has a table of contents of ${mebibytes(n)}`,
    unit: mebibytes,
    remedy: 'Unpack the archive with another program and add its files.',
  },
  nameBytes: {
    max: 1024,
    found: (n) => `contains a file whose name has ${count(n)} bytes`,
    unit: (n) => `${count(n)} bytes`,
    remedy: 'Unpack the archive with another program and add its files.',
  },
  lines: {
    max: 10_000_000,
    found: (n) => `has at least ${count(n)} lines`,
    unit: (n) => `${count(n)} lines`,
    remedy: SPLIT,
  },
  tokens: {
    max: 5_000_000,
    found: (n) => `has at least ${count(n)} tokens`,
    unit: (n) => `${count(n)} tokens`,
    remedy: SPLIT,
  },
  lineCharacters: {
    max: 128 * MEBIBYTE,
    found: (n) => `has a line of about ${count(n)} characters`,
    unit: (n) => `${count(n)} characters`,
    remedy: 'Expected one token per line, or one JSON object per line.',
  },
  sentences: {
    max: 1_500_000,
    found: (n) => `has at least ${count(n)} sentences`,
    unit: (n) => `${count(n)} sentences`,
    remedy: SPLIT,
  },
  tokensTogether: {
    max: 5_000_000,
    found: (n) => `was not read: the files added together with it have ${count(n)} tokens`,
    unit: (n) => `${count(n)} tokens at a time`,
    remedy: 'Add it separately.',
  },
  markupBytes: {
    max: 128 * MEBIBYTE,
    found: (n) => `has ${mebibytes(n)} of markup`,
    unit: mebibytes,
    remedy: 'Split the document.',
  },
  pages: {
    max: 20_000,
    found: (n) => `has ${count(n)} pages`,
    unit: (n) => `${count(n)} pages`,
    remedy: 'Split the document.',
  },
  cells: {
    max: 5_000_000,
    found: (n) => `has at least ${count(n)} cells`,
    unit: (n) => `${count(n)} cells`,
    remedy: 'Save the part with your texts as CSV.',
  },
  columns: {
    max: 200,
    found: (n) => `has ${count(n)} columns`,
    unit: (n) => `${count(n)} columns`,
    remedy: 'Remove the columns that are neither token nor tag.',
  },
  names: {
    max: 500_000,
    found: (n) => `has at least ${count(n)} names`,
    unit: (n) => `${count(n)} names`,
    remedy: 'Keep only names that your texts may contain.',
  },
  textCharacters: {
    max: 4_000_000,
    found: (n) => `has a text of ${count(n)} characters in one object`,
    unit: (n) => `${count(n)} characters`,
    remedy: 'Write one object for each document or paragraph.',
  },
  values: {
    max: 10_000_000,
    found: (n) => `has at least ${count(n)} values in one JSON object`,
    unit: (n) => `${count(n)} values`,
    remedy: 'Write one object for each sentence, document or paragraph.',
  },
  spans: {
    max: 500_000,
    found: (n) => `has ${count(n)} spans in one object`,
    unit: (n) => `${count(n)} spans`,
    remedy: 'Write one object for each document or paragraph.',
  },
  nesting: {
    max: 100,
    found: (n) => `has JSON that is nested at least ${count(n)} levels deep`,
    unit: (n) => `${count(n)} levels`,
    remedy: 'Expected objects with tokens and tags, or with a text and spans.',
  },
} satisfies Record<string, Limit>;

export type LimitName = keyof typeof LIMITS;

/**
 * @param found the count in the file; some counts stop beyond the limit
 * @throws StudioError BadInput with the limit, the count, and how to fix it
 */
export function requireWithin(name: LimitName, found: number, file: string): void {
  if (found <= LIMITS[name].max) return;
  throw new LimitError(`${file} ${excess(name, found)}`);
}

/** A file exceeds a limit: it cannot be read in another way either. */
export class LimitError extends StudioError {
  constructor(message: string) {
    super('BadInput', message);
  }
}

/** A message with the limit, the count, and how to fix it. */
function excess(name: LimitName, found: number): string {
  const limit: Limit = LIMITS[name];
  return `${limit.found(found)}. The limit is ${limit.unit(limit.max)}. ${limit.remedy}`;
}

function count(value: number): string {
  return value.toLocaleString('en-US');
}
