import type { DocumentsRead } from '../../data/batches/documents-read.ts';
import type { SharedEntities, SharedSentences } from '../../data/corpora/overlap.ts';
import type { CorpusStatistics } from '../../data/corpora/statistics.ts';
import type { FileRole } from '../../data/files/file-roles.ts';

/** Statistics of a loaded corpus, by itself and compared with the other loaded corpora in use. */
export interface FileStatistics {
  file: string;
  role: FileRole;
  statistics: CorpusStatistics;
  /** Undefined if the file has no document boundaries. */
  documents?: DocumentsRead | undefined;
  /** For a dev or test file: entities shared with the training files; for a training file: those shared with each dev and test file. */
  entities: (SharedEntities & { train: string; file: string })[];
  /** Sentences shared with other files; without files that share none. */
  sentences: (SharedSentences & { other: string; role: FileRole })[];
}
