import type { ReadingQuestion } from '../../corpus.ts';
import type { TokenSentences } from './record.ts';
import { ENDS_QUESTION, type SpanEnds } from './span-ends.ts';

/** Fewer spans tell nothing; nor do fewer that would fit the words. */
const MIN_SPANS = 5;
const MIN_FITS = 3;
/** Share of the spans that must have capitals only one token earlier, and of those that may have them only as written. */
const MOST = 0.5;
const FEW = 0.2;
/** Share of the spans that must end with a mark that ends no name. */
const SOME = 0.1;

const PUNCTUATION = /^\p{P}+$/u;
/** After these, words have capitals in any case. */
const SENTENCE_END = /^[.!?…:"“”«»]+$/u;
const NAME_LIKE = /^\p{Lu}|\d/u;
const ENDS_NO_NAME = /^[,;:?!،؛，、；：？！。]$/u;
const STANDS_FOR_NO_NAME = /^[.)]$/;

/** What the spans tell if their ends are of one kind. */
interface Fits {
  /** Spans with capitals only one token earlier, and only where they are written. */
  earlier: number;
  asWritten: number;
  /** Spans that end with a mark that ends no name, as written and one token earlier. */
  wrong: number;
  wrongEarlier: number;
}

/** Collects whether spans of tokens count from 1: none begins with the first token, and the names are one token earlier. */
export class SpanOrigin {
  #spans = 0;
  #hasFirst = false;
  readonly #fits: Readonly<Record<SpanEnds, Fits>> = {
    inclusive: { earlier: 0, asWritten: 0, wrong: 0, wrongEarlier: 0 },
    exclusive: { earlier: 0, asWritten: 0, wrong: 0, wrongEarlier: 0 },
  };

  add({ sentences, areSlots }: TokenSentences): void {
    if (areSlots) return;
    for (const { tokens, spans = [] } of sentences) {
      if (this.#hasFirst) return;
      for (const { start, end } of spans) {
        this.#spans++;
        this.#hasFirst ||= start <= 0;
        for (const ends of ['inclusive', 'exclusive'] as const) {
          const last = ends === 'inclusive' ? end : end - 1;
          if (start > 0 && last >= start) count(this.#fits[ends], tokens, start, last);
        }
      }
    }
  }

  /** @param ends what the spans show of their ends */
  question(ends: SpanEnds | undefined): ReadingQuestion | undefined {
    if (this.#hasFirst || this.#spans < MIN_SPANS) return undefined;
    const reasons = (ends === undefined ? (['inclusive', 'exclusive'] as const) : [ends]).map((one) =>
      this.#reason(this.#fits[one]),
    );
    const [reason] = reasons;
    if (reason === undefined || reasons.includes(undefined)) return undefined;
    return {
      what: 'Do the spans count tokens from 1? If so, correct them in the file.',
      reason: `None of ${this.#spans} spans begins with the first token, and ${reason}`,
      options:
        ends === undefined
          ? ENDS_QUESTION.options.map(({ label, settings }) => ({ label: `no, and the end is ${label}`, settings }))
          : [{ label: 'no, use them as they are', settings: { spanEnds: ends } }],
    };
  }

  #reason({ earlier, asWritten, wrong, wrongEarlier }: Fits): string | undefined {
    if (earlier >= MIN_FITS && earlier > MOST * this.#spans && asWritten <= FEW * earlier)
      return `${earlier} would have more words with capitals or digits if they began and ended one token earlier.`;
    if (wrong >= MIN_FITS && wrong >= SOME * this.#spans && wrongEarlier === 0)
      return `${wrong} end with a punctuation mark, which none would if they ended one token earlier.`;
    return undefined;
  }
}

function count(fits: Fits, tokens: readonly string[], start: number, last: number): void {
  const written = looks(tokens, start) + looks(tokens, last);
  const earlier = looks(tokens, start - 1) + looks(tokens, last - 1);
  if (earlier > written) fits.earlier++;
  else if (written > earlier) fits.asWritten++;
  if (endsWrong(tokens, start, last)) fits.wrong++;
  if (endsWrong(tokens, start - 1, last - 1)) fits.wrongEarlier++;
}

/** Whether a token is like a name at the border of a span, 1, or is punctuation or none, -1; 0 says nothing. */
function looks(tokens: readonly string[], at: number): number {
  const token = tokens[at] ?? '.';
  if (PUNCTUATION.test(token)) return -1;
  const hasCapitalAnyway = at === 0 || token === 'I' || SENTENCE_END.test(tokens[at - 1]!);
  return !hasCapitalAnyway && NAME_LIKE.test(token) ? 1 : 0;
}

function endsWrong(tokens: readonly string[], start: number, last: number): boolean {
  const token = tokens[last] ?? ',';
  return ENDS_NO_NAME.test(token) || (start === last && STANDS_FOR_NO_NAME.test(token));
}
