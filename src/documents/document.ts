import type { EncodingReading, LegacyEncoding } from '../data/encodings.ts';
import type { Bytes } from '../lib/units.ts';

/** A paragraph, a cell, a header line: text that is read together. */
export interface Block {
  text: string;
  /** Where it is, for people: `paragraph 3`, `page 2`, `Sheet1!B3`, `footnote`. */
  place: string;
  /** A redaction removes it as a whole: a comment. */
  isHidden?: boolean;
}

/** A range of a block. Offsets count UTF-16 code units, end exclusive. */
export interface BlockRange {
  /** Index of the block. */
  block: number;
  start: number;
  end: number;
}

/** A range to mark as an entity or, with a `replacement`, to replace. */
export interface Edit extends BlockRange {
  type: string;
  replacement?: string | undefined;
}

/** Replaces names in what is not a block: addresses of links, names of sheets, values of fields. */
export type Scrub = (text: string) => string;

/** Between the paragraphs of a document as one text. */
export const BETWEEN_BLOCKS = '\n\n';

/** The paragraphs of a document as one text, with blank lines between them. */
export const textOfBlocks = (blocks: readonly Block[]): string => blocks.map(({ text }) => text).join(BETWEEN_BLOCKS);

/** A file that was read. */
export interface OpenedDocument {
  blocks: readonly Block[];
  /** What the reader could not read, or will not write: `Page 3 has no text: it is an image.` One sentence each. */
  notes: readonly string[];
  /** How its encoding was guessed, declared or chosen; undefined: it needs no choice. */
  encoding?: EncodingReading | undefined;
  /** Why its result is of another format; undefined: it is not. */
  formatNote?: string;
  /**
   * The same file with these ranges marked or replaced.
   *
   * @param edits do not overlap
   * @param scrub given for a redaction: copies that do not show are removed, such as metadata, comments and tracked changes, and
   *   names in what is left of them are replaced
   */
  write: (edits: readonly Edit[], scrub?: Scrub) => WrittenDocument;
}

/** What is to be said of a document that is written: what was not read, and why the result is of another format. */
export const writingNotes = ({ notes, formatNote }: Pick<OpenedDocument, 'notes' | 'formatNote'>): string[] =>
  formatNote === undefined ? [...notes] : [...notes, formatNote];

export interface WrittenDocument {
  /** Extension with its dot; other than that of the file if its format cannot be written. */
  extension: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** A file to read. */
export interface DocumentFile {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
  /** Of text that is neither UTF-8 nor UTF-16, if a person has chosen it. */
  encoding?: LegacyEncoding | undefined;
}

/** A format of documents. A file of `formats/` exports one; it is loaded when a file needs it. */
export interface DocumentReader {
  /**
   * @param begun gets the first blocks of a long document before the others are read
   * @throws StudioError BadInput if the file is damaged or exceeds a limit
   */
  read: (file: DocumentFile, begun?: (blocks: readonly Block[]) => void) => OpenedDocument | Promise<OpenedDocument>;
  /** Loads what `read` loads on demand. */
  prepare?: () => Promise<unknown>;
}

/** A format as the registry lists it. */
export interface DocumentFormat {
  /** For people: `Word document`. */
  label: string;
  /** Extensions without a dot. */
  extensions: readonly string[];
  /** Whether a file is of this format, whatever its name. @param entries names in a zip archive; empty if the file is none */
  detect?: (head: string, entries: readonly string[]) => boolean;
  load: () => Promise<DocumentReader>;
}

/** Bytes at the beginning of a file that `detect` gets, one character each. */
export const HEAD: Bytes = 4096;
