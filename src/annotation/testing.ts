import type { Span } from '../data/corpus.ts';
import { sentenceOfTokens } from './sets/new-sentence.ts';
import { reduce } from './sets/reduce.ts';
import { emptySet, type AnnotationSet, type NewSentence, type SentenceState } from './sets/set.ts';

/** A sentence of words separated by single spaces. */
export function sentence(text: string, spans: readonly Span[] = [], state: SentenceState = 'open'): NewSentence {
  return sentenceOfTokens({ tokens: text.split(' '), spans, state }, { file: 'text.txt', line: 1, document: 0 });
}

/** A set with these sentences. */
export function setOf(sentences: readonly NewSentence[], name = 'letters'): AnnotationSet {
  return reduce(emptySet(name), { kind: 'import', sentences });
}
