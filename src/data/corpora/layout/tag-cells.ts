import type { TagForm } from '../../column-layout.ts';
import type { Span } from '../../corpus.ts';
import { isContextTag } from '../../tags/outside.ts';

export const PLAIN_FORM: TagForm = { open: '', close: '' };

/** A cell of an OntoNotes column: any number of opening brackets with types, an asterisk, closing brackets. */
const BRACKETS = /^(?:\((?:[^()*\s]+))*\*?\)*$/;

export function isBracketCell(cell: string): boolean {
  return cell !== '' && cell !== '-' && /[*()]/.test(cell) && BRACKETS.test(cell);
}

/** A tag with a probability at its end. */
const SCORED = /^(.{1,500}?)(?:[-_:;,|/@ ]\(?|\()((?:0|1|0?\.\d{1,20}|0\.\d{1,20}|1\.0{1,20})(?:e-\d{1,3})?)\)?$/i;

/** Whether all tags but one, which means outside, end in a probability, and these vary: `B-PER-0.93`. */
export function haveScores(tags: readonly string[]): boolean {
  const scores = tags.flatMap((tag) => SCORED.exec(tag)?.[2] ?? []);
  return tags.length - scores.length < 2 && new Set(scores).size > 1 && scores.join().includes('.');
}

/** A tag without the probability at its end. */
export function withoutScore(tag: string): string {
  return SCORED.exec(tag)?.[1] ?? tag;
}

/** Reads the tag of successive rows. */
export class TagCells {
  readonly #form: TagForm;
  readonly #column: number;
  readonly #isPlain: boolean;
  readonly #known = new Map<string, string>();
  /** The entity that is open, in brackets. */
  #open: string | undefined;
  #depth = 0;
  /** Number of cells with several tags, of which the first was taken. */
  joined = 0;
  /** Number of entities within entities, which were dropped. */
  nested = 0;

  constructor(form: TagForm, tagColumn: number) {
    this.#form = form;
    this.#column = tagColumn;
    const { open, key, joined, hasScores, isEmptyOutside, outsideTags, hasContexts } = form;
    this.#isPlain =
      open === '' &&
      [key, joined, hasScores, isEmptyOutside, outsideTags, hasContexts].every((part) => part === undefined);
  }

  /** Ends the sentence: brackets do not go on. */
  endSentence(): void {
    this.#open = undefined;
    this.#depth = 0;
  }

  /** The tag of a row. Brackets become BIO; a tag before B of BMEWO+ that tells what is around it becomes O. */
  read(columns: readonly string[]): string {
    const cell = columns[this.#column]!;
    const { brackets, typeColumn } = this.#form;
    if (brackets) return this.#readBrackets(cell);
    if (typeColumn !== undefined)
      return cell === this.#form.outsideLetter ? 'O' : `${cell}-${columns[typeColumn] ?? ''}`;
    return this.#plain(cell);
  }

  #plain(cell: string): string {
    if (this.#isPlain) return cell;
    const known = this.#known.get(cell);
    if (known !== undefined) return known;
    const tag = this.#parse(cell);
    if (this.#form.joined !== undefined && cell.includes(this.#form.joined)) this.joined++;
    else if (this.#known.size < MAX_KNOWN) this.#known.set(cell, tag);
    return tag;
  }

  #parse(cell: string): string {
    const { open, close, plain, key, joined, hasScores, isEmptyOutside, outsideTags } = this.#form;
    if (cell === plain) return cell; // may be empty brackets
    let tag = cell;
    if (key !== undefined) {
      const item = cell.split('|').find((one) => one.startsWith(`${key}=`));
      tag = item === undefined ? '' : item.slice(key.length + 1);
    }
    if (open !== '' && tag.startsWith(open) && tag.endsWith(close)) tag = tag.slice(open.length, -close.length);
    if (joined !== undefined) tag = tag.split(joined, 1)[0]!;
    if (hasScores) tag = withoutScore(tag);
    if (isContextTag(tag)) return 'O';
    if (outsideTags?.includes(tag)) return outsideTags[0]!;
    return tag === '' && isEmptyOutside ? 'O' : tag;
  }

  #readBrackets(cell: string): string {
    const types = [...cell.matchAll(/\(([^()*]+)/g)].map(([, type]) => type!);
    const closing = cell.split(')').length - 1;
    const isNew = this.#open === undefined && types.length > 0;
    if (isNew) this.#open = types[0]!;
    this.nested += types.length - (isNew ? 1 : 0);
    const tag = this.#open === undefined ? 'O' : `${isNew ? 'B' : 'I'}-${this.#open}`;
    this.#depth += types.length - closing;
    if (this.#depth <= 0) this.endSentence();
    return tag;
  }
}

const MAX_KNOWN = 10_000;

/** The cell of token t, for its tag. @param spans of the sentence @param before the cell as it is */
export function writeCell(form: TagForm, tag: string, spans: readonly Span[], t: number, before: string): string {
  const { open, close, brackets, key, isEmptyOutside, plain } = form;
  if (brackets) return bracketCell(spans, t);
  if (key !== undefined) return withAttribute(before, key, tag === 'O' ? undefined : tag);
  if (tag === plain) return tag;
  return tag === 'O' && isEmptyOutside ? '' : `${open}${tag}${close}`;
}

/** MISC of CoNLL-U with another value of an attribute, in its place; undefined removes it. */
export function withAttribute(misc: string, key: string, value: string | undefined): string {
  const items = misc.split('|').filter((item) => item !== '_' && item !== '');
  const at = items.findIndex((item) => item.startsWith(`${key}=`));
  const own = value === undefined ? [] : [`${key}=${value}`];
  const written = at < 0 ? [...items, ...own] : items.toSpliced(at, 1, ...own);
  return written.join('|') || '_';
}

function bracketCell(spans: readonly Span[], t: number): string {
  const span = spans.find(({ start, end }) => start <= t && t < end);
  if (span === undefined) return '*';
  const [first, last] = [span.start === t, span.end === t + 1];
  return `${first ? `(${span.type}` : ''}${first && last ? '' : '*'}${last ? ')' : ''}`;
}
