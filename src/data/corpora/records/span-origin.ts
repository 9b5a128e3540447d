import type { CorpusOptions, ReadingQuestion } from '../../corpus.ts';
import type { ProblemLog } from '../../files/problem-log.ts';
import type { TokenSentences } from './record.ts';
import { ENDS_QUESTION, type SpanEnds } from './span-ends.ts';

/** Fewer spans tell nothing by their words; nor do fewer that would fit the words. */
const MIN_SPANS = 5;
const MIN_FITS = 3;
/** So many spans of which none begins with the first token are asked about, if their words do not tell. */
const MANY_SPANS = 20;
/** Share of the spans that must have capitals only one token earlier, and of those that may have them only as written. */
const MOST = 0.5;
const FEW = 0.2;
/** Share of the spans that must end with a mark that ends no name. */
const SOME = 0.1;
/** Share of the words outside of spans from which on capitals are no sign of a name, as those of nouns in German. */
const USUAL_CAPITALS = 0.12;

const PUNCTUATION = /^\p{P}+$/u;
/** After these, words have capitals in any case. */
const SENTENCE_END = /^[.!?…:"“”«»]+$/u;
const NAME_LIKE = /^\p{Lu}|\d/u;
const ENDS_NO_NAME = /^[,;:?!،؛،、；：？！。]$/u;
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

/** The spans of a record, counted from 0. */
export function spansFromZero<Content extends TokenSentences>(
  content: Content,
  { spansFrom }: Pick<CorpusOptions, 'spansFrom'>,
): Content {
  if (spansFrom !== 1) return content;
  const sentences = content.sentences.map(({ spans, ...sentence }) => ({
    ...sentence,
    ...(spans && { spans: spans.map(({ start, end, type }) => ({ start: start - 1, end: end - 1, type })) }),
  }));
  return { ...content, sentences };
}

/** Collects whether spans of tokens count from 1: none begins with the first token, and the names are one token earlier. */
export class SpanOrigin {
  #spans = 0;
  #hasFirst = false;
  /** Words within sentences that are in no span, also if these were one token earlier, and those of them with a capital. */
  #words = 0;
  #capitals = 0;
  /** Spans that end with the token after the last one, and after that; and those that end where they begin. */
  #behind = 0;
  #afterBehind = 0;
  #beyond = 0;
  #single = 0;
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
        if (start === end) this.#single++;
        if (end === tokens.length) this.#behind++;
        else if (end === tokens.length + 1) this.#afterBehind++;
        else if (end > tokens.length) this.#beyond++;
        for (const ends of ['inclusive', 'exclusive'] as const) {
          const last = ends === 'inclusive' ? end : end - 1;
          if (start > 0 && last >= start) count(this.#fits[ends], tokens, start, last);
        }
      }
      const isOutside = (at: number) => !spans.some(({ start, end }) => at >= start - 1 && at <= end);
      for (const [at, token] of tokens.entries()) {
        if (!/\p{L}/u.test(token) || hasCapitalAnyway(tokens, at) || !isOutside(at)) continue;
        this.#words++;
        if (/^\p{Lu}/u.test(token)) this.#capitals++;
      }
    }
  }

  /** @param ends what the spans show of their ends */
  question(ends: SpanEnds | undefined): ReadingQuestion | undefined {
    if (this.#hasFirst || this.#spans === 0) return undefined;
    const reasons = kindsOf(ends).map((one) => this.#reason(this.#fits[one]));
    const byWords = this.#spans < MIN_SPANS || reasons.includes(undefined) ? undefined : reasons[0];
    const behind = this.#afterBehind > 0 ? this.#afterBehind : this.#behind;
    const reason = this.#isBehind
      ? `${behind} ${behind === 1 ? 'ends' : 'end'} behind the last one if they count from 0.`
      : (byWords ?? (this.#spans >= MANY_SPANS && this.#isOpen(ends) ? 'their words do not tell.' : undefined));
    if (reason === undefined) return undefined;
    const asWritten = ends === undefined ? ENDS_QUESTION.options : [{ label: '', settings: { spanEnds: ends } }];
    const fromOne = { label: 'yes, from 1', settings: { spansFrom: 1 as const } };
    return {
      what: 'Do the spans count tokens from 1?',
      reason: `None of ${this.#spans} spans begins with the first token, and ${reason}`,
      options: [
        ...(this.#isBehind ? [fromOne] : []),
        ...asWritten.map(({ label, settings }) => ({
          label: label === '' ? 'no, from 0: use them as they are' : `no, from 0, and the end is ${label}`,
          settings: { ...settings, spansFrom: 0 as const },
        })),
        ...(this.#isBehind ? [] : [fromOne]),
      ],
    };
  }

  /** Says from where the spans were counted, if neither they nor their words tell. */
  report(ends: SpanEnds | undefined, problems: ProblemLog): void {
    if (this.#hasFirst || this.#spans === 0 || !this.#isOpen(ends)) return;
    const [none, they] = this.#spans === 1 ? ['The only span does not begin', 'It was'] : [`None of ${this.#spans} spans begins`, 'They were']; // prettier-ignore
    const message = `${none} with the first token, and the words do not show whether tokens are counted from 0 or from 1. ${they} read as counting from 0. If they count from 1, choose that (--spans-from 1).`;
    const otherwise = { label: 'Count them from 1', settings: { spansFrom: 1 as const } };
    problems.add({ line: 0, severity: 'warning', kind: 'choice', message, otherwise });
  }

  /** Whether spans end behind the last token, as those do that count from 1: whatever their ends are, some would not be in the text. */
  get #isBehind(): boolean {
    if (this.#beyond > 0) return false;
    return this.#afterBehind > 0 || (this.#behind > 0 && this.#single > 0);
  }

  /** Whether the words tell nothing. */
  #isOpen(ends: SpanEnds | undefined): boolean {
    return kindsOf(ends).every((one) => {
      const { earlier, asWritten, wrongEarlier, wrong } = this.#fits[one];
      return asWritten <= FEW * earlier && wrongEarlier <= wrong;
    });
  }

  #reason({ earlier, asWritten, wrong, wrongEarlier }: Fits): string | undefined {
    const areSigns = this.#capitals <= USUAL_CAPITALS * this.#words;
    if (areSigns && earlier >= MIN_FITS && earlier > MOST * this.#spans && asWritten <= FEW * earlier)
      return `${earlier} would have more words with capitals or digits if they began and ended one token earlier.`;
    if (wrong >= MIN_FITS && wrong >= SOME * this.#spans && wrongEarlier === 0)
      return `${wrong} end with a punctuation mark, which none would if they ended one token earlier.`;
    return undefined;
  }
}

const kindsOf = (ends: SpanEnds | undefined): readonly SpanEnds[] =>
  ends === undefined ? ['inclusive', 'exclusive'] : [ends];

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
  return !hasCapitalAnyway(tokens, at) && NAME_LIKE.test(token) ? 1 : 0;
}

function hasCapitalAnyway(tokens: readonly string[], at: number): boolean {
  return at === 0 || tokens[at] === 'I' || SENTENCE_END.test(tokens[at - 1]!);
}

function endsWrong(tokens: readonly string[], start: number, last: number): boolean {
  const token = tokens[last] ?? ',';
  return ENDS_NO_NAME.test(token) || (start === last && STANDS_FOR_NO_NAME.test(token));
}
