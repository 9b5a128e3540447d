import type { Corpus, Sentence, Span, TagStyle } from '../corpus.ts';
import { surfaceOf } from './surface.ts';

/** Maximum length of each list. */
const MOST_LISTED = 20;

/** Statistics of a corpus. Without a tag scheme every token counts as an entity whose type is its tag. */
export interface CorpusStatistics {
  sentences: number;
  tokens: number;
  entities: number;
  sentenceLengths: Lengths;
  entityLengths: Lengths;
  /** By descending frequency. */
  types: TypeStatistics[];
  /** The most frequent entities, ignoring type and case. */
  frequentEntities: LabelledText[];
  /** Words with several labels (types or `O`), sorted by how often they have an unusual label, descending. */
  ambiguousWords: { listed: LabelledText[]; count: number };
  /** Tags that occur once, as written. */
  rareTags: { tag: string; line: number }[];
  /** Number of sentences that repeat an earlier one in the same file. */
  repeated: number;
}

export interface Lengths {
  bins: { label: string; count: number }[];
  mean: number;
  median: number;
  longest: { tokens: number; line: number } | undefined;
}

export interface TypeStatistics {
  type: string;
  count: number;
  /** Number of distinct entities, ignoring case. */
  distinct: number;
}

/** An entity or a word in its most frequent spelling, with how often it has each label. */
export interface LabelledText {
  text: string;
  count: number;
  labels: { label: string; count: number }[];
}

/** Computes the statistics of a corpus in one pass over its sentences. */
export function corpusStatistics({ sentences, style }: Pick<Corpus, 'sentences' | 'style'>): CorpusStatistics {
  const entities = new LabelledTexts();
  const words = new LabelledTexts();
  const tags = new Map<string, { count: number; line: number }>();
  const sentenceLengths: LengthAt[] = [];
  const entityLengths: LengthAt[] = [];
  const seen = new Set<string>();
  for (const sentence of sentences) {
    const { tokens, line } = sentence;
    const spans = entitiesOf(sentence, style);
    sentenceLengths.push({ tokens: tokens.length, line });
    seen.add(tokens.join(' '));
    for (const { start, end, type } of spans) {
      entities.add(tokens.slice(start, end), type);
      entityLengths.push({ tokens: end - start, line });
    }
    labelsOf(sentence, spans).forEach((label, t) => words.add([tokens[t]!], label));
    for (const tag of sentence.tags) {
      const known = tags.get(tag);
      if (known === undefined) tags.set(tag, { count: 1, line });
      else known.count++;
    }
  }
  const ambiguous = words.all().filter(({ text, labels }) => labels.length > 1 && /[\p{L}\p{N}]/u.test(text));
  return {
    sentences: sentences.length,
    tokens: sentenceLengths.reduce((sum, { tokens }) => sum + tokens, 0),
    entities: entityLengths.length,
    sentenceLengths: lengthsOf(sentenceLengths, SENTENCE_BINS),
    entityLengths: lengthsOf(entityLengths, ENTITY_BINS),
    types: typesOf(entities.all()),
    frequentEntities: entities
      .all()
      .sort((a, b) => b.count - a.count)
      .slice(0, MOST_LISTED),
    ambiguousWords: {
      listed: ambiguous.sort((a, b) => unusual(b) - unusual(a)).slice(0, MOST_LISTED),
      count: ambiguous.length,
    },
    rareTags: [...tags].filter(([, { count }]) => count === 1).map(([tag, { line }]) => ({ tag, line })),
    repeated: sentences.length - seen.size,
  };
}

/** The entities of a sentence; without a scheme, its tokens. */
export function entitiesOf({ spans, tags }: Sentence, { scheme }: Pick<TagStyle, 'scheme'>): Span[] {
  return scheme === 'none' ? tags.map((type, t) => ({ start: t, end: t + 1, type })) : spans;
}

/** The type or `O` of each token; nothing for a sentence without tags. */
function labelsOf({ tokens, tags }: Sentence, spans: readonly Span[]): string[] {
  if (tags.length === 0) return [];
  const labels = tokens.map(() => 'O');
  for (const { start, end, type } of spans) labels.fill(type, start, end);
  return labels;
}

/** How often a word has another label than its most frequent one. */
function unusual({ count, labels }: LabelledText): number {
  return count - labels[0]!.count;
}

/** Counts the spellings and labels of texts, ignoring case. */
class LabelledTexts {
  readonly #texts = new Map<string, { spellings: Map<string, number>; labels: Map<string, number>; count: number }>();

  add(words: readonly string[], label: string): void {
    const key = surfaceOf(words);
    let entry = this.#texts.get(key);
    if (entry === undefined) this.#texts.set(key, (entry = { spellings: new Map(), labels: new Map(), count: 0 }));
    entry.count++;
    increment(entry.spellings, words.join(' '));
    increment(entry.labels, label);
  }

  /** In order of first occurrence; labels by descending count. */
  all(): LabelledText[] {
    return Array.from(this.#texts.values(), ({ spellings, labels, count }) => ({
      text: descending(spellings)[0]![0],
      count,
      labels: descending(labels).map(([label, n]) => ({ label, count: n })),
    }));
  }
}

function increment(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function descending(counts: Map<string, number>): [string, number][] {
  return [...counts].sort(([, a], [, b]) => b - a);
}

function typesOf(entities: readonly LabelledText[]): TypeStatistics[] {
  const types = new Map<string, TypeStatistics>();
  for (const { labels } of entities) {
    for (const { label: type, count } of labels) {
      const known = types.get(type) ?? { type, count: 0, distinct: 0 };
      types.set(type, { type, count: known.count + count, distinct: known.distinct + 1 });
    }
  }
  return [...types.values()].sort((a, b) => b.count - a.count);
}

interface LengthAt {
  tokens: number;
  line: number;
}

/** Histogram bins of lengths, and the bin of each length. */
interface Bins {
  labels: readonly string[];
  of: (tokens: number) => number;
}

const ENTITY_BINS: Bins = { labels: ['1', '2', '3', '4', '5+'], of: (tokens) => Math.min(tokens, 5) - 1 };
const SENTENCE_BINS: Bins = {
  labels: ['1–5', '6–10', '11–15', '16–20', '21–25', '26–30', '31–35', '36–40', '41–45', '46–50', '51+'],
  of: (tokens) => Math.min(Math.max(0, Math.ceil(tokens / 5) - 1), 10), // empty sentences go to the first bin
};

function lengthsOf(lengths: readonly LengthAt[], bins: Bins): Lengths {
  const counts = bins.labels.map(() => 0);
  let longest: LengthAt | undefined;
  for (const at of lengths) {
    counts[bins.of(at.tokens)]!++;
    if (longest === undefined || at.tokens > longest.tokens) longest = at;
  }
  const sorted = lengths.map(({ tokens }) => tokens).sort((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return {
    bins: counts.map((count, i) => ({ label: bins.labels[i]!, count })),
    mean: sorted.length === 0 ? 0 : sorted.reduce((sum, tokens) => sum + tokens, 0) / sorted.length,
    median: sorted.length === 0 ? 0 : (sorted[Math.floor(middle)]! + sorted[Math.ceil(middle)]!) / 2,
    longest,
  };
}
