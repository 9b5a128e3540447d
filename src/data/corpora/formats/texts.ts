import type { CorpusOptions } from '../../corpus.ts';
import { standardStyle } from '../../tags/tag-style.ts';
import { RecordReader } from '../json/jsonl.ts';
import type { RawCorpus } from '../raw-corpus.ts';
import type { RecordContent } from '../records/record.ts';
import type { CorpusSource } from './format.ts';

/** A document of a file, or a part of it. */
export interface WrittenDocument {
  /** Of its first character. */
  line: number;
  /** Successive parts with the same id are one document. */
  id: string;
  content: RecordContent;
}

/** How spans of tokens are counted that a format has read: no question is left. */
export const PLACES_OF_TOKENS = { spanEnds: 'exclusive', spansFrom: 0 } as const;

/** The corpus of documents with spans. Documents are numbered in the order of their ids. */
export function corpusOfTexts(
  { file, problems }: Pick<CorpusSource, 'file' | 'problems'>,
  documents: Iterable<WrittenDocument>,
  options: CorpusOptions,
): RawCorpus {
  const reader = new RecordReader(file, problems, options);
  const sentences = [];
  let haveTags = false; // and then a scheme of the file
  for (const { line, id, content } of documents) {
    haveTags ||= 'sentences' in content && content.sentences.some(({ tags }) => tags !== undefined);
    for (const sentence of reader.readContent({ doc_id: id }, content, line).sentences) sentences.push(sentence);
  }
  reader.end();
  return {
    sentences,
    hasDocuments: reader.borders.hasMarks,
    columns: 0,
    tagColumn: 0,
    furtherColumns: [],
    ...(!haveTags && { style: standardStyle('BIO') }),
    ...(reader.question && { question: reader.question }),
  };
}
