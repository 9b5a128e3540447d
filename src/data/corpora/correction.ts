import type { Span } from '../corpus.ts';

/** A correction of a sentence: new spans, or its exclusion. */
export type Correction = { spans: readonly Span[] } | 'excluded';
