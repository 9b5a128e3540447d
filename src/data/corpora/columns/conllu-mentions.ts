import type { Span, TagStyle } from '../../corpus.ts';
import type { ProblemLog } from '../../files/problem-log.ts';
import { tagsOfSpans } from '../../tags/tag-spans.ts';
import { Losses } from '../layout/losses.ts';

/** The attribute of MISC with mentions, as in CorefUD and GUM: `(e1-person-1-`, `e1)`, `(e2-place-1-)`. */
export const MENTIONS_KEY = 'Entity';
/** Which of the mentions within others are read. */
export type MentionChoice = 'outermost' | 'innermost';

/** `# global.Entity = eid-etype-head-other` names the parts of a mention. */
const DECLARATION = /^#\s*global\.Entity\s*=\s*(\S{1,200})\s*$/;
const ID_NAMES: readonly string[] = ['eid', 'GRP'];
const TYPE_NAME = 'etype';
/** A mention that begins, perhaps with its end, or the end of one. */
const MARK = /\(([^()]{1,500})(\))?|([^()]{1,500})\)/g;
/** Behind the id of a mention in several parts: `e1[2/3]`. */
const PART = /\[(\d{1,4})\/\d{1,4}\]$/;

/** Where the id and the type of a mention are among its parts. */
export interface MentionParts {
  id: number;
  type: number;
}

/** The parts that a comment declares; undefined if it declares none. */
export function declaredParts(line: string): MentionParts | undefined {
  const names = DECLARATION.exec(line)?.[1]!.split('-');
  return names && { id: names.findIndex((name) => ID_NAMES.includes(name)), type: names.indexOf(TYPE_NAME) };
}

/** The parts of mentions that no comment declares: `place-4` of older versions of GUM, otherwise `4-place`. */
export function likelyParts(values: Iterable<string>): MentionParts {
  const heads = [...values].flatMap((value) => [...value.matchAll(MARK)].flatMap(([, head]) => head ?? []));
  const areTypes = heads.length > 0 && heads.every((head) => /^\p{L}[^-\d]*-\d+$/u.test(head));
  return areTypes ? { id: 1, type: 0 } : { id: 0, type: 1 };
}

/** The type of a mention, as written; empty without one. */
function typeIn(head: string, { type }: MentionParts): string {
  return (head.split('-')[type] ?? '').replaceAll('%2D', '-');
}

/** Whether some of the mentions have a type. */
export function areTyped(values: Iterable<string>, parts: MentionParts): boolean {
  for (const value of values)
    for (const [, head] of value.matchAll(MARK)) if (head !== undefined && typeIn(head, parts) !== '') return true;
  return false;
}

interface OpenMention {
  id: string;
  type: string;
  start: number;
  line: number;
}

/** Reads the mentions of sentences, and gives the tags of those that are chosen. */
export class Mentions {
  readonly losses = new Losses('mentions');
  /** Number of all mentions. */
  count = 0;
  #parts: MentionParts;
  readonly #choice: MentionChoice;
  readonly #problems: ProblemLog;
  #spans: Span[] = [];
  #open: OpenMention[] = [];
  /** The first parts of mentions in several ones. */
  #firsts = new Map<string, Span>();
  #nested = 0;
  #broken = 0;
  #empty = 0;

  constructor(parts: MentionParts, choice: MentionChoice, problems: ProblemLog) {
    this.#parts = parts;
    this.#choice = choice;
    this.#problems = problems;
  }

  /** Takes the parts that a comment declares. */
  declare(comment: string): void {
    this.#parts = declaredParts(comment) ?? this.#parts;
  }

  /**
   * Reads what a word, or an empty node, has in MISC.
   *
   * @param before number of words before it
   * @param after number of words up to it, with it if it is one
   */
  read(misc: string, line: number, before: number, after: number): void {
    const value = misc.split('|').find((item) => item.startsWith(`${MENTIONS_KEY}=`));
    for (const [, head, isWhole, end] of value?.slice(MENTIONS_KEY.length + 1).matchAll(MARK) ?? []) {
      if (head !== undefined) {
        this.count++;
        const mention = { id: this.#idOf(head), type: typeIn(head, this.#parts), start: before, line };
        if (isWhole === undefined) this.#open.push(mention);
        else this.#close(mention, after);
        continue;
      }
      const at = this.#open.findLastIndex(({ id }) => id === this.#idOf(end!));
      if (at < 0) this.#lose(line, `Found the end of a mention, ${end}, that does not begin in its sentence.`);
      else this.#close(this.#open.splice(at, 1)[0]!, after);
    }
  }

  /** The BIO tags of the sentence that ends. @param length T */
  end(style: TagStyle, length: number): string[] {
    for (const { id, line } of this.#open)
      this.#lose(line, `The mention ${id} does not end in its sentence; it was skipped.`);
    const sign = this.#choice === 'outermost' ? -1 : 1;
    const taken = new Uint8Array(length);
    const chosen = this.#spans
      .toSorted((a, b) => sign * (a.end - a.start - (b.end - b.start)))
      .filter(({ start, end }) => {
        if (taken.subarray(start, end).includes(1)) return false;
        taken.fill(1, start, end);
        return true;
      });
    this.#nested += this.#spans.length - chosen.length;
    [this.#spans, this.#open] = [[], []];
    this.#firsts.clear();
    return tagsOfSpans(
      style,
      chosen.toSorted((a, b) => a.start - b.start),
      length,
    );
  }

  /** Tells what was left out or chosen in the whole file. */
  report(): void {
    const warn = (kind: string, message: string) => this.#problems.add({ line: 0, severity: 'warning', kind, message });
    if (this.#nested > 0)
      warn('nested', `Of mentions within others the ${this.#choice} were read: ${this.#nested} of ${this.count} were left out.`); // prettier-ignore
    if (this.#broken > 0)
      warn('spans', `Mentions in several parts were read from their first word to their last: ${this.#broken} of ${this.count}.`); // prettier-ignore
    if (this.#empty > 0) warn('spans', `Mentions of empty nodes alone were left out: ${this.#empty} of ${this.count}.`);
  }

  #close({ id, type, start, line }: OpenMention, end: number): void {
    const [mark, part] = PART.exec(id) ?? [];
    const whole = mark === undefined ? id : id.slice(0, -mark.length);
    const first = mark === undefined || part === '1' ? undefined : this.#firsts.get(whole);
    if (first !== undefined) {
      this.count--;
      first.end = Math.max(first.end, end);
      return;
    }
    if (type === '') return this.#lose(line, `The mention ${id} has no type; it was skipped.`);
    if (start === end) {
      this.#empty++;
      return;
    }
    const span = { start, end, type };
    this.#spans.push(span);
    if (mark === undefined) return;
    this.#broken++;
    this.#firsts.set(whole, span);
  }

  #idOf(text: string): string {
    const all = text.split('-');
    return all.length === 1 ? text : (all[this.#parts.id] ?? text);
  }

  #lose(line: number, message: string): void {
    this.#problems.add({ line, severity: 'warning', kind: 'spans', ...this.losses.add(line, { message }) });
  }
}
