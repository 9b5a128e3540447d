import { codePointOffsets } from '../lib/code-points.ts';
import { formatCsv, parseRows, type CsvCell } from '../lib/csv.ts';
import { ownString } from '../lib/own-string.ts';
import { BETWEEN_BLOCKS, type Block, type BlockRange } from './document.ts';
import { foldedName } from './redaction/fold.ts';

/** An entity of a document. Offsets count code points in its text, in which blank lines separate paragraphs. */
export interface TableEntity {
  /** `page 2`, `paragraph 3`, `sentence 4`. */
  place: string;
  start: number;
  end: number;
  text: string;
  type: string;
  probability: number;
  /** Who found it. */
  by: string;
}

const HEADER = ['document', 'place', 'start', 'end', 'text', 'type', 'probability', 'by', 'name'];
const PROBABILITY_DIGITS = 6;

/** A name as it is counted: its occurrences in all documents. There may be hundreds of thousands. */
interface CountedName {
  count: number;
  documents: number;
  /** Number of the last document with it: documents come one after the other. */
  last: number;
  /** How it is written at first, how often, and in other ways. */
  spelling: string;
  times: number;
  others?: Map<string, number>;
}

/** Rows of a table that are kept in memory before they are passed on. */
const ROWS_AT_ONCE = 1000;

/**
 * One table of the entities of many documents, as CSV with a line for each, and their counts by type and name. The rows are passed on
 * as they come; only the counts of the names are held.
 */
export class EntityTable {
  /** By type, and then by name. */
  readonly #names = new Map<string, Map<string, CountedName>>();
  #document = '';
  #number = 0;

  static readonly header: string = formatCsv([HEADER]);

  /** Counts the entities of a document. @returns their lines */
  add(document: string, entities: readonly TableEntity[]): string {
    return formatCsv(
      entities.map(({ place, start, end, text, type, probability, by }): CsvCell[] => {
        const written = onOneLine(text);
        const name = this.#count(document, type, written);
        const rounded = Number(probability.toFixed(PROBABILITY_DIGITS));
        return [onOneLine(document), place, start, end, written, type, rounded, by, name];
      }),
    );
  }

  /** Counts a line that was written before. @returns whether it is whole, and its document is wanted */
  addLine(line: string, isWanted: (document: string) => boolean): boolean {
    const [document, , , , text, type, , , name] = parseRows(line, ',')[0] ?? [];
    if (document === undefined || text === undefined || type === undefined || name === undefined) return false;
    if (!isWanted(document) && !isWanted(document.replace(/^'/, ''))) return false; // as `formatCsv` may have changed it
    this.#count(document, type, text);
    return true;
  }

  /** The counts as CSV, in parts: the names of each type, the most frequent first. */
  *counts(): Generator<string, void> {
    yield formatCsv([['type', 'name', 'spelling', 'count', 'documents']]);
    for (const [type, counted] of [...this.#names].toSorted(([a], [b]) => compare(a, b))) {
      const names = [...counted].toSorted(([a, one], [b, other]) => other.count - one.count || compare(a, b));
      for (let at = 0; at < names.length; at += ROWS_AT_ONCE) {
        const rows = names.slice(at, at + ROWS_AT_ONCE);
        yield formatCsv(rows.map(([name, one]) => [type, name, usualSpelling(one), one.count, one.documents]));
      }
    }
  }

  #count(document: string, type: string, text: string): string {
    if (document !== this.#document || this.#number === 0) {
      this.#document = ownString(document);
      this.#number++;
    }
    const name = normalisedName(text);
    let names = this.#names.get(type);
    if (names === undefined) this.#names.set(ownString(type), (names = new Map()));
    let known = names.get(name);
    if (known === undefined) {
      known = { count: 0, documents: 0, last: 0, spelling: ownString(text), times: 0 };
      names.set(ownString(name), known);
    }
    known.count++;
    if (known.last !== this.#number) known.documents++;
    known.last = this.#number;
    if (text === known.spelling) known.times++;
    else {
      known.others ??= new Map();
      const times = known.others.get(text);
      known.others.set(times === undefined ? ownString(text) : text, (times ?? 0) + 1);
    }
    return name;
  }
}

/** The most frequent one, of several the first. */
function usualSpelling({ spelling, times, others = new Map() }: CountedName): string {
  let most = { spelling, times };
  for (const [other, count] of others) if (count > most.times) most = { spelling: other, times: count };
  return most.spelling;
}

/** Without case, accents and punctuation; as it is, if nothing else is left. */
export function normalisedName(text: string): string {
  return foldedName(text) || onOneLine(text);
}

const onOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Entities of blocks as rows of the table. */
export function tableEntities(
  blocks: readonly Block[],
  entities: readonly (BlockRange & { type: string; probability: number; by: string })[],
): TableEntity[] {
  let before = 0; // code points
  let next = 0;
  const inOrder = entities.toSorted((a, b) => a.block - b.block || a.start - b.start);
  const rows: TableEntity[] = [];
  for (const [i, { text, place }] of blocks.entries()) {
    const pointOf = codePointOffsets(text);
    for (; inOrder[next]?.block === i; next++) {
      const { start, end, type, probability, by } = inOrder[next]!;
      const range = { start: before + pointOf(start), end: before + pointOf(end) };
      rows.push({ place, ...range, text: text.slice(start, end), type, probability, by });
    }
    before += pointOf(text.length) + BETWEEN_BLOCKS.length;
  }
  return rows;
}
