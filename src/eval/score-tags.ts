import { tagKind, type Span, type TagStyle } from '../data/corpus.ts';
import { tagsAsSpans, TagReader } from '../data/tags/tag-spans.ts';
import { assert } from '../lib/assert.ts';
import { countOverlaps } from './match-spans.ts';
import type { Score, Scores } from './scores.ts';
import { mean } from './summary.ts';

/** The gold and the predicted tags of one sentence, [T] each, in the same style. */
export interface TagPair {
  gold: readonly string[];
  predicted: readonly string[];
  /** The same tags in the style of the file, for the token accuracy. Default: the tags above. */
  asWritten?: Pick<TagPair, 'gold' | 'predicted'> | undefined;
}

/** The gold and the predicted spans of one sentence. Without a scheme each token is a span whose type is its tag. */
export interface SpansOfPair {
  gold: Span[];
  predicted: Span[];
  /** Whether the predicted tags violate the scheme. */
  invalid: boolean;
}

/**
 * Scores predictions by the rules of conlleval (CoNLL-2000 shared task): a predicted span is correct if gold has a span with the same
 * tokens and type; precision, recall and F1 are micro-averages over all sentences, 0 if undefined. Tags are compared as spans, except
 * in `tokenAccuracy`, which compares them as written.
 */
export function scoreTags(style: TagStyle, sentences: Iterable<TagPair>): Scores {
  const overall = noCounts();
  const byType = new Map<string, Counts>();
  let relaxed = 0;
  let tokens = 0;
  let sameTags = 0;
  let invalidSequences = 0;
  let sentenceCount = 0;
  const reader = new PairReader(style);
  for (const pair of sentences) {
    const { gold, predicted, invalid } = reader.read(pair);
    for (const { type } of gold) tally('support', type);
    for (const { type } of predicted) tally('predicted', type);
    for (const { type } of equalSpans(gold, predicted)) tally('correct', type);
    relaxed += countOverlaps(gold, predicted);
    tokens += pair.gold.length;
    const written = pair.asWritten ?? pair;
    for (let i = 0; i < written.gold.length; i++) if (written.gold[i] === written.predicted[i]) sameTags++;
    if (invalid) invalidSequences++;
    sentenceCount++;
  }

  function tally(what: keyof Counts, type: string): void {
    overall[what]++;
    let counts = byType.get(type);
    if (counts === undefined) byType.set(type, (counts = noCounts()));
    counts[what]++;
  }

  const types = [...byType.keys()].toSorted().map((type) => [type, scoreOf(byType.get(type)!)] as const);
  return {
    overall: scoreOf(overall),
    byType: Object.fromEntries(types),
    relaxedF1: scoreOf({ ...overall, correct: relaxed }).f1,
    tokenAccuracy: tokens === 0 ? 0 : sameTags / tokens,
    invalidSequences,
    tokens,
    sentences: sentenceCount,
    ...(tagKind(style) === 'classes' && { macroF1: types.length === 0 ? 0 : mean(types.map(([, { f1 }]) => f1)) }),
  };
}

/** Converts the tags of sentences to spans. */
export class PairReader {
  readonly #reader: TagReader;

  constructor(style: TagStyle) {
    this.#reader = new TagReader(style);
  }

  read({ gold, predicted }: TagPair): SpansOfPair {
    assert(
      gold.length === predicted.length,
      () => `scores: ${gold.length} gold tags, but ${predicted.length} predicted`,
    );
    if (this.#reader.style.scheme === 'none')
      return { gold: tagsAsSpans(gold), predicted: tagsAsSpans(predicted), invalid: false };
    const prediction = this.#reader.read(predicted);
    return { gold: this.#reader.read(gold).spans, predicted: prediction.spans, invalid: prediction.invalid.length > 0 };
  }
}

type Counts = Pick<Score, 'support' | 'predicted' | 'correct'>;

function noCounts(): Counts {
  return { support: 0, predicted: 0, correct: 0 };
}

/** Precision, recall and F1 of counts; 0 if undefined. */
export function scoreOf({ support, predicted, correct }: Counts): Score {
  const precision = predicted === 0 ? 0 : correct / predicted;
  const recall = support === 0 ? 0 : correct / support;
  const f1 = precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall);
  return { precision, recall, f1, support, predicted, correct };
}

/** The spans on both sides. Each side is sorted by start, without duplicate starts. */
export function equalSpans(gold: readonly Span[], predicted: readonly Span[]): Span[] {
  const equal: Span[] = [];
  let p = 0;
  for (const span of gold) {
    while (p < predicted.length && predicted[p]!.start < span.start) p++;
    const other = predicted[p];
    if (other?.start === span.start && other.end === span.end && other.type === span.type) equal.push(span);
  }
  return equal;
}
