import type { Span } from '../../data/corpus.ts';
import type { TokenOffsets } from '../../data/corpora/json/entities.ts';
import { STATES, type NewSentence, type PredictedSpan } from './set.ts';

/**
 * Sentences as one text and one array. A browser copies and stores these in a few milliseconds; 14,000 sentences as objects would block
 * the page's thread for half a second.
 */
export interface PackedSentences {
  /** The texts of all sentences, concatenated without separators. */
  text: string;
  /** Names of files and types; `numbers` refers to them by index. */
  names: string[];
  /**
   * For each sentence: length of its text, file, line, document, field and start in the text (both plus one; 0: not given), state, T, S, then
   * start and end of T tokens, then S spans.
   */
  numbers: Uint32Array;
  /** Predicted spans, if there are any: sentence, start, end, type, and the probability in millionths, or `UNKNOWN`. */
  predicted?: Uint32Array;
  /** Refused spans, if there are any: sentence, start, end, type. */
  refused?: Uint32Array;
}

const MILLION = 1_000_000;
const UNKNOWN = 0xffffffff;

/** Tokens are not stored: they follow from their offsets in the text, as everywhere in a set. */
export function packSentences(sentences: readonly NewSentence[]): PackedSentences {
  const names = new Map<string, number>();
  const indexOf = (name: string) => {
    const index = names.get(name) ?? names.size;
    names.set(name, index);
    return index;
  };
  const numbers = new Uint32Array(
    sentences.reduce((sum, { offsets, spans }) => sum + HEAD + 2 * offsets.length + 3 * spans.length, 0),
  );
  let at = 0;
  for (const { text, offsets, spans, state, source } of sentences) {
    numbers[at++] = text.length;
    numbers[at++] = indexOf(source.file);
    numbers[at++] = source.line;
    numbers[at++] = source.document;
    numbers[at++] = source.field === undefined ? 0 : source.field + 1;
    numbers[at++] = source.start === undefined ? 0 : source.start + 1;
    numbers[at++] = STATES.indexOf(state);
    numbers[at++] = offsets.length;
    numbers[at++] = spans.length;
    for (const { start, end } of offsets) {
      numbers[at++] = start;
      numbers[at++] = end;
    }
    for (const { start, end, type } of spans) {
      numbers[at++] = start;
      numbers[at++] = end;
      numbers[at++] = indexOf(type);
    }
  }
  const predicted = Uint32Array.from(
    sentences.flatMap((sentence, index) =>
      (sentence.predicted ?? []).flatMap(({ start, end, type, probability }) => {
        return [
          index,
          start,
          end,
          indexOf(type),
          probability === undefined ? UNKNOWN : Math.round(probability * MILLION),
        ];
      }),
    ),
  );
  const refused = Uint32Array.from(
    sentences.flatMap((sentence, index) =>
      (sentence.refused ?? []).flatMap(({ start, end, type }) => [index, start, end, indexOf(type)]),
    ),
  );
  const text = sentences.map((sentence) => sentence.text).join('');
  return {
    text,
    names: [...names.keys()],
    numbers,
    ...(predicted.length > 0 && { predicted }),
    ...(refused.length > 0 && { refused }),
  };
}

/** Count of numbers before the tokens of a sentence. */
const HEAD = 9;

/** Yields the sentences one by one, since a large set takes tens of milliseconds. */
export function* unpackSentences(packed: PackedSentences): Generator<NewSentence, void> {
  const { text: texts, names, numbers, predicted: ofAll = NONE, refused: allRefused = NONE } = packed;
  let [at, from, index, nextPredicted, nextRefused] = [0, 0, 0, 0, 0];
  const next = () => numbers[at++]!;
  while (at < numbers.length) {
    const text = texts.slice(from, (from += next()));
    const [file, line, document, field, start] = [names[next()]!, next(), next(), next(), next()];
    const source = {
      file,
      line,
      document,
      ...(field > 0 && { field: field - 1 }),
      ...(start > 0 && { start: start - 1 }),
    };
    const state = STATES[next()]!;
    const [tokenCount, spanCount] = [next(), next()];
    const offsets: TokenOffsets[] = [];
    for (let t = 0; t < tokenCount; t++) offsets.push({ start: next(), end: next() });
    const spans: Span[] = [];
    for (let s = 0; s < spanCount; s++) spans.push({ start: next(), end: next(), type: names[next()]! });
    const predicted: PredictedSpan[] = [];
    for (; nextPredicted < ofAll.length && ofAll[nextPredicted] === index; nextPredicted += PREDICTED) {
      const [, start = 0, end = 0, type = 0, millionths = 0] = ofAll.subarray(nextPredicted, nextPredicted + PREDICTED);
      predicted.push({ start, end, type: names[type]!, probability: millionths === UNKNOWN ? undefined : millionths / MILLION }); // prettier-ignore
    }
    const refused: Span[] = [];
    for (; nextRefused < allRefused.length && allRefused[nextRefused] === index; nextRefused += REFUSED) {
      const [, start = 0, end = 0, type = 0] = allRefused.subarray(nextRefused, nextRefused + REFUSED);
      refused.push({ start, end, type: names[type]! });
    }
    index++;
    const tokens = offsets.map(({ start, end }) => text.slice(start, end));
    yield {
      text,
      tokens,
      offsets,
      spans,
      state,
      source,
      ...(predicted.length > 0 && { predicted }),
      ...(refused.length > 0 && { refused }),
    };
  }
}

/** Whether the parts fit each other, so that unpacking ends and uses all of them. */
export function isWhole({ text, names, numbers, predicted = NONE, refused = NONE }: PackedSentences): boolean {
  let [at, characters, count] = [0, 0, 0];
  for (; at < numbers.length; count++) {
    const [length = 0, file = 0, , , , , state = 0, tokens = 0, spans = 0] = numbers.subarray(at, at + HEAD);
    const types = at + HEAD + 2 * tokens;
    at = types + 3 * spans;
    characters += length;
    if (file >= names.length || state >= STATES.length || at > numbers.length) return false;
    for (let i = types + 2; i < at; i += 3) if (numbers[i]! >= names.length) return false;
  }
  const isListed = (spans: Uint32Array, width: number) => {
    for (let i = 0; i < spans.length; i += width) {
      const isLater = i === 0 || spans[i]! >= spans[i - width]!;
      if (!isLater || spans[i]! >= count || !(spans[i + 3]! < names.length)) return false;
    }
    return spans.length % width === 0;
  };
  return characters === text.length && isListed(predicted, PREDICTED) && isListed(refused, REFUSED);
}

/** Count of numbers per predicted and per refused span. */
const PREDICTED = 5;
const REFUSED = 4;
const NONE = new Uint32Array();
