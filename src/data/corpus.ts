/** How spans are written as tags. `none`: each tag stands for itself (part-of-speech tags). */
export type TagScheme = 'IOB1' | 'BIO' | 'BIOES' | 'BMES' | 'IO' | 'none';

/** How an input's tags spell their scheme, kept so that exports give the user's own spelling back. */
export interface TagStyle {
  scheme: TagScheme;
  /** The letters in use for begin, inside, end, single, outside: `BIOES`, `BIOLU` (BILOU), `BMESO`… in that order. */
  letters: { begin: string; inside: string; end: string; single: string; outside: string };
  /** Between letter and type: `B-PER`, `B_PER`. */
  separator: string;
  /** `PER-B` instead of `B-PER`. */
  typeFirst: boolean;
}

/** Half-open: tokens [start, end). */
export interface Span {
  start: number;
  end: number;
  type: string;
}

/**
 * One sentence as read. Spans are what the tags mean; tags are kept as they were written. A corpus without a scheme has one
 * tag a token and no spans. An empty sentence (possible in JSON lines) has no tokens and is answered by an empty prediction.
 */
export interface Sentence {
  tokens: string[];
  /** As written, one a token; empty where the input has no tags. */
  tags: string[];
  /** conlleval's reading of the tags. */
  spans: Span[];
  /** 1-based line of the first token in its file. */
  line: number;
}

export interface Problem {
  file: string;
  /** 1-based; 0: the file as a whole. */
  line: number;
  /** 1-based column of the fault in the line, where one character is to blame. */
  column?: number;
  severity: 'error' | 'warning';
  /** A stable name for the kind of problem: `columns`, `encoding`, `scheme`, `json`… */
  kind: string;
  /** What was found, what was expected, what to do. */
  message: string;
  /** The line itself, cut to 200 characters. */
  excerpt?: string;
}

export type CorpusFormat = 'conll' | 'jsonl' | 'conllu';

/** One file read. Lines that could not be read are in `problems`; the rest is in `sentences`. */
export interface Corpus {
  file: string;
  format: CorpusFormat;
  sentences: Sentence[];
  style: TagStyle;
  /** Tag sequences that break their scheme; read as conlleval reads them. */
  invalidTransitions: number;
  problems: Problem[];
  /** Problems beyond the number that is kept. */
  moreProblems: number;
  /** CoNLL only: number of columns, and which one (from 0) is the tag. */
  columns: number;
  tagColumn: number;
  documents: number;
}

export interface CorpusOptions {
  /** From 0; default: the last column (CoNLL), UPOS (CoNLL-U). */
  tagColumn?: number;
  /** Default: detected. */
  scheme?: TagScheme;
}

/** What a person wants to see of a corpus at a glance. */
export interface CorpusSummary {
  sentences: number;
  tokens: number;
  entities: number;
  /** Entities of each type (tags of each kind, without a scheme), most frequent first. */
  types: { type: string; count: number }[];
  longestSentence: number;
}
