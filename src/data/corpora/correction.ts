import type { Span } from '../corpus.ts';

/** What becomes of a sentence: it gets other spans, or it is left out. */
export type Correction = { spans: readonly Span[] } | 'excluded';
