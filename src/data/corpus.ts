import type { ColumnLayout, ColumnRole } from './column-layout.ts';
import type { EncodingReading, LegacyEncoding } from './encodings.ts';

/**
 * How spans are encoded as tags. `none`: tags are independent labels, such as parts of speech. `text`: a text has one class; each of its
 * tokens has it as its tag, and a span of that type covers them all.
 */
export type TagScheme = 'IOB1' | 'BIO' | 'BIOES' | 'BMES' | 'IOE1' | 'IOE2' | 'IO' | 'none' | 'text';

/** A tag scheme and its spelling in a file. Kept with the corpus, so that exports use the spelling of the input. */
export interface TagStyle {
  scheme: TagScheme;
  /** The letter of each role: `BIESO` for BIOES, `BILUO` for BILOU, `BMESO` for BMES. */
  letters: { begin: string; inside: string; end: string; single: string; outside: string };
  /** Separator between letter and type: `-` in `B-PER`; an opening bracket in `PER(B)`. */
  separator: string;
  /** `PER-B` instead of `B-PER`. */
  typeFirst: boolean;
}

/** What tags are: the class of a text, independent labels of tokens, or entities. Corpora and models of different kinds do not fit. */
export type TagKind = 'classes' | 'labels' | 'entities';

export function tagKind({ scheme }: Pick<TagStyle, 'scheme'>): TagKind {
  if (scheme === 'text') return 'classes';
  return scheme === 'none' ? 'labels' : 'entities';
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
  /** Name of its file, if it was joined with others. */
  file?: string;
  /** Number of its document in the file, from 0; ascending. Undefined for a sentence without a document. */
  document?: number;
  /** Requested columns besides tokens and tags, by name, [T] each. */
  columns?: Record<string, string[]>;
  /** What its annotation leaves open; undefined: nothing. */
  unknown?: UnknownLabels;
  /** Share of the epochs that include the sentence, in (0, 1]; below 1 if its labels are doubtful. Default: 1. */
  weight?: number;
}

/** What the annotation of a sentence leaves open. Spans that are annotated are known. */
export interface UnknownLabels {
  /** The types that its file annotates; tokens outside spans may have any other type. Undefined: all types. */
  types?: readonly string[];
  /** Ascending indices of tokens of which nothing is known. */
  tokens: readonly number[];
  /** Spans that are wrong: unknown tokens in them have another type, or are outside. */
  refused?: readonly Span[];
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
  /** Another way to read the file, where it is not known which is right. */
  otherwise?: { label: string; settings: CorpusOptions };
}

/** What a format is called, and the extensions that operating systems associate with a program, unlike `.train` or `.testa`. */
interface FormatNames {
  /** On a card. */
  label: string;
  /** In messages. */
  title: string;
  /** In lower case; the first one is the default. */
  extensions: readonly [string, ...string[]];
}

/** The formats of corpora. `corpora/formats/registry.ts` has their readers and writers. */
export const CORPUS_FORMATS = {
  conll: { label: 'CoNLL', title: 'CoNLL columns', extensions: ['conll', 'txt', 'tsv', 'bio', 'iob', 'iob2'] },
  conllu: { label: 'CoNLL-U', title: 'CoNLL-U', extensions: ['conllu', 'txt'] },
  jsonl: { label: 'JSON lines', title: 'JSON lines', extensions: ['jsonl', 'json', 'ndjson'] },
  webanno: { label: 'WebAnno', title: 'WebAnno TSV 3', extensions: ['tsv'] },
  xmi: { label: 'UIMA XMI', title: 'UIMA CAS XMI', extensions: ['xmi', 'xml'] },
  inlineXml: { label: 'XML', title: 'inline XML', extensions: ['xml', 'txt'] },
  pubtator: { label: 'PubTator', title: 'PubTator', extensions: ['pubtator', 'txt'] },
  bioc: { label: 'BioC', title: 'BioC XML', extensions: ['xml'] },
  tagLines: { label: 'Lines of tags', title: 'lines of words and tags', extensions: ['txt'] },
  spanLines: { label: 'Lines of spans', title: 'lines of words and spans', extensions: ['data', 'txt'] },
  vertical: { label: 'Vertical text', title: 'vertical text', extensions: ['vrt', 'vert', 'txt'] },
  trees: { label: 'Trees', title: 'trees of NLTK', extensions: ['txt', 'trees'] },
  treeLines: { label: 'Intent trees', title: 'trees of intents and slots', extensions: ['tsv', 'txt'] },
  flair: { label: 'flair', title: 'sentences of flair', extensions: ['txt'] },
  snips: { label: 'SNIPS', title: 'SNIPS NLU', extensions: ['yaml', 'yml'] },
  standOffXml: { label: 'XML with offsets', title: 'XML with offsets', extensions: ['xml'] },
  openNlp: { label: 'OpenNLP', title: 'OpenNLP', extensions: ['train', 'txt'] },
  classTexts: { label: 'Texts with classes', title: 'texts with a class', extensions: ['csv', 'tsv', 'jsonl', 'txt'] },
  mrc: { label: 'MRC', title: 'MRC-NER', extensions: ['json', 'jsonl'] },
  partialRows: { label: 'Partial rows', title: 'objects with a part of the entities', extensions: ['jsonl', 'json'] },
  cnec: { label: 'CNEC', title: 'Czech Named Entity Corpus', extensions: ['txt'] },
  peoplesDaily: { label: 'People’s Daily', title: 'People’s Daily (PFR)', extensions: ['txt'] },
  rasa: { label: 'Rasa', title: 'Rasa NLU', extensions: ['yml', 'yaml', 'md'] },
  markedLines: { label: 'Marked texts', title: 'texts with marked entities', extensions: ['txt', 'csv', 'tsv'] },
} as const satisfies Record<string, FormatNames>;

export type CorpusFormat = keyof typeof CORPUS_FORMATS;

/** A decision that the reader cannot make. The file is not used until one of the options is chosen: it is read again with its settings. */
export interface ReadingQuestion {
  /** `Which column has the tags?` */
  what: string;
  /** Why the reader cannot decide, with the values that it found. */
  reason: string;
  options: readonly { label: string; settings: CorpusOptions }[];
  /** The field whose integer labels have no names. */
  labelsOf?: string;
  /** Whether the words depend on the answer: what may be marks is left out of the text. */
  isAboutWords?: true;
}

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
  /** Number of lines without the columns of the others. */
  lostLines?: number;
  /** Columns per line (CoNLL and CoNLL-U; 0 for JSON lines). */
  columns: number;
  /** Index of the tag column, from 0. */
  tagColumn: number;
  /** Number of documents marked in the file; 0 if it marks none: then the whole file is one document. */
  documents: number;
  /** Columns besides tokens and tags. */
  furtherColumns: FurtherColumn[];
  /** The encoding that was chosen, or is the likeliest one; undefined for UTF-8, UTF-16 and Windows-1252, which need no choice. */
  encoding?: LegacyEncoding;
  /** How it was guessed that it is Windows-1252, or damaged UTF-8, of which the reader does not ask. */
  guessedEncoding?: EncodingReading | undefined;
  /** The options that it was read with, if there are any: its writers need them to read the file again. */
  settings?: CorpusOptions;
  /** Asked instead of guessed; the sentences are then those of the likeliest reading, or missing. */
  question?: ReadingQuestion;
  /** What its contents alone show of how it was written: what a person decided for one file may hold for all of the same form. */
  form?: string;
  /** How the columns are read; absent in other formats. */
  layout?: ColumnLayout;
  /** The first rows of a file of columns, as written. Long cells are cut off. */
  rows?: readonly (readonly string[])[] | undefined;
}

/** A column that can be used as an input of a model. */
export interface FurtherColumn {
  /** Name in the header, the format or the JSON object, in lower case; otherwise its number from 0. */
  name: string;
  /** Number of distinct values; undefined: more than a thousand. */
  values: number | undefined;
}

/** In `typesAs`: spans of the type are read as outside. */
export const DROPPED = '';
/** In `typesAs`: nothing is known about the tokens of the type. */
export const UNKNOWN_TYPE = '?';

export interface CorpusOptions {
  /** From 0; default: inferred. */
  tagColumn?: number;
  /** Default: detected. */
  scheme?: TagScheme;
  /** From 0; default: inferred. */
  tokenColumn?: number;
  /** The tag of tokens outside entities; default: detected. Empty: an empty cell. */
  outside?: string;
  /** The types that the file annotates; default: all. Tokens outside its spans may be of other types. */
  types?: readonly string[] | undefined;
  /** What types are read as: another type, `DROPPED` or `UNKNOWN_TYPE`. */
  typesAs?: Readonly<Record<string, string>>;
  /** The tag of tokens of which nothing is known, besides `?`, `UNKNOWN`, and `-` next to O. */
  unknown?: string | undefined;
  /** Roles of columns by number; default: inferred. */
  columnsAs?: readonly (ColumnRole | undefined)[];
  /** Use a file although lines of it cannot be read. */
  acceptLosses?: boolean;
  /** Additional columns to read, by name or, except for JSON, by number from 0. Missing ones are reported as problems. */
  inputColumns?: readonly string[];
  /**
   * JSON: the field with the tags of the tokens. Default: `ner_tags` and other usual names, or the only field with tags. In formats that mark
   * more than one kind of entity, the kind: `names` (ACE), `outermost` (mentions of CoNLL-U).
   */
  tagField?: string;
  /** JSON: the names of integer tags, from 0. Default: those in the file. */
  labelNames?: readonly string[];
  /** JSON: what the end of a span of tokens is: its last token, or the one after it. Default: detected. */
  spanEnds?: 'inclusive' | 'exclusive';
  /** Of a file that is not UTF-8. Default: Windows-1252 where it looks like a Western European language. */
  encoding?: LegacyEncoding;
  /** What the first token or character is in spans. Default: 0. */
  spansFrom?: 0 | 1;
  /** JSON: what offsets in texts count: code points, UTF-16 code units, bytes of UTF-8, or words. Default: as the tool that wrote them. */
  offsets?: 'characters' | 'utf-16' | 'bytes' | 'words';
  /** JSON: which places of an entity without offsets are one, if its text occurs several times; `unknown`: nothing is known of them. */
  occurrences?: 'all' | 'first' | 'unknown';
  /** Texts with a class: the column or field with the class. Default: `label` and other usual names. */
  classField?: string;
  /** Whether it is a list of names: a loaded file becomes one, or a corpus again. The reader of corpora ignores it. */
  isNames?: boolean;
  /** JSON: the person whose annotation is read, if a text has several. Default: the first annotation of each text. */
  annotator?: string;
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
