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
}

export interface NameNote {
  line: number;
  message: string;
}
