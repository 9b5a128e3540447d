import type { ChosenColumns } from './name-columns.ts';

/** What a line, a row or an object of a file of names has. */
export interface NameEntry {
  line: number;
  /** A name, and what else it is called. */
  names: readonly string[];
  /** Empty: the file gives it none. */
  type: string;
  excerpt: string;
  /** Why it cannot be used, if the names cannot be told. */
  problem?: string;
}

/** A file of names in one of its forms. */
export interface NameEntries {
  entries: Iterable<NameEntry>;
  /** What was left off, or taken for something, by its line; 0 for the file as a whole. */
  notes: readonly NameNote[];
  /** Of a table: how it is read, and how it is read otherwise. */
  table?: { reading: NameTable; readAs: (columns: ChosenColumns) => NameEntries };
}

/** How a table of names is read, and what a person needs to read it otherwise. Plain data. */
export interface NameTable {
  /** What each column is called; empty without a name. */
  header: readonly string[];
  /** The first rows below the header, a cell per column. */
  rows: readonly (readonly string[])[];
  columns: ChosenColumns;
  /** Whether a first line may name the columns: JSON has none. */
  mayHaveHeader: boolean;
  /** Whether a person chose the columns. */
  isChosen: boolean;
}

export interface NameNote {
  line: number;
  message: string;
}
