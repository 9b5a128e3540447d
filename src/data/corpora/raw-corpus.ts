/** What every format's reader makes of a file, before tags are understood. */
export interface RawSentence {
  tokens: string[];
  /** One a token, or none. */
  tags: string[];
  /** 1-based line of each token; for an empty sentence its own line alone. */
  lines: number[];
}

export interface RawCorpus {
  sentences: RawSentence[];
  documents: number;
  /** CoNLL: columns of a line, else 0. */
  columns: number;
  tagColumn: number;
}
