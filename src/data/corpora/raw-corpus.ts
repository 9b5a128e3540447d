/** A sentence as the reader of a format returns it, before tags are parsed. */
export interface RawSentence {
  tokens: string[];
  /** [T], or empty. */
  tags: string[];
  /** 1-based line of each token; an empty sentence has one line. */
  lines: number[];
}

export interface RawCorpus {
  sentences: RawSentence[];
  documents: number;
  /** Columns per line; 0 for JSON lines. */
  columns: number;
  tagColumn: number;
}
