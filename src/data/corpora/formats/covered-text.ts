import type { ReadingQuestion } from '../../corpus.ts';
import type { WrittenDocument } from './texts.ts';

/** Spans from which it is no chance that they cover all words. */
const FEWEST_SPANS = 10;
/** Share of the characters in spans. */
const COVERED = 0.95;

/** Asks whether elements are entities where they cover all of the texts, as those of sentences and tokens do. */
export function coveredQuestion(documents: readonly WrittenDocument[]): ReadingQuestion | undefined {
  let [spans, all, covered] = [0, 0, 0];
  const types = new Set<string>();
  for (const { content } of documents) {
    if (!('texts' in content)) continue;
    for (const { text, spans: own = [] } of content.texts) {
      const isIn = new Uint8Array(text.length);
      for (const { start, end, type } of own) {
        if (type === 'O') continue; // beside tags of a scheme
        isIn.fill(1, start, end);
        types.add(type);
      }
      spans += own.length;
      for (const [at, is] of isIn.entries()) {
        if (text[at]!.trim() === '') continue;
        all++;
        covered += is;
      }
    }
  }
  if (spans < FEWEST_SPANS || covered < COVERED * all) return undefined;
  return {
    what: 'Are these elements entities?',
    reason: `Elements (${[...types].slice(0, 5).join(', ')}) cover ${Math.round((100 * covered) / all)}% of the text, as those of sentences and words do, and entities do not.`,
    options: [{ label: 'yes, these are entities', settings: { scheme: 'BIO' } }],
  };
}
