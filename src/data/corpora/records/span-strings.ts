import { isWithinWord } from './span-borders.ts';

/** Spans of a string, at most. */
const MOST_SPANS = 1000;
/** `0-10`, `0:10`, `0,10`, `0 10`, `0..10`, perhaps in brackets. */
const PLACE = String.raw`[[(]?(\d{1,9})(?: ?[-–:,] ?|\.\.|[ \t])(\d{1,9})[\])]?`;
const TYPE = String.raw`([\p{L}_][^\s:;,|()[\]{}"'=<>]{0,100})`;
/** Between a place and its type. */
const JOINT = String.raw`(?: ?(?:[-:=,|/@#]|->) ?|[ \t]|(?<=[\])])|(?=[[(]))`;
/** `0-10:PER`, `0,10 PER`, `(0, 10, PER)`, perhaps with the words of the span: `0:10:PER:Ada Byrne`. */
const PLACE_FIRST = new RegExp(String.raw`^[[({]?${PLACE}${JOINT}${TYPE}(?:[:\t] ?(.{1,1000}))?[\])}]?$`, 'su');
/** `PER:0-10`, `PER(0, 10)`, `PER 0 10<tab>Ada Byrne`. */
const TYPE_FIRST = new RegExp(String.raw`^[[({]?${TYPE}${JOINT}${PLACE}(?:[:\t] ?(.{1,1000}))?[\])}]?$`, 'su');
/** Between spans: line ends or semicolons, bars, commas beside a type, or spaces. */
const BETWEEN = [/[\r\n]+/, /;/, /\|/, /(?<=[^\d\s]),(?=\s?[\d[(])|,(?=\s?[\p{L}_])/u, /\s+/];

/** A span that is written as a string. */
export interface SpanString {
  start: number;
  end: number;
  type: string;
  /** Its words, if they follow. */
  text?: string;
}

/** The span that a string consists of; undefined if it is something else. */
export function spanInString(written: string): SpanString | undefined {
  const [, first, after, last, words] = PLACE_FIRST.exec(written) ?? [];
  const [, type = last, start = first, end = after, text = words] = TYPE_FIRST.exec(written) ?? [];
  if (type === undefined) return undefined;
  return { start: Number(start), end: Number(end), type, ...(text !== undefined && { text }) };
}

/** The spans of a string that has nothing else, if one of them fits the text that they may be of. */
export function spansOfText(value: unknown, text: unknown): string[] | undefined {
  if (typeof value !== 'string' || typeof text !== 'string') return undefined;
  const spans = spansInString(value);
  const fits = (span: string) => {
    const { start, end } = spanInString(span)!;
    return start < end && end <= text.length && !isWithinWord(text, start);
  };
  return spans?.some(fits) === true ? spans : undefined;
}

/** The spans of a string that has nothing else, each as it is written: `0-10:PER;19-25:LOC`. Undefined for other strings. */
export function spansInString(written: string): string[] | undefined {
  for (const between of BETWEEN) {
    const parts = written.split(between, MOST_SPANS + 1).flatMap((part) => part.trim() || []);
    if (parts.length > MOST_SPANS || parts.length === 0) return undefined;
    if (parts.every((part) => spanInString(part) !== undefined)) return parts;
  }
  return undefined;
}

/** Share of spans that begin and end with words, if the same few repeat. */
const FITTING_SHARE = 0.9;

/** Whether values repeat as classes do (`10:30 AM`, `0-4 years`), and are mostly no spans of the texts beside them. */
export function repeatAsClasses(values: readonly unknown[], texts: readonly unknown[]): boolean {
  const distinct = new Set<unknown>();
  let [count, fitting] = [0, 0];
  for (const [i, value] of values.entries()) {
    const written = [value].flat().filter((one) => typeof one === 'string' && one !== '') as string[];
    const spans = written.flatMap((one) => spansInString(one) ?? []);
    if (spans.length > 1) return false;
    if (written.length === 0) continue;
    count++;
    distinct.add(written.join());
    if (spans.some((span) => isOfWords(span, texts[i]))) fitting++;
  }
  return 2 * distinct.size <= count && fitting < FITTING_SHARE * count;
}

function isOfWords(span: string, text: unknown): boolean {
  const { start, end } = spanInString(span)!;
  return typeof text === 'string' && start < end && end <= text.length && ![start, end].some((at) => isWithinWord(text, at)); // prettier-ignore
}
