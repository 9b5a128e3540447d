import { WINDOW_TOKENS } from './links.ts';

/** Statistics of the documents of a corpus, as read by models with document context. */
export interface DocumentsRead {
  count: number;
  /** The longest document, and the line where it begins. */
  longest: { tokens: number; line: number };
  /** Number of documents that are read in several windows. */
  long: number;
  /** Maximum number of tokens of a window. */
  window: number;
}

interface SentenceOfDocument {
  tokens: readonly string[];
  document?: number | undefined;
  line: number;
}

/** @returns undefined if the sentences have no documents */
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
