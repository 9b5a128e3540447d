import type { LegacyEncoding } from '../data/encodings.ts';
import { inChosenEncoding } from '../data/files/decode-text.ts';
import { importFile } from '../annotation/exchange/import-file.ts';
import type { ImportedTexts } from '../annotation/exchange/import-texts.ts';
import { textPool } from '../annotation/exchange/text-pool.ts';
import type { RunConfig } from '../config/schema.ts';
import { openCorpus } from '../data/corpora/containers/open-corpus.ts';
import { summarize } from '../data/corpora/summary.ts';
import type { CorpusSummary, Problem } from '../data/corpus.ts';
import { readInputs, type FileContents, type InputFile, type Role, type RunInputs } from '../runs/inputs.ts';
import type { PoolSentence } from '../runs/unlabelled.ts';
import { nameOfSource, openSource, type FileSource } from './files.ts';

export interface DataSources extends Record<Role, readonly FileSource[]> {
  inputColumns: readonly string[];
  gazetteers: readonly FileSource[];
  vectors: FileSource | undefined;
  /** Text without labels. */
  unlabelled: readonly FileSource[];
  /** Of files that are not UTF-8. */
  encoding: LegacyEncoding | undefined;
}

/** Text without labels. */
export interface ReadText extends ReadProblems {
  sentences: number;
}

/** A file that was read, and its problems. Plain data. */
interface ReadProblems {
  name: string;
  problems: Problem[];
  /** Number of problems that are not listed. */
  moreProblems: number;
}

export interface ReadFile extends CorpusSummary, ReadProblems {
  role: Role;
}

export interface ReadGazetteer extends ReadProblems {
  /** Its lists: one for each type that the file names, or one with the name of the file. */
  lists: { name: string; names: number }[];
}

export interface ReadVectors extends ReadProblems {
  /** Number of words in the file. */
  words: number;
  dimensions: number;
  /** Share of the tokens of the training data that have a vector. */
  coverage: number;
}

/**
 * Reads the files of a run.
 *
 * @param settings called with whether the training files have documents
 * @throws StudioError BadInput, BadCorpus, BadVectors, Cancelled
 */
export async function readData(
  { train, dev, test, gazetteers, vectors, inputColumns, unlabelled, encoding }: DataSources,
  settings: (haveDocuments: boolean) => RunConfig,
  signal: AbortSignal | undefined,
): Promise<{ inputs: RunInputs; texts: ReadText[]; pool: PoolSentence[] }> {
  const read = await Promise.all(unlabelled.map((source) => readText(source, encoding)));
  const pool = textPool(read);
  const files = {
    train: train.map(corpusFile),
    dev: dev.map(corpusFile),
    test: test.map(corpusFile),
    gazetteers: gazetteers.map((source) => namesFile(source, encoding)),
    vectors: vectors === undefined ? undefined : { name: nameOfSource(vectors), open: () => openSource(vectors) },
  };
  const inputs = await readInputs(files, { reading: encoding && { encoding }, inputColumns, settings, signal, pool });
  return { inputs, pool, texts: read.map(({ sentences, ...text }) => ({ ...text, sentences: sentences.length })) };
}

async function readText(
  source: FileSource,
  encoding: LegacyEncoding | undefined,
): Promise<ImportedTexts & { name: string }> {
  const file = await openSource(source);
  return { name: file.name, ...(await importFile(file, { encoding })) };
}

const corpusFile = (source: FileSource): InputFile => ({
  name: nameOfSource(source),
  read: async () => contentsOf(await openCorpus(await openSource(source))),
});

const namesFile = (source: FileSource, encoding: LegacyEncoding | undefined): InputFile => ({
  name: nameOfSource(source),
  read: async () => {
    const { name, bytes } = await contentsOf(await openCorpus(await openSource(source), true));
    return { name, bytes: inChosenEncoding(bytes, encoding) };
  },
});

async function contentsOf(file: File): Promise<FileContents> {
  return { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) };
}

/** What was read, as plain data. */
export function describeData({ files, gazetteers, vectors }: RunInputs): {
  files: ReadFile[];
  gazetteers: ReadGazetteer[];
  vectors: ReadVectors | undefined;
} {
  return {
    files: files.map(({ role, corpus }) => {
      const { file: name, problems, moreProblems } = corpus;
      return { role, name, ...summarize(corpus), problems, moreProblems };
    }),
    gazetteers: gazetteers.map(({ file: name, lists, problems, moreProblems }) => {
      return {
        name,
        lists: lists.map((list) => ({ name: list.name, names: list.names.length })),
        problems,
        moreProblems,
      };
    }),
    vectors: vectors && {
      name: vectors.file,
      words: vectors.words,
      dimensions: vectors.dimensions,
      coverage: 1 - vectors.coverage.matched.none.tokens / vectors.coverage.tokens,
      problems: vectors.problems,
      moreProblems: vectors.moreProblems,
    },
  };
}
