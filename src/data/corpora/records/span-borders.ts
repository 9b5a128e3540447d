import type { CorpusOptions, ReadingQuestion } from '../../corpus.ts';
import type { ProblemLog } from '../../files/problem-log.ts';
import type { TextToken } from '../../text/tokenizer.ts';
import { Losses } from '../layout/losses.ts';

/** Of fewer spans, all must. */
const MIN_SPANS = 5;
/** Share of the spans within words above which offsets are not what they seem. */
const WITHIN = 0.5;
/** A letter of a script that separates words by spaces. */
const LETTER =
  /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Armenian}\p{Script=Georgian}\p{Script=Devanagari}]/u;

/** Collects where the spans of a file's texts begin and end: if mostly within words, offsets count otherwise than they were read. */
export class SpanBorders {
  /** The spans that were dropped, or that are not what the file says. */
  readonly losses = new Losses('spans');
  #spans = 0;
  #startsWithin = 0;
  #endsWithin = 0;
  /** Spans that begin or end within a word, and the first of them. */
  #within = 0;
  #first: { line: number; text: string } | undefined;
  /**
   * Of spans that begin or end within a word, some, and those of them that fit the words if offsets count bytes of
   * UTF-8.
   */
  #misfits = 0;
  #asBytes = 0;

  /**
   * @param line of the text
   * @param from of the characters `[from, to)` of a span
   * @param given tokens of the file: their borders are none of its faults
   */
  add(line: number, text: string, from: number, to: number, given: readonly TextToken[][] = []): void {
    this.#spans++;
    if (isWithinWord(text, from)) this.#startsWithin++;
    if (isWithinWord(text, to)) this.#endsWithin++;
    const isTokenBorder = (at: number) =>
      given.some((some) => some.some(({ start, end }) => at === start || at === end));
    const within = [from, to].filter((at) => isWithinWord(text, at) && !isTokenBorder(at));
    if (within.length === 0) return;
    this.#within++;
    this.#first ??= { line, text: text.slice(from, Math.min(to, from + MOST_QUOTED)) };
    if (this.#misfits === MOST_MISFITS) return;
    this.#misfits++;
    const asBytes = within.map((at) => placeOfByte(text, at));
    const fits = asBytes.every((at, i) => at !== undefined && at !== within[i] && !isWithinWord(text, at));
    if (fits) this.#asBytes++;
  }

  /** Says how many spans begin or end within words: their offsets may be wrong, although too few are for a question. */
  report(problems: ProblemLog): void {
    if (this.#first === undefined) return;
    const { line, text } = this.#first;
    const are = this.#within === 1 ? 'begins or ends' : 'begin or end';
    const first = this.#within === 1 ? '' : ', the first';
    const message = `${this.#within} of ${this.#spans} spans ${are} within a word${first} in line ${line}: ${JSON.stringify(text)}. They were read as written, and the words cut there. Check where they begin and end.`;
    problems.add({ line: 0, severity: 'warning', kind: 'spans', message });
  }

  /** The question if spans were lost, or do not fit the words. */
  question({
    spanEnds,
    acceptLosses = false,
  }: Pick<CorpusOptions, 'spanEnds' | 'acceptLosses'>): ReadingQuestion | undefined {
    const [spans, starts, ends] = [this.#spans, this.#startsWithin, this.#endsWithin];
    const lost = this.losses.question(spans + this.losses.count, { acceptLosses });
    const most = Math.max(starts, ends);
    const asWritten = { label: 'no, use them as they are', settings: { spanEnds: 'exclusive' as const } };
    if (spanEnds === undefined && this.#asBytes > 1 && this.#asBytes === this.#misfits) {
      return {
        what: 'Do the offsets count bytes? If so, correct them in the file.',
        reason: `${this.#asBytes} spans begin or end within a word, which would not if their offsets counted bytes of UTF-8.`,
        options: [asWritten],
      };
    }
    if (spanEnds !== undefined || spans < 2 || most <= WITHIN * spans || (spans < MIN_SPANS && most < spans))
      return lost;
    if (starts > WITHIN * spans) {
      return {
        what: 'Do the offsets count from 1? If they count bytes, correct them in the file.',
        reason: `${starts} of ${spans} spans begin within a word.`,
        options: [
          { label: 'yes, from 1', settings: { spansFrom: 1, spanEnds: 2 * ends > starts ? 'exclusive' : 'inclusive' } },
          asWritten,
        ],
      };
    }
    return {
      what: 'Is the end of a span its last character?',
      reason: `${ends} of ${spans} spans end within a word.`,
      options: [{ label: 'yes, its last character', settings: { spanEnds: 'inclusive' } }, asWritten],
    };
  }
}

const MOST_MISFITS = 100;
/** Characters of a span in a message. */
const MOST_QUOTED = 60;

/**
 * Where a text is, of which as many bytes of UTF-8 come before as code points before `at`; undefined within a
 * character.
 */
function placeOfByte(text: string, at: number): number | undefined {
  let bytes = Array.from(text.slice(0, at)).length;
  let place = 0;
  for (const character of text) {
    if (bytes <= 0) break;
    const code = character.codePointAt(0)!;
    bytes -= code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x1_00_00 ? 3 : 4;
    place += character.length;
  }
  return bytes === 0 ? place : undefined;
}

function isLetter(text: string, at: number): boolean {
  const code = text.charCodeAt(at) | 32;
  if (code < 128) return code >= 97 && code <= 122;
  return LETTER.test(text[at]!);
}

/** Whether there are letters on both sides of a place, in a script that separates words. */
export function isWithinWord(text: string, at: number): boolean {
  return at > 0 && at < text.length && isLetter(text, at) && isLetter(text, at - 1);
}
