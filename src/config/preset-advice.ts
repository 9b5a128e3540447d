/** How a training file is divided. */
export interface DocumentCounts {
  sentences: number;
  /** Documents that the file marks; 0 if it marks none: then the whole file is one document. */
  documents: number;
}

/** The default recipe for files with documents. */
export const DOCUMENTS_PRESET = 'tagsmith-documents';

/** Whether a model that reads documents suits the training files: a document of one sentence has nothing to add to it. */
export function haveDocuments(train: readonly DocumentCounts[]): boolean {
  return train.some(({ sentences, documents }) => sentences >= 2 * Math.max(1, documents));
}
