/**
 * What separates columns: a tab, a comma, a semicolon, a vertical bar, or rarer characters (`^`, `::`). A space means runs of spaces and
 * tabs.
 */
export type Separator = string;

/** What separates the parts of a token, where a line holds a whole sentence. */
export type ItemSeparator = string;

/** What a column of a file holds. */
export const COLUMN_ROLES = [
  'token',
  'tag',
  /** The entity type, beside a tag column with letters only: `B` and `PER`. */
  'type',
  /** Counts tokens: per sentence or in the file, from 0 or 1. */
  'index',
  'sentence',
  'document',
  /** Where a token begins or ends in the text. */
  'offset',
  'probability',
  /** Another layer of tags, such as nested entities. */
  'layer',
  /** Tags that a model has predicted. */
  'prediction',
  /** Marks such as `NoSpaceAfter|EndOfSentence` (HIPE). */
  'marks',
  'feature',
  'ignore',
] as const;

export type ColumnRole = (typeof COLUMN_ROLES)[number];

export function isColumnRole(name: string): name is ColumnRole {
  return (COLUMN_ROLES as readonly string[]).includes(name);
}

/**
 * How tags are written in cells. Plain data; `corpora/layout/tag-cells.ts` reads and writes them.
 *
 * - `open`, `close`: around each tag: `<B-PER>`.
 * - `typeColumn`: the letter and the type are in two columns: `B` and `PER`.
 * - `brackets`: `(PER*`, `*`, `*)` (OntoNotes).
 * - `key`: the tag is one of several attributes: `NER=B-PER|SpaceAfter=No` (MISC of CoNLL-U).
 * - `areMentions`: the attribute has mentions with ids and types (`Entity` of CorefUD): they are only read.
 * - `joined`: separates several tags of one token, of which the first is taken: `B-PER|B-LOC`.
 * - `hasScores`: tags end in a probability, which is taken off: `B-PER-0.93`.
 * - `isEmptyOutside`: an empty cell is outside.
 * - `plain`: the only tag that is not between `open` and `close`, usually that for outside: `[B-PER]`, `O`.
 */
export interface TagForm {
  open: string;
  close: string;
  typeColumn?: number;
  /** Tags that mean the same as the first of them: `I-O`, `B-O`. */
  outsideTags?: readonly string[];
  /** Tags of BMEWO+ tell what is around them: `BB_O_PER`. */
  hasContexts?: true;
  /** The cells of both columns outside. */
  outsideLetter?: string;
  outsideType?: string;
  brackets?: true;
  key?: string;
  areMentions?: true;
  joined?: string;
  hasScores?: true;
  isEmptyOutside?: true;
  plain?: string;
}

/** How a file of columns is read. Plain data. */
export interface ColumnLayout {
  separator: Separator;
  /** In lines that hold whole sentences: what separates the parts of a token, as in `Oslo/B-LOC`. */
  items: ItemSeparator | undefined;
  /** Number of columns of most lines; 0 for a file without token lines. */
  columns: number;
  /** Column names of the header, as written. */
  header: readonly string[] | undefined;
  roles: readonly ColumnRole[];
  tokenColumn: number;
  /** 0 if the file is not tagged. */
  tagColumn: number;
  isTagged: boolean;
  /** Whether the tag column was given, not inferred. */
  isChosen: boolean;
  tags: TagForm;
  /** The tag that means outside, if the layout tells; otherwise it is detected from all tags. */
  outside: string | undefined;
  sentenceColumn: number | undefined;
  documentColumn: number | undefined;
  /** A column of token numbers that begin again with each sentence, if blank lines do not separate sentences. */
  restartColumn: number | undefined;
  /** A column with `EndOfSentence` or another such mark, and the mark. */
  ends: { column: number; mark: string } | undefined;
  /** A token that ends a sentence and is none itself: `<EOS>`. */
  endMark?: string;
  /** Lines between sentences, in a file without blank lines (`***`), or numbered (`Sentence 0:`): 0 stands for any number. */
  endLine?: string;
  /** A column of token numbers, in which a range (`1-2`) is a multiword token: the words in it follow. */
  rangeColumn?: number;
  /** Lines have further columns, of varying number (OntoNotes): they are ignored. */
  isRagged?: true;
  /** Cells with quotes are quoted, although tabs or bars separate them. Commas and semicolons always may. */
  isQuoted?: true;
  /** Columns whose tags have types of `tagColumn`. If it was inferred, it has the most entities. */
  otherLayers: readonly number[];
  /** Why, one sentence each. */
  reasons: readonly string[];
}
