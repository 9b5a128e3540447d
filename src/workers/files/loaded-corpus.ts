import { withWeights } from '../../annotation/queue/sentence-weights.ts';
import type { Corpus, CorpusOptions } from '../../data/corpus.ts';
import { describeReading } from '../../data/corpora/describe-reading.ts';
import { summarize } from '../../data/corpora/summary.ts';
import { withTypesAs } from '../../data/corpora/types-as.ts';
import { unseenTypes } from '../../data/corpora/doubts/unseen-types.ts';
import type { FileRole } from '../../data/files/file-roles.ts';
import { shownName } from '../../data/files/shown-name.ts';
import { StudioError } from '../../lib/errors.ts';
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

/** The corpus as it is used: with its types as they are read, and with the weights of its sentences. */
export function usedCorpus({ corpus, weights }: LoadedCorpus): Corpus {
  const used = withTypesAs(corpus);
  if (weights === undefined) return used;
  return { ...used, sentences: withWeights(used.sentences, new Map(weights)) };
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
  const { inputColumns: _, ...settings } = corpus.settings ?? {};
  const used = withTypesAs(corpus);
  const summary = summarize(used);
  const types = used === corpus ? undefined : summarize(corpus).types;
  const { columns: roles, reasons, outside } = describeReading(corpus);
  const unseen = role === 'dev' || role === 'test' ? unseenTypes(training, used) : undefined;
  const own = inputs.length > 0 ? corpus.problems : corpus.problems.filter(({ kind }) => kind !== 'input-columns');
  const problems = unseen === undefined ? own : [unseen, ...own];
  return {
    id,
    name: shownName(file.name),
    size: file.size,
    isSample,
    role,
    format,
    style,
    columns,
    tagColumn,
    reading: {
      roles,
      rows: corpus.rows ?? [],
      reasons,
      outside,
      types: (types ?? summary.types).map(({ type }) => type),
      settings,
      form: corpus.form,
      question: corpus.question,
    },
    encoding: corpus.guessedEncoding,
    furtherColumns,
    inputColumns: inputs.filter((input) => furtherColumns.some(({ name }) => name === input)),
    summary,
    documents: corpus.documents,
    invalidTransitions,
    problems,
    moreProblems,
    weights,
  };
}

/** @throws StudioError BadCorpus if the file has a question, which is answered on its card */
export function requireAnswered({ file, question }: Corpus): void {
  if (question === undefined) return;
  throw new StudioError('BadCorpus', `${shownName(file)}: ${question.what} Answer it on the card of the file.`);
}

/** Whether there are tags to learn: at least one that is not a number. */
export function hasNames({ sentences, problems }: Corpus): boolean {
  return sentences.some(({ tags }) => tags.length > 0) && problems.every(({ kind }) => kind !== 'numbers');
}
