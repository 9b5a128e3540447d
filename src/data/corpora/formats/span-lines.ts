import type { ReadingQuestion } from '../../corpus.ts';
import { isUsualType } from '../../tags/usual-types.ts';
import { firstLines, isFilled } from '../../files/text-lines.ts';
import type { TextToken } from '../../text/tokenizer.ts';
import type { AnnotatedText, TokenSentence, WrittenSpan, WrittenTokenSpan } from '../records/record.ts';
import { ENDS_QUESTION, SpanEndsEvidence } from '../records/span-ends.ts';
import { SpanOrigin, spansFromZero } from '../records/span-origin.ts';
import { type CorpusSource, type Format, SCORES } from './format.ts';
import { corpusOfTexts, PLACES_OF_TOKENS, type WrittenDocument } from './texts.ts';

/** Lines examined. */
const SAMPLED_LINES = 400;
/** Share of the blocks that must be sentences. */
const MIN_SHARE = 0.9;
/** `0,2 PER|5,6 LOC`: the words of spans, from 0, and their types, of one word each: running text has decimal commas, too. */
const SPAN = /^\d+,\d+ [^|\s]{0,60}[^|\s.,;:!?]$/;
/** Sentences with spans that show that the blocks are no verses; one is enough with several spans, or with tags in capitals. */
const MIN_BLOCKS = 2;

/**
 * Blocks of lines with the words of a sentence, perhaps their parts of speech, and its spans, which may overlap; the line of the spans is
 * empty without any. As in the data of mention hypergraphs (Lu & Roth 2015).
 */
export const spanLines: Format = {
  detect(_file, lines) {
    const size = sizeOf(lines);
    return size === undefined
      ? undefined
      : { score: SCORES.signature, reason: `line ${size} of each sentence has spans of its words` };
  },
  read(source, options) {
    const written = [...sentencesOf(source)];
    const found = written.map(({ line, sentence }) => {
      const [own] = spansFromZero({ sentences: [sentence] }, options).sentences;
      return { line, sentence: own! };
    });
    const evidence = new SpanEndsEvidence();
    const origin = new SpanOrigin();
    evidence.add({ sentences: found.map(({ sentence }) => sentence) });
    const isOpen = options.spanEnds === undefined && options.spansFrom === undefined;
    if (isOpen) origin.add({ sentences: found.map(({ sentence }) => sentence) });
    const after = (options.spanEnds ?? evidence.ends) === 'inclusive' ? 1 : 0;
    const documents = found.map(({ line, sentence }): WrittenDocument => ({
      line,
      id: source.file,
      content: { texts: [textOf(sentence, after)] },
    }));
    const corpus = corpusOfTexts(source, documents, { ...options, ...PLACES_OF_TOKENS });
    const isUnknown = evidence.hasSpans && evidence.ends === undefined;
    const originQuestion = origin.question(evidence.ends);
    if (originQuestion === undefined) origin.report(evidence.ends, source.problems);
    const countsQuestion = originQuestion ?? (isUnknown && options.spanEnds === undefined ? ENDS_QUESTION : undefined);
    const types = new Set(found.flatMap(({ sentence: { spans = [] } }) => spans.map(({ type }) => type)));
    const [type = ''] = types;
    const areDoubtful = types.size === 1 && !isUsualType(type) && options.scheme === undefined;
    const question = areDoubtful ? measuresOrSpans(type) : countsQuestion;
    return { ...corpus, hasDocuments: false, ...(question && { question }) };
  },
};

function measuresOrSpans(type: string): ReadingQuestion {
  return {
    what: 'Are these lines spans of the words above them?',
    reason: `Some lines look like spans of words, all of the type ${type}: decimals with a unit are written in the same way.`,
    options: [{ label: 'yes, these are entities', settings: { scheme: 'BIO' } }],
  };
}

/** @param after what is added to the ends of spans, so that they are those of the word behind */
function textOf({ tokens, spans = [] }: TokenSentence, after: 0 | 1): AnnotatedText {
  let text = '';
  const words = tokens.map((word): TextToken => {
    const start = text === '' ? 0 : text.length + 1;
    text += `${text === '' ? '' : ' '}${word}`;
    return { text: word, start, end: text.length };
  });
  const written = spans.map(({ start, end, type }): WrittenSpan => {
    const [first, last] = [words[start], words[end + after - 1]];
    return { start: first?.start ?? text.length, end: last?.end ?? 0, type, unit: 'UTF-16 units' };
  });
  return { text, spans: written, sentences: [words] };
}

/** Lines of a sentence; undefined if the lines are something else. */
function sizeOf(lines: Iterable<string>): number | undefined {
  const sample = firstLines(lines, SAMPLED_LINES);
  const blocks = blocksOf(sample.length === SAMPLED_LINES ? sample.slice(0, sample.findLastIndex((line) => !isFilled(line))) : sample); // prettier-ignore
  const sizes = new Set(blocks.filter((block) => areSpans(block.at(-1)!)).map(({ length }) => length));
  const [size] = sizes;
  if (sizes.size !== 1 || (size !== 2 && size !== 3)) return undefined;
  const fitting = blocks.filter((block) => isSentence(block, size));
  const spans = fitting.filter((block) => block.length === size && areSpans(block.at(-1)!));
  const isSure =
    spans.some((block) => block.at(-1)!.includes('|')) ||
    (size === 3 && (spans.length >= MIN_BLOCKS || spans.some(([, tags]) => !/\p{Ll}/u.test(tags!))));
  return isSure && fitting.length >= MIN_SHARE * blocks.length ? size : undefined;
}

/** Whether a line has only spans. */
function areSpans(line: string): boolean {
  return line.split('|').every((span) => SPAN.test(span));
}

function blocksOf(lines: readonly string[]): string[][] {
  const blocks: string[][] = [[]];
  for (const line of lines) {
    if (isFilled(line)) blocks.at(-1)!.push(line.trim());
    else if (blocks.at(-1)!.length > 0) blocks.push([]);
  }
  return blocks.filter(({ length }) => length > 0);
}

function isSentence(block: readonly string[], size: number): boolean {
  if (block.length !== size && block.length !== size - 1) return false;
  const [words, tags] = block.map((line) => wordsOf(line).length) as [number, number?];
  if (size === 3 && words !== tags) return false;
  return block.length < size || spansIn(block.at(-1)!).every(({ start, end }) => start <= end && end <= words + 1); // from 1
}

function* sentencesOf({ lines, problems }: CorpusSource): Generator<{ line: number; sentence: TokenSentence }, void> {
  const size = sizeOf(lines)!;
  let [number, first] = [0, 0];
  let block: string[] = [];
  for (const line of [...lines, '']) {
    number++;
    if (isFilled(line)) {
      if (block.length === 0) first = number;
      block.push(line.trim());
      continue;
    }
    if (block.length === 0) continue;
    const [words = ''] = block;
    if (isSentence(block, size) && (block.length < size || areSpans(block.at(-1)!))) {
      yield {
        line: first,
        sentence: { tokens: wordsOf(words), spans: block.length < size ? [] : spansIn(block.at(-1)!) },
      };
    } else {
      const message = `Expected ${size === 3 ? 'words, as many parts of speech' : 'words'}, and their spans, such as 0,2 PER|5,6 LOC; the sentence was skipped.`;
      problems.add({ line: first, severity: 'error', kind: 'span-lines', message, excerpt: words });
    }
    block = [];
  }
}

function wordsOf(line: string): string[] {
  return line.split(/\s+/);
}

function spansIn(line: string): WrittenTokenSpan[] {
  return line.split('|').map((span) => {
    const [, start, end, type] = /^(\d+),(\d+) (.*)$/.exec(span) ?? [];
    return { start: Number(start), end: Number(end), type: type ?? '' };
  });
}
