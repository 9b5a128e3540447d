import { codePointOffsets } from '../lib/code-points.ts';
import type { TypedToken } from '../data/tokenizer.ts';
import { formatConll } from '../data/write-conll.ts';
import type { TaggedSentence } from '../pipeline/tagged-text.ts';

/** A sentence to tag, and the text that its offsets count in. */
export interface TextSentence {
  text: string;
  tokens: TypedToken[];
}

/** Digits of a probability that mean something in float32. */
const PROBABILITY_DIGITS = 6;

/** A token and its tag a line, a blank line after each sentence. */
export function conllLines(tagged: readonly TaggedSentence[]): string {
  return formatConll(tagged.map(({ tokens }) => [tokens.map(({ text }) => text), tokens.map(({ tag }) => tag)]));
}

/** An object a sentence: its text, tokens and entities with their offsets (in code points) and probabilities. */
export function jsonLines(sentences: readonly TextSentence[], tagged: readonly TaggedSentence[]): string {
  let former: string | undefined;
  let pointOf = codePointOffsets('');
  const records = tagged.map((sentence, i) => {
    const { text } = sentences[i]!;
    if (text !== former) pointOf = codePointOffsets(text); // most sentences are of the same text
    former = text;
    return sentenceRecord(text, sentence, pointOf);
  });
  return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}

function sentenceRecord(
  text: string,
  { tokens, entities, otherReadings }: TaggedSentence,
  pointOf: (offset: number) => number,
) {
  const start = tokens[0]?.start ?? 0;
  const end = tokens.at(-1)?.end ?? 0;
  const points = (part: { start: number; end: number }) => ({ start: pointOf(part.start), end: pointOf(part.end) });
  return {
    text: text.slice(start, end),
    ...points({ start, end }),
    tokens: tokens.map((token) => ({ ...token, ...points(token), probability: rounded(token.probability) })),
    entities: entities.map(({ type, ...entity }) => ({
      type,
      text: text.slice(entity.start, entity.end),
      ...entity,
      ...points(entity),
      probability: rounded(entity.probability),
    })),
    otherReadings: otherReadings.map((reading) => ({
      probability: rounded(reading.probability),
      entities: reading.entities.map(({ type, start: from, end: to }) => ({
        type,
        text: text.slice(from, to),
        ...points({ start: from, end: to }),
      })),
    })),
  };
}

function rounded(probability: number): number {
  return Number(probability.toFixed(PROBABILITY_DIGITS));
}
