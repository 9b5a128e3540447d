/** How spans are encoded as tags. `none`: tags are independent labels, such as parts of speech. */
export type TagScheme = 'IOB1' | 'BIO' | 'BIOES' | 'BMES' | 'IO' | 'none';

/** A tag scheme and its spelling in a file. Kept with the corpus, so that exports use the spelling of the input. */
export interface TagStyle {
  scheme: TagScheme;
  /** The letter of each role: `BIESO` for BIOES, `BILUO` for BILOU, `BMESO` for BMES. */
  letters: { begin: string; inside: string; end: string; single: string; outside: string };
  /** Separator between letter and type: `-` in `B-PER`. */
  separator: string;
  /** `PER-B` instead of `B-PER`. */
  typeFirst: boolean;
}

/** Tokens `[start, end)`. */
export interface Span {
  start: number;
  end: number;
  type: string;
}

/**
 * One sentence of a corpus. Without a tag scheme it has tags but no spans. JSON lines may contain empty sentences; their
 * prediction is empty.
 */
export interface Sentence {
  tokens: string[];
  /** [T] as written in the file, or empty if the sentence is not annotated. */
  tags: string[];
  /** The spans that the tags encode, as conlleval reads them. */
  spans: Span[];
  /** 1-based line of the first token. */
  line: number;
  /** Number of its document in the file, from 0; ascending. Undefined for a sentence without a document. */
  document?: number;
  /** Requested columns besides tokens and tags, by name, [T] each. */
  columns?: Record<string, string[]>;
  /** Share of the epochs that include the sentence, in (0, 1]; below 1 if its labels are doubtful. Default: 1. */
  weight?: number;
}

/** An error or warning about an input file. */
export interface Problem {
  file: string;
  /** 1-based; 0 for the file as a whole. */
  line: number;
  /** 1-based, if the problem has a single position in the line. */
  column?: number;
  severity: 'error' | 'warning';
  /** Stable identifier of the kind of problem: `columns`, `encoding`, `scheme`, `json`… */
  kind: string;
  /** What was found, what was expected, and how to fix it. */
  message: string;
  /** The line itself, at most 200 characters. */
  excerpt?: string;
}

export type CorpusFormat = 'conll' | 'jsonl' | 'conllu';

/** A corpus file as read. Lines that could not be read are listed in `problems`. */
export interface Corpus {
  file: string;
  format: CorpusFormat;
  sentences: Sentence[];
  style: TagStyle;
  /** Number of tag transitions that the scheme does not allow. */
  invalidTransitions: number;
  problems: Problem[];
  /** Number of problems that `problems` does not list. */
  moreProblems: number;
  /** Columns per line (CoNLL and CoNLL-U; 0 for JSON lines). */
  columns: number;
  /** Index of the tag column, from 0. */
  tagColumn: number;
  /** Number of documents marked in the file; 0 if it marks none: then the whole file is one document. */
  documents: number;
  /** Columns besides tokens and tags. */
  furtherColumns: FurtherColumn[];
}

/** A column that can be used as an input of a model. */
export interface FurtherColumn {
  /** Name in the header, the format or the JSON object, in lower case; otherwise its number from 0. */
  name: string;
  /** Number of distinct values; undefined: more than a thousand. */
  values: number | undefined;
}

export interface CorpusOptions {
  /** From 0; default: the column named in the header or the last one (CoNLL), UPOS (CoNLL-U). */
  tagColumn?: number;
  /** Default: detected. */
  scheme?: TagScheme;
  /** Additional columns to read, by name or, except for JSON, by number from 0. Missing ones are reported as problems. */
  inputColumns?: readonly string[];
}

/** Statistics of a corpus. */
export interface CorpusSummary {
  sentences: number;
  tokens: number;
  entities: number;
  /** Entities by type, most frequent first; without a tag scheme, tokens by tag. */
  types: { type: string; count: number }[];
  /** In tokens. */
  longestSentence: number;
}
