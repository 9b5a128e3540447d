import type { Span } from '../data/corpus.ts';
import { emptySet, reduce, type AnnotationSet, type NewSentence, type SentenceState } from './set.ts';

/** A sentence of words separated by single spaces. */
export function sentence(text: string, spans: readonly Span[] = [], state: SentenceState = 'open'): NewSentence {
  const tokens = text.split(' ');
  let at = 0;
  const offsets = tokens.map((token) => {
    const start = at;
    at += token.length + 1;
    return { start, end: start + token.length };
  });
  return { text, tokens, offsets, spans, state, source: { file: 'text.txt', line: 1, document: 0 } };
}

/** A set with these sentences. */
export function setOf(sentences: readonly NewSentence[], name = 'letters'): AnnotationSet {
  return reduce(emptySet(name), { kind: 'import', sentences });
}
