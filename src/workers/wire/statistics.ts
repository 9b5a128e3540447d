import type { DocumentsRead } from '../../data/batches/documents-read.ts';
import type { SharedEntities, SharedSentences } from '../../data/corpora/overlap.ts';
import type { CorpusStatistics } from '../../data/corpora/statistics.ts';
import type { FileRole } from '../../data/files/file-roles.ts';

/** Statistics of a loaded corpus, alone and beside the other loaded corpora that are used. */
export interface FileStatistics {
  file: string;
  role: FileRole;
  statistics: CorpusStatistics;
  /** Undefined where the file marks none. */
  documents?: DocumentsRead | undefined;
  /** Of a dev or test file: entities that the training files share; of a training file: those of each dev and test file. */
  entities: (SharedEntities & { train: string; file: string })[];
  /** Sentences that other files share; none of files that share nothing. */
  sentences: (SharedSentences & { other: string; role: FileRole })[];
}
