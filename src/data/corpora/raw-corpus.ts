/** A sentence as the reader of a format returns it, before tags are parsed. */
export interface RawSentence {
  tokens: string[];
  /** [T], or empty. */
  tags: string[];
  /** 1-based line of each token; an empty sentence has one line. */
  lines: number[];
  /** Of the sentence's document, from 0; ascending. */
  document: number;
}

export interface RawCorpus {
  sentences: RawSentence[];
  /** Whether the file marks where documents begin. Without marks, the whole file is document 0. */
  hasDocuments: boolean;
  /** Columns per line; 0 for JSON lines. */
  columns: number;
  tagColumn: number;
}
