import { withWeights } from '../../annotation/sentence-weights.ts';
import type { Corpus, CorpusOptions } from '../../data/corpus.ts';
import { summarize } from '../../data/corpora/summary.ts';
import { unseenTypes } from '../../data/corpora/unseen-types.ts';
import type { FileRole } from '../../data/files/file-roles.ts';
import type { CorpusFile, FileId, SentenceWeights } from '../wire/payloads.ts';

/** A loaded corpus and its use. */
export interface LoadedCorpus {
  id: FileId;
  file: File;
  /** The assigned role. See `#roleOf` for the effective one. */
  role: FileRole;
  corpus: Corpus;
  options: CorpusOptions;
  /** The options with which it is being reread. */
  wanted?: CorpusOptions | undefined;
  /** Whether it belongs to the sample that the page opens with. */
  isSample: boolean;
  /** The role that the restored sample took from this file. It gets the role back when the sample is removed. */
  displaced?: FileRole | undefined;
  /** Weights of the down-weighted sentences. */
  weights?: SentenceWeights | undefined;
}

/** The corpus with the weights of its sentences, for training. */
export function weightedCorpus({ corpus, weights }: LoadedCorpus): Corpus {
  if (weights === undefined) return corpus;
  return { ...corpus, sentences: withWeights(corpus.sentences, new Map(weights)) };
}

/**
 * Describes a corpus for the page.
 *
 * @param training corpora to compare types with
 * @param inputs columns that are inputs of the next model
 */
export function describeCorpus(
  { id, file, corpus, isSample, weights }: LoadedCorpus,
  role: FileRole,
  training: readonly Corpus[],
  inputs: readonly string[],
): CorpusFile {
  const { format, style, columns, tagColumn, furtherColumns, invalidTransitions, moreProblems } = corpus;
  const unseen = role === 'dev' || role === 'test' ? unseenTypes(training, corpus) : undefined;
  const own = inputs.length > 0 ? corpus.problems : corpus.problems.filter(({ kind }) => kind !== 'input-columns');
  const problems = unseen === undefined ? own : [unseen, ...own];
  return {
    id,
    name: file.name,
    size: file.size,
    isSample,
    role,
    format,
    style,
    columns,
    tagColumn,
    furtherColumns,
    inputColumns: inputs.filter((input) => furtherColumns.some(({ name }) => name === input)),
    summary: summarize(corpus),
    documents: corpus.documents,
    invalidTransitions,
    problems,
    moreProblems,
    weights,
  };
}

/** Whether there are tags to learn: at least one that is not a number. */
export function hasNames({ sentences, problems }: Corpus): boolean {
  return sentences.some(({ tags }) => tags.length > 0) && problems.every(({ kind }) => kind !== 'numbers');
}
