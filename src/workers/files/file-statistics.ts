import { tagKind, type Corpus } from '../../data/corpus.ts';
import { documentsRead } from '../../data/batches/documents-read.ts';
import { sharedEntities, sharedSentences } from '../../data/corpora/overlap.ts';
import { corpusStatistics } from '../../data/corpora/statistics.ts';
import type { FileRole } from '../../data/files/file-roles.ts';
import type { FileId } from '../wire/payloads.ts';
import type { FileStatistics } from '../wire/statistics.ts';
import type { LoadedFiles } from './loaded-files.ts';

interface Part {
  id: FileId;
  name: string;
  role: FileRole;
  corpus: Corpus;
}

/** @throws StudioError BadInput if the file is not loaded */
export function fileStatistics(files: LoadedFiles, id: FileId): FileStatistics {
  const corpus = files.corpus(id);
  const parts = files.summary().files.map((file): Part => ({ ...file, corpus: files.corpus(file.id) }));
  const { name, role } = parts.find((part) => part.id === id)!;
  const isLike = (part: Part) => tagKind(part.corpus.style) === tagKind(corpus.style);
  const others = parts.filter((part) => part.id !== id && part.role !== 'unused' && isLike(part));
  return {
    file: name,
    role,
    statistics: corpusStatistics(corpus),
    documents: corpus.documents > 0 ? documentsRead(corpus.sentences) : undefined,
    entities: entitiesBeside({ id, name, role, corpus }, others),
    sentences: others
      .filter((other) => other.role !== role)
      .map((other) => ({ other: other.name, role: other.role, ...sharedSentences(corpus, other.corpus) }))
      .filter(({ count }) => count > 0),
  };
}

function entitiesBeside(own: Part, others: readonly Part[]): FileStatistics['entities'] {
  if (own.role === 'train') {
    const scored = others.filter(({ role }) => role !== 'train');
    return scored.map(({ name, corpus }) => ({ train: own.name, file: name, ...sharedEntities(own.corpus, corpus) }));
  }
  const train = others.filter(({ role }) => role === 'train');
  const [first] = train;
  if (first === undefined) return [];
  const joined = { style: first.corpus.style, sentences: train.flatMap(({ corpus }) => corpus.sentences) };
  const names = train.map(({ name }) => name).join(', ');
  return [{ train: names, file: own.name, ...sharedEntities(joined, own.corpus) }];
}
