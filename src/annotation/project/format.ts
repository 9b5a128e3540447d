import type { TokenOffsets } from '../../data/corpora/json/entities.ts';
import type { Span } from '../../data/corpus.ts';
import { sha256 } from '../../lib/sha256.ts';
import type { NewSentence, SentenceState, SpanType } from '../sets/set.ts';

/** The first file of a project. */
export const PROJECT_FILE = 'tagsmith-project.json';
export const FORMAT = { format: 'tagsmith-project', version: 1 };

/** Git joins the lines of both sides, so that a merge of two copies is their union. */
export const GIT_ATTRIBUTES =
  '*.jsonl text eol=lf merge=union\n*.md text eol=lf\n*.tsv text eol=lf merge=union\n*.json text eol=lf\n*.zip binary\n';

/** A person at one copy of a set, as `ada-3f9c`. Only this copy appends to the writer's log. */
export type Writer = string;
/** Texts of a set: their hash; if the same texts were added again, with a number, as `9b1c….2`. */
export type TextsName = string;
/** A sentence in all copies of a set: its texts, and its 0-based place in them, as `9b1c…:12`. */
export type SentenceKey = string;

/** A span in characters of the sentence, UTF-16: `[start, end, type]`. */
export type WrittenSpan = readonly [start: number, end: number, type: string];

/** The state of a sentence after an edit. It is complete, so that no other line is needed to understand it. */
export interface WrittenEdit {
  sentence: SentenceKey;
  state: SentenceState;
  spans: readonly WrittenSpan[];
  /** Spans that were refused, if any. */
  refused?: readonly WrittenSpan[];
  /** Given if the text was split again. */
  tokens?: readonly (readonly [start: number, end: number])[];
  /** The lines of other writers that this edit was made in knowledge of. It takes their place. */
  over?: readonly string[];
}

/** A line of a log: an action of one writer. */
export interface WrittenLine {
  /** Writer and number, as `ada-3f9c:12`. Unique; the lines of a writer are ordered by their numbers. */
  id: string;
  /** Milliseconds since 1970. */
  at: number;
  /** Texts that were added. */
  texts?: TextsName;
  types?: readonly SpanType[];
  /** New names of types by old names. */
  renamed?: Readonly<Record<string, string>>;
  name?: string;
  edits?: readonly WrittenEdit[];
}

/** Sentences that were added together, as they were before any annotation. */
export type Texts = readonly NewSentence[];

interface WrittenSentence {
  text: string;
  tokens: readonly (readonly [start: number, end: number])[];
  source: NewSentence['source'];
  predicted?: readonly (readonly [start: number, end: number, type: string, probability?: number])[];
}

/** The file of texts, and the hash that names it: two people who add the same file write the same one. */
export async function writeTexts(texts: Texts): Promise<{ hash: string; contents: string }> {
  const contents = texts.map((sentence) => `${JSON.stringify(writtenSentence(sentence))}\n`).join('');
  return { hash: await hashOf(contents), contents };
}

export async function hashOf(contents: string): Promise<string> {
  return (await sha256(new TextEncoder().encode(contents.replaceAll('\r\n', '\n')))).slice(0, 24);
}

function writtenSentence({ text, offsets, source, predicted }: NewSentence): WrittenSentence {
  return {
    text,
    tokens: pairsOf(offsets),
    source: { file: source.file, line: source.line, document: source.document },
    ...(predicted && {
      predicted: predicted.map(({ start, end, type, probability }) =>
        probability === undefined ? [start, end, type] : [start, end, type, probability],
      ),
    }),
  };
}

/** A sentence without annotation, from its line. Not checked: see `read-project.ts`. */
export function sentenceOf({ text, tokens, source, predicted }: WrittenSentence): NewSentence {
  const offsets = offsetsOf(tokens);
  return {
    text,
    tokens: offsets.map(({ start, end }) => text.slice(start, end)),
    offsets,
    spans: [],
    state: 'open',
    source,
    ...(predicted && {
      predicted: predicted.map(([start, end, type, probability]) => ({ start, end, type, probability })),
    }),
  };
}

/** Spans in characters. */
export const writtenSpans = (
  spans: readonly Span[],
  { offsets }: { offsets: readonly TokenOffsets[] },
): WrittenSpan[] => spans.map(({ start, end, type }) => [offsets[start]!.start, offsets[end - 1]!.end, type]);

/** Spans in tokens. A span without a token that begins or ends there has a start of -1, or an end of 0. */
export const spansOf = (spans: readonly WrittenSpan[], offsets: readonly TokenOffsets[]): Span[] =>
  spans.map(([from, to, type]) => ({
    start: offsets.findIndex(({ start }) => start === from),
    end: offsets.findIndex(({ end }) => end === to) + 1,
    type,
  }));

export const pairsOf = (offsets: readonly TokenOffsets[]) => offsets.map(({ start, end }) => [start, end] as const);
export const offsetsOf = (pairs: readonly (readonly [number, number])[]): TokenOffsets[] =>
  pairs.map(([start, end]) => ({ start, end }));

/** The texts with a name. */
export const textsNamed = (texts: ReadonlyMap<string, Texts>, name: TextsName): Texts | undefined =>
  texts.get(name.split('.')[0]!);

/** Writer and number of a line. */
export function partsOf(id: string): { writer: Writer; number: number } {
  const colon = id.lastIndexOf(':');
  return { writer: id.slice(0, colon), number: Number(id.slice(colon + 1)) };
}

/** The name of the person behind a writer. */
export const personOf = (writer: Writer): string => writer.replace(/-[0-9a-f]{4}(~\d+)?$/, '');

/** A name for files: letters, digits, hyphens. */
export function slug(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-+|-+$/g, '') || 'set'; // prettier-ignore
}
