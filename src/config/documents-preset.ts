/** Numbers of sentences and documents of a training file. */
export interface DocumentCounts {
  sentences: number;
  /** Number of documents marked in the file; 0 if it marks none: then the whole file is one document. */
  documents: number;
}

/** The default recipe for files with documents. */
export const DOCUMENTS_PRESET = 'tagsmith-documents';

/** Whether a model that reads documents suits the training files: documents of one sentence provide no context. */
export function haveDocuments(train: readonly DocumentCounts[]): boolean {
  return train.some(({ sentences, documents }) => sentences >= 2 * Math.max(1, documents));
}
