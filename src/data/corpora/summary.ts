import type { Corpus, CorpusSummary } from '../corpus.ts';

/** Counts sentences, tokens, entities and types. */
export function summarize({ sentences, style }: Pick<Corpus, 'sentences' | 'style'>): CorpusSummary {
  const counts = new Map<string, number>();
  const count = (type: string) => counts.set(type, (counts.get(type) ?? 0) + 1);
  let tokens = 0;
  let entities = 0;
  let longestSentence = 0;
  for (const sentence of sentences) {
    tokens += sentence.tokens.length;
    entities += sentence.spans.length;
    longestSentence = Math.max(longestSentence, sentence.tokens.length);
    if (style.scheme === 'none') sentence.tags.forEach(count);
    else for (const { type } of sentence.spans) count(type);
  }
  const types = Array.from(counts, ([type, count]) => ({ type, count })).toSorted((a, b) => b.count - a.count);
  return { sentences: sentences.length, tokens, entities, types, longestSentence };
}
