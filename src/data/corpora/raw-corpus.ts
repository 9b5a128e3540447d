import type { ColumnLayout } from '../column-layout.ts';
import type { FurtherColumn, ReadingQuestion, Span, TagStyle } from '../corpus.ts';
import { requireWithin } from '../files/limits.ts';
import type { InputColumn } from './columns/input-columns.ts';
import { DocumentBorders } from './document-borders.ts';

/** A sentence as the reader of a format returns it, before tags are parsed. */
export interface RawSentence {
  tokens: string[];
  /** [T], or empty. */
  tags: string[];
  /** 1-based line of each token. If there are fewer lines than tokens, the last line applies to the remaining tokens. Never empty. */
  lines: readonly number[];
  /** Number of the sentence's document, from 0; ascending. */
  document: number;
  /** Requested columns by name, [T] each. */
  columns?: Record<string, string[]>;
  /** Whether the tags are BIO tags that the reader made from spans of tokens. */
  isFromSpans?: boolean;
  /** Spans that are wrong where nothing else is known; see `UnknownLabels`. */
  refused?: readonly Span[];
  /** The types that the sentence annotates; default: those of the file. */
  types?: readonly string[];
}

/**
 * Collects sentences token by token. Finished sentences are copied: a growing array reserves spare capacity, which would be most of the
 * memory of short sentences.
 */
export class SentenceCollector {
  readonly sentences: RawSentence[] = [];
  readonly borders = new DocumentBorders();
  /** The first rows of a file of columns, as written. */
  readonly rows: string[][] = [];
  readonly #file: string;
  readonly #known = new Map<string, string>();
  #tokens: string[] = [];
  #tags: string[] = [];
  #lines: number[] = [];
  #columns: Record<string, string[]> = {};
  #document = 0;
  #count = 0;

  /** @param file for messages */
  constructor(file: string) {
    this.#file = file;
  }

  /** Whether the current sentence has tokens. */
  get isInSentence(): boolean {
    return this.#tokens.length > 0;
  }

  /** Number of tokens in all sentences. */
  get tokens(): number {
    return this.#count;
  }

  /**
   * @param documentId of the sentence's document, if its first token has one
   * @throws StudioError BadInput if there are too many tokens
   */
  add(line: number, token: string, tag?: string, documentId?: string): void {
    requireWithin('tokens', ++this.#count, this.#file);
    if (!this.isInSentence) this.#document = this.borders.ofSentence(documentId);
    this.#tokens.push(token);
    if (tag !== undefined) this.#tags.push(this.#shared(tag));
    this.#lines.push(line);
  }

  /** Adds the column values of the last added token. @param values of all columns of its row */
  addColumns(columns: readonly InputColumn[], values: readonly string[]): void {
    if (this.rows.length < SHOWN_ROWS) this.rows.push(values.map((value) => value.slice(0, SHOWN_CHARACTERS)));
    for (const { name, index } of columns) (this.#columns[name] ??= []).push(this.#shared(values[index] ?? ''));
  }

  /** Ends the current sentence, if there is one. */
  end(): void {
    if (!this.isInSentence) return;
    requireWithin('sentences', this.sentences.length + 1, this.#file);
    this.sentences.push({
      tokens: this.#tokens.slice(),
      tags: this.#tags.slice(),
      lines: this.#lines.slice(),
      document: this.#document,
      ...(Object.keys(this.#columns).length > 0 && { columns: this.#columns }),
    });
    this.#columns = {};
    this.#tokens.length = this.#tags.length = this.#lines.length = 0;
  }

  /** Interns a tag, so that equal tags share one string. */
  #shared(tag: string): string {
    const known = this.#known.get(tag);
    if (known !== undefined) return known;
    if (this.#known.size < MAX_SHARED) this.#known.set(tag, tag);
    return tag;
  }
}

/** How many rows are kept to be shown, and how much of each cell. */
const SHOWN_ROWS = 8;
const SHOWN_CHARACTERS = 60;

/** Maximum number of interned tags; real corpora have fewer. */
const MAX_SHARED = 10_000;

export interface RawCorpus {
  sentences: RawSentence[];
  /** Whether the file marks where documents begin. Without marks, the whole file is document 0. */
  hasDocuments: boolean;
  /** Columns per line; 0 for JSON lines. */
  columns: number;
  tagColumn: number;
  furtherColumns: FurtherColumn[];
  /** The style of the tags; default: detected. */
  style?: TagStyle;
  question?: ReadingQuestion;
  /** See `Corpus.form`. */
  form?: string;
  /** Of files of columns. */
  layout?: ColumnLayout;
  rows?: readonly (readonly string[])[];
}
