import type { CorpusOptions, ReadingQuestion } from '../../corpus.ts';
import type { ProblemLog } from '../../files/problem-log.ts';
import type { TextToken } from '../../text/tokenizer.ts';
import { Losses } from '../layout/losses.ts';
import type { LocatedSpan } from '../align-spans.ts';
import { offsetConverters } from './offsets.ts';
import type { OffsetUnit } from './record.ts';
import type { ChosenOffsets } from './span-ends.ts';

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
  /** Of spans that begin or end within a word, some, and those of them that fit the words if offsets count otherwise. */
  #misfits = 0;
  readonly #fits = new Map<OffsetUnit, number>();
  /** What the offsets of the first of them were read as. */
  #readAs: OffsetUnit = 'code points';

  /**
   * @param line of the text
   * @param given tokens of the file: their borders are none of its faults
   */
  add(line: number, text: string, span: LocatedSpan, given: readonly TextToken[][] = []): void {
    const { from, to } = span;
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
    if (this.#misfits++ === 0) this.#readAs = span.written.unit;
    for (const other of UNITS) {
      if (other !== span.written.unit && fitsAs(other, text, span))
        this.#fits.set(other, (this.#fits.get(other) ?? 0) + 1);
    }
  }

  /** What offsets count, if most spans that begin or end within words would not then. */
  get #unit(): OffsetUnit | undefined {
    const [unit, fits = 0] = [...this.#fits].toSorted((a, b) => b[1] - a[1])[0] ?? [];
    return fits > 1 && fits >= MOST_FIT * this.#misfits ? unit : undefined;
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
    spansFrom,
    offsets,
    acceptLosses = false,
  }: ChosenOffsets & Pick<CorpusOptions, 'acceptLosses'>): ReadingQuestion | undefined {
    const [spans, starts, ends] = [this.#spans, this.#startsWithin, this.#endsWithin];
    const lost = this.losses.question(spans + this.losses.count, { acceptLosses });
    const most = Math.max(starts, ends);
    const asWritten = { label: 'no, use them as they are', settings: { spanEnds: 'exclusive' as const } };
    const areAsWritten = spanEnds === 'exclusive' && spansFrom !== 1;
    const unit = areAsWritten || offsets !== undefined ? undefined : this.#unit;
    if (unit !== undefined) {
      const { name, written } = COUNTED[unit];
      return {
        what: `Do the offsets count ${name}?`,
        reason: `${this.#fits.get(unit)} spans begin or end within a word, which would not if their offsets counted ${name}.`,
        options: [
          { label: `yes, ${name}`, settings: { offsets: written } },
          ...(unit === 'words' && spanEnds === undefined ? [LAST_WORD] : []),
          spanEnds === undefined
            ? asWritten
            : { label: `no, ${COUNTED[this.#readAs].name}`, settings: { offsets: COUNTED[this.#readAs].written } },
        ],
      };
    }
    if (spanEnds !== undefined || spans < 2 || most <= WITHIN * spans || (spans < MIN_SPANS && most < spans))
      return lost;
    if (starts > WITHIN * spans) {
      return {
        what: 'Do the offsets count from 1?',
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

const LAST_WORD: ReadingQuestion['options'][number] = {
  label: 'yes, words, and the end of a span is its last word',
  settings: { offsets: 'words', spanEnds: 'inclusive' },
};

const MOST_MISFITS = 100;
/** Characters of a span in a message. */
const MOST_QUOTED = 60;

/** Share of the spans within words that must fit the words if offsets count otherwise: others are parts of words. */
const MOST_FIT = 0.8;

const UNITS: readonly OffsetUnit[] = ['code points', 'UTF-16 units', 'bytes', 'words'];

/** What units are called, and written in options. */
const COUNTED: Readonly<Record<OffsetUnit, { name: string; written: NonNullable<CorpusOptions['offsets']> }>> = {
  'code points': { name: 'characters (code points)', written: 'characters' },
  'UTF-16 units': { name: 'UTF-16 code units, as in JavaScript and Java', written: 'utf-16' },
  bytes: { name: 'bytes of UTF-8', written: 'bytes' },
  words: { name: 'words', written: 'words' },
};

/** Whether a span would be elsewhere, and begin and end with words, if its offsets counted something else. */
function fitsAs(other: OffsetUnit, text: string, { from, to, written }: LocatedSpan): boolean {
  const { toUtf16 } = offsetConverters(text)(other);
  const [start, after] = [toUtf16(written.start), toUtf16(written.end)];
  if (start === undefined || after === undefined) return false;
  const end = other === 'words' ? start + text.slice(start, after).trimEnd().length : after;
  if (end <= start || (start === from && end === to)) return false;
  return [text[start], text[end - 1]].every((character) => character?.trim()) && ![start, end].some((at) => isWithinWord(text, at)); // prettier-ignore
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
