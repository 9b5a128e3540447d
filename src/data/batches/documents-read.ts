import { WINDOW_TOKENS } from './links.ts';

/** The documents of a corpus, as models read them that know documents. */
export interface DocumentsRead {
  count: number;
  /** The longest one, in tokens, and the line where it begins. */
  longest: { tokens: number; line: number };
  /** Those that are read in several windows. */
  long: number;
  /** Tokens of a window. */
  window: number;
}

interface SentenceOfDocument {
  tokens: readonly string[];
  document?: number | undefined;
  line: number;
}

/** @returns undefined where sentences stand alone */
export function documentsRead(sentences: readonly SentenceOfDocument[]): DocumentsRead | undefined {
  const documents = new Map<number, DocumentsRead['longest']>();
  for (const { tokens, document, line } of sentences) {
    if (document === undefined) continue;
    const known = documents.get(document);
    if (known === undefined) documents.set(document, { tokens: tokens.length, line });
    else known.tokens += tokens.length;
  }
  if (documents.size === 0) return undefined;
  const lengths = [...documents.values()];
  return {
    count: documents.size,
    longest: lengths.reduce((longest, one) => (one.tokens > longest.tokens ? one : longest)),
    long: lengths.filter(({ tokens }) => tokens > WINDOW_TOKENS).length,
    window: WINDOW_TOKENS,
  };
}
