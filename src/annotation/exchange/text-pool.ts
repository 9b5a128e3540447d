import type { ImportedTexts } from './import-texts.ts';

/** A sentence of text without labels, as runs learn from it. */
interface TextSentence {
  tokens: string[];
  document: number;
}

/** The sentences of files without their labels. No two files share a document. */
export function textPool(files: readonly Pick<ImportedTexts, 'sentences'>[]): TextSentence[] {
  let documents = 0;
  return files.flatMap(({ sentences }) => {
    const before = documents;
    documents += 1 + sentences.reduce((most, { source }) => Math.max(most, source.document), -1);
    return sentences.map(({ tokens, source }) => ({ tokens: [...tokens], document: before + source.document }));
  });
}
