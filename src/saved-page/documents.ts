import type { Tagger } from '../runtime/tagger.ts';
import type { Records, TaggedDocument } from './files.ts';
import type { PageDocument } from './readers.ts';
import type { Found } from './redact.ts';

/** A part of a text with its entities. Offsets count from the start of the text. */
export interface Chunk {
  start: number;
  end: number;
  entities: Found[];
  /** The id of the record. */
  label?: string;
}

/** A text that is tagged or waiting. */
export interface Document extends TaggedDocument {
  entities: Found[];
  /** The records of a table. */
  table?: Records;
  /** The tagged chunks so far, in order. */
  chunks: Chunk[];
  isDone: boolean;
  /** Why it could not be tagged. */
  problem?: string;
  /** Undefined: it is a text. */
  opened?: PageDocument | undefined;
  /** The workbook that the table is in, which can be read as a document. */
  workbook?: PageDocument | undefined;
}

/** Those whose entities are known, and the names of the others. */
export function ofTagged<One extends Pick<Document, 'name' | 'isDone' | 'problem'>>(
  documents: readonly One[],
): { tagged: One[]; others: string[] } {
  const isTagged = ({ isDone, problem }: One) => isDone && problem === undefined;
  return {
    tagged: documents.filter(isTagged),
    others: documents.filter((one) => !isTagged(one)).map(({ name }) => name),
  };
}

/** Between the texts of records, which are shown as one. */
const BETWEEN = '\n';

/** Records after which the page is updated. */
const SHOWN_TOGETHER = 50;

/** The text that a table is shown as. */
export function textOf({ records }: Records): string {
  return records.map(({ texts }) => texts.map((text) => text + BETWEEN).join('')).join('');
}

/** Name of the text in the box. */
export const TYPED = 'Text';

/** The texts of the page. They are tagged one after the other; the typed text has priority. */
export class Documents {
  readonly list: Document[] = [];
  readonly #tagger: Tagger;
  readonly #onChange: (document: Document) => void;
  #aborting: AbortController | undefined;
  #isTagging = false;
  /** Speed of the last text that was tagged. */
  speed: { words: number; milliseconds: number } | undefined;

  /** @param onChange called after each chunk, and when a document is done */
  constructor(tagger: Tagger, onChange: (document: Document) => void) {
    this.#tagger = tagger;
    this.#onChange = onChange;
  }

  add(name: string, text: string, read: Pick<Document, 'table' | 'opened' | 'workbook'> = {}): Document {
    const document: Document = { name, text, ...read, entities: [], chunks: [], isDone: false };
    this.list.push(document);
    this.#start();
    return document;
  }

  /** Tags other fields of the records of a table. */
  replaceTable(document: Document, table: Records): Document {
    const { workbook } = document;
    return this.#replace(document, { text: textOf(table), table, ...(workbook && { workbook }) });
  }

  /** Tags a workbook as a document, in place of its table. */
  replaceByWorkbook(document: Document, workbook: PageDocument): Document {
    return this.#replace(document, { text: workbook.text, opened: workbook });
  }

  #replace(document: Document, read: Pick<Document, 'text' | 'table' | 'opened' | 'workbook'>): Document {
    const at = this.list.indexOf(document);
    this.remove(document);
    const next: Document = { name: document.name, ...read, entities: [], chunks: [], isDone: false };
    this.list.splice(at, 0, next);
    this.#start();
    return next;
  }

  /** Replaces the text of the box; an empty text is removed from the list. */
  type(text: string): Document | undefined {
    const at = this.list.findIndex(({ name }) => name === TYPED);
    const before = this.list[at];
    if (before?.text === text) return before;
    if (before !== undefined) this.remove(before);
    if (text.trim() === '') return undefined;
    const document = { name: TYPED, text, entities: [], chunks: [], isDone: false };
    this.list.unshift(document);
    this.#start();
    return document;
  }

  remove(document: Document): void {
    const at = this.list.indexOf(document);
    if (at < 0) return;
    this.list.splice(at, 1);
    if (!document.isDone) this.#aborting?.abort();
  }

  get isBusy(): boolean {
    return this.#isTagging;
  }

  #start(): void {
    if (!this.#isTagging) void this.#tagAll();
  }

  async #tagAll(): Promise<void> {
    this.#isTagging = true;
    for (;;) {
      const next = this.list.find(({ isDone }) => !isDone);
      if (next === undefined) break;
      this.#aborting = new AbortController();
      try {
        await (next.table === undefined
          ? this.#tag(next, this.#aborting.signal)
          : this.#tagRecords(next, next.table, this.#aborting.signal));
      } catch (error) {
        next.chunks = [];
        next.entities = [];
        if (next.table !== undefined) next.table.found = [];
        if (this.#aborting.signal.aborted) continue;
        next.problem = error instanceof Error ? error.message : String(error);
        next.isDone = true;
        this.#onChange(next);
      }
    }
    this.#isTagging = false;
  }

  async #tag(document: Document, signal: AbortSignal): Promise<void> {
    const { text } = document;
    const started = performance.now();
    let start = 0;
    let entities: Found[] = [];
    const finishChunk = (end: number) => {
      if (end === start) return;
      document.chunks.push({ start, end, entities });
      document.entities.push(...entities);
      start = end;
      entities = [];
      this.#onChange(document);
    };
    let done = 0;
    // Progress is reported before the sentences of its batch, so a chunk ends when the next batch begins.
    const onProgress = (position: number) => {
      finishChunk(done);
      done = position;
    };
    const options = { signal, tokens: false, otherReadings: false, onProgress };
    for await (const sentence of this.#tagger.stream(text, options)) {
      for (const { first: _, last: __, ...found } of sentence.entities) entities.push(found);
    }
    finishChunk(text.length);
    this.#finish(document, started);
  }

  /** Each record is a chunk. */
  async #tagRecords(document: Document, table: Records, signal: AbortSignal): Promise<void> {
    const started = performance.now();
    const options = { signal, tokens: false, otherReadings: false, text: table.textFields };
    const values = table.records.map(({ value }) => value);
    let start = 0;
    for await (const { entities: found } of this.#tagger.tagRecords(values, options)) {
      const { id, texts } = table.records[table.found.length]!;
      const starts = new Map<string, number>();
      let end = start;
      table.textFields.forEach((field, i) => {
        starts.set(field, end);
        end += texts[i]!.length + BETWEEN.length;
      });
      const entities = found.map(({ type, text, start: from, end: to, probability, review, field }) => {
        const offset = starts.get(field)!;
        const isReviewed = review !== undefined && { review };
        return { type, text, start: offset + from, end: offset + to, probability, ...isReviewed };
      });
      table.found.push(found);
      document.entities.push(...entities);
      document.chunks.push({ start, end, entities, label: id });
      start = end;
      if (table.found.length % SHOWN_TOGETHER === 0) this.#onChange(document);
    }
    this.#finish(document, started);
  }

  #finish(document: Document, started: number): void {
    document.isDone = true;
    this.speed = { words: countWords(document.text), milliseconds: performance.now() - started };
    this.#onChange(document);
  }
}

/** Counts words without creating an array. */
function countWords(text: string): number {
  let words = 0;
  let isInside = false;
  for (let i = 0; i < text.length; i++) {
    const isSpace = text.charCodeAt(i) <= 32;
    if (!isSpace && !isInside) words++;
    isInside = !isSpace;
  }
  return words;
}
