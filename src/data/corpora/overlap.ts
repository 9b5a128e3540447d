import type { Corpus, Sentence } from '../corpus.ts';
import { entitiesOf } from './statistics.ts';
import { surfaceOf } from './surface.ts';

type Part = Pick<Corpus, 'sentences' | 'style'>;

/** Maximum number of shared sentences listed. */
const MOST_LISTED = 10;
/** Minimum tokens of a long sentence. Shorter ones, such as headings, are often equal by chance. */
const LONG = 5;

/** Entities of a corpus that also occur in the training data. The more are shared, the less its scores reflect unseen entities. */
export interface SharedEntities {
  count: number;
  shared: number;
  /** By descending frequency. */
  types: { type: string; count: number; shared: number }[];
}

/** Sentences of a corpus that also occur, word for word, in another one. */
export interface SharedSentences {
  count: number;
  /** Number of shared sentences of at least five tokens. */
  long: number;
  /** The longest shared sentences. */
  examples: { text: string; line: number; otherLine: number }[];
}

/** Compares entities by their words, ignoring type and case. */
export function sharedEntities(train: Part, corpus: Part): SharedEntities {
  const known = new Set<string>();
  for (const sentence of train.sentences) {
    for (const { start, end } of entitiesOf(sentence, train.style))
      known.add(surfaceOf(sentence.tokens.slice(start, end)));
  }
  const types = new Map<string, { type: string; count: number; shared: number }>();
  for (const sentence of corpus.sentences) {
    for (const { start, end, type } of entitiesOf(sentence, corpus.style)) {
      const counts = types.get(type) ?? { type, count: 0, shared: 0 };
      types.set(type, counts);
      counts.count++;
      if (known.has(surfaceOf(sentence.tokens.slice(start, end)))) counts.shared++;
    }
  }
  const all = [...types.values()].sort((a, b) => b.count - a.count);
  const total = (of: 'count' | 'shared') => all.reduce((sum, counts) => sum + counts[of], 0);
  return { count: total('count'), shared: total('shared'), types: all };
}

/** Finds sentences with the same tokens; case-sensitive. */
export function sharedSentences(
  corpus: Pick<Part, 'sentences'>,
  other: { sentences: readonly Sentence[] },
): SharedSentences {
  const lines = new Map<string, number>();
  for (const { tokens, line } of other.sentences) {
    const text = tokens.join(' ');
    if (!lines.has(text)) lines.set(text, line);
  }
  const shared = corpus.sentences.flatMap(({ tokens, line }) => {
    const text = tokens.join(' ');
    const otherLine = lines.get(text);
    return otherLine === undefined || tokens.length === 0 ? [] : [{ text, line, otherLine, length: tokens.length }];
  });
  const examples = shared.toSorted((a, b) => b.length - a.length).slice(0, MOST_LISTED);
  return {
    count: shared.length,
    long: shared.filter(({ length }) => length >= LONG).length,
    examples: examples.map(({ text, line, otherLine }) => ({ text, line, otherLine })),
  };
}
