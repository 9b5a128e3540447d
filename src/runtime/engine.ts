import { Windows } from '../data/batches/encode.ts';
import { tagKind, type TagKind } from '../data/corpus.ts';
import { parseTag } from '../data/tags/tag-style.ts';
import { trainingStyle } from '../data/tags/training-tags.ts';
import { sentencesOf, type TextToken } from '../data/text/tokenizer.ts';
import { columnNames } from '../data/vocabulary/features.ts';
import { yieldToEventLoop } from '../lib/event-loop.ts';
import type { Wanted } from '../tagging/sentence-tagger.ts';
import type { TaggedSentence } from '../tagging/tagged-text.ts';
import { textUnits } from '../tagging/texts/text-units.ts';
import { ChunkTagger, type SentenceToTag } from './chunk-tagger.ts';
import { openKernels, type Kernels } from './kernels.ts';
import { openModel, type Model } from './model.ts';
import { unpack, type ModelFiles } from './model-files.ts';

/** A tokenised sentence. */
export interface TokenSentence {
  tokens: readonly string[];
  /** Values of the model's columns (`Tagger.columns`), such as parts of speech, by name: one per token. Omitted columns are unknown. */
  columns?: Readonly<Record<string, readonly string[]>>;
}

/** Texts that are documents of their own. */
export interface Texts {
  readonly texts: readonly string[];
}

/** Input to tag: a text, sentences of tokens, or several texts. */
export type Input = string | readonly TokenSentence[] | Texts;

export function hasTexts(input: Input): input is Texts {
  return typeof input === 'object' && 'texts' in input;
}

/** UTF-16 code units of a text, or the number of sentences or texts. */
export function sizeOf(input: Input): number {
  return hasTexts(input) ? input.texts.length : input.length;
}

export interface BatchOptions {
  /** Approximate number of tokens per batch: the thread is blocked for one batch at a time. */
  tokens: number;
  wanted: Wanted;
}

/** A batch of consecutive sentences. */
export interface TaggedBatch {
  sentences: TaggedSentence[];
  /** The index of the text of each sentence, if the input has several. */
  texts?: number[];
  /** Progress: UTF-16 code units of a text, or sentences or texts. */
  done: number;
  total: number;
}

/** Description of a model. Plain data. */
export interface ModelSummary {
  kind: TagKind;
  types: string[];
  tags: string[];
  /** Names of the columns that the model reads. */
  columns: string[];
  /** Training settings. */
  config: Record<string, unknown>;
}

/** Tags on this thread or in a worker. */
export interface Engine {
  readonly summary: ModelSummary;
  batches(input: Input, options: BatchOptions): AsyncGenerator<TaggedBatch, void>;
  close(): void;
}

/** Opens a model on this thread. @throws Error if the files are not a model */
export async function openEngine(files: ModelFiles, kernels: Promise<Kernels> = openKernels()): Promise<Engine> {
  const model = openModel(await unpack(files), await kernels);
  const tagger = new ChunkTagger(model);
  const { style } = model.tags;
  const unitsOf = (text: string) => (tagKind(style) === 'classes' ? textUnits(style, text) : sentencesOf(text));
  return {
    summary: summaryOf(model),
    async *batches(input, options) {
      let done = 0;
      for (const chunk of chunksOf(
        sentencesOfInput(input, unitsOf),
        options.tokens,
        model.vocabulary.unlinked !== undefined,
      )) {
        await yieldToEventLoop(); // lets the page handle events, such as an abort
        const sentences = tagger.tag(chunk, options.wanted);
        const total = sizeOf(input);
        if (hasTexts(input)) {
          const texts = chunk.map(({ document = 0 }) => document);
          yield { sentences, texts, done: texts.at(-1) ?? 0, total };
          continue;
        }
        done = typeof input === 'string' ? (chunk.at(-1)?.tokens.at(-1)?.end ?? done) : done + chunk.length;
        yield { sentences, done, total };
      }
    },
    close: () => undefined,
  };
}

function summaryOf(model: Model): ModelSummary {
  const { config, style, vocabulary } = model.tags;
  const training = trainingStyle(config, style);
  const kind = tagKind(style);
  const typeOf = (tag: string) => (kind === 'entities' ? parseTag(training, tag)?.type : tag);
  const types = new Set(vocabulary.tags.map(typeOf).filter((type) => type !== undefined && type !== ''));
  return {
    kind,
    types: [...types] as string[],
    tags: [...vocabulary.tags],
    columns: columnNames(model.vocabulary.features),
    config: { ...config },
  };
}

/** @param unitsOf what the model reads at a time of a text */
function* sentencesOfInput(
  input: Input,
  unitsOf: (text: string) => Iterable<TextToken[]>,
): Generator<SentenceToTag, void> {
  if (typeof input === 'string') for (const tokens of unitsOf(input)) yield { tokens };
  else if (hasTexts(input)) {
    for (const [document, text] of input.texts.entries()) {
      for (const tokens of unitsOf(text)) yield { tokens, document };
    }
  } else {
    for (const { tokens, columns } of input) {
      yield { tokens: tokens.map((text) => ({ text, start: 0, end: 0 })), columns };
    }
  }
}

/** @param isDocument whether the model reads windows of the document, which must not be split */
function* chunksOf(
  sentences: Iterable<SentenceToTag>,
  most: number,
  isDocument: boolean,
): Generator<SentenceToTag[], void> {
  let chunk: SentenceToTag[] = [];
  let tokens = 0;
  const windows = new Windows();
  let window: number | undefined;
  for (const sentence of sentences) {
    const next = windows.next(sentence.document ?? 0, sentence.tokens.length);
    if (isDocument && next !== window && tokens >= most) {
      yield chunk;
      chunk = [];
      tokens = 0;
    }
    window = next;
    chunk.push(sentence);
    tokens += sentence.tokens.length + 1; // empty sentences also count, to limit the size of a chunk
    if (isDocument || tokens < most) continue;
    yield chunk;
    chunk = [];
    tokens = 0;
  }
  if (chunk.length > 0) yield chunk;
}
