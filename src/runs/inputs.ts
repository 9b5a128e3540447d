import { shownName } from '../data/files/shown-name.ts';
import type { RunConfig } from '../config/schema.ts';
import { haveDocuments } from '../config/documents-preset.ts';
import { requireInputColumns } from '../data/corpora/columns/input-columns.ts';
import { readWithLabels } from '../data/corpora/json/label-info.ts';
import { requireUsable } from '../data/corpora/read-corpus.ts';
import { withTypesAs } from '../data/corpora/types-as.ts';
import { unseenTypes } from '../data/corpora/doubts/unseen-types.ts';
import {
  tagKind,
  type Corpus,
  type CorpusOptions,
  type Problem,
  type Sentence,
  type TagStyle,
} from '../data/corpus.ts';
import { mergeLists, readNames, requireNames, type NameFile } from '../data/features/read-names.ts';
import type { RandomAccessFile } from '../data/files/random-access-file.ts';
import { requireCompatibleTags } from '../data/tags/training-tags.ts';
import { measureByCase, type Coverage } from '../data/vectors/coverage.ts';
import { readVectors, type ReadVectorsOptions, type VectorsRead } from '../data/vectors/read-vectors.ts';
import { VectorLookup, wantedSpellings } from '../data/vectors/vector-lookup.ts';
import { countForms } from '../data/vocabulary/vocabulary.ts';
import type { WordNormalization } from '../data/vocabulary/word-keys.ts';
import type { PoolSentence } from './unlabelled.ts';
import type { RunSource } from './prepare.ts';
import { dataNames, joinSources, runSource, type Source } from './sources.ts';

/** A file, which is read when it is needed. */
export interface InputFile {
  /** As given. */
  name: string;
  read: () => Promise<FileContents>;
}

/** What is in a file: for a packed one, the name and bytes of its contents. */
export interface FileContents {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
  /** Names of integer labels by field, from a `dataset_info.json` beside it. */
  labels?: ReadonlyMap<string, readonly string[]> | undefined;
}

/** The files of a run. Those of one role are read as one corpus. */
export interface InputFiles extends Record<Role, readonly InputFile[]> {
  gazetteers: readonly InputFile[];
  /** Streamed. */
  vectors: VectorsInput | undefined;
}

export interface VectorsInput {
  /** Name in messages. */
  name: string;
  open: () => Promise<RandomAccessFile>;
}

export type Role = 'train' | 'dev' | 'test';

export interface ReadInputsOptions extends Omit<TaggedCorpusOptions, 'like'> {
  /** The settings of the run, for training files or text without labels that have documents of more than a sentence, or do not. */
  settings: (haveDocuments: boolean) => RunConfig;
  /** The types of the model that is trained further. */
  knownTypes?: readonly string[] | undefined;
  /** Text without labels that the run learns from; its words keep their vectors. */
  pool?: readonly PoolSentence[] | undefined;
  signal?: AbortSignal | undefined;
  onVectorsProgress?: ReadVectorsOptions['onProgress'];
  /** Called as files are read. */
  report?: (part: InputPart) => void;
}

/** What was read. */
export type InputPart =
  | ({ kind: 'problems' } & Problems)
  /** The reader asks how to read a corpus. Its message is thrown next, unless the caller throws a better one. */
  | { kind: 'question'; corpus: Corpus }
  | { kind: 'corpus'; role: Role; corpus: Corpus }
  /** There is no dev file: a part of the training sentences is held out. */
  | { kind: 'held out'; source: Pick<RunSource, 'train' | 'dev'> }
  | { kind: 'vectors'; vectors: WordVectorsFile };

/** The problems of a file. */
export interface Problems {
  file: string;
  problems: readonly Problem[];
  /** Number of problems that are not listed. */
  moreProblems: number;
}

/** The data of a run. */
export interface RunInputs {
  /** The joined corpora of each role. */
  corpora: { train: Source; dev: Source | undefined; test: Source | undefined };
  files: readonly { role: Role; name: string; corpus: Corpus }[];
  source: RunSource;
  config: RunConfig;
  vectors: WordVectorsFile | undefined;
  gazetteers: readonly NameFile[];
  /** Names for the model card. */
  names: { train: string; dev: string };
}

/** A vectors file, read for the words of corpora. */
export interface WordVectorsFile extends VectorsRead {
  /** As opened. */
  file: string;
  /** The last part of its path. */
  name: string;
  dimensions: number;
  lookup: VectorLookup;
  /** Of the training sentences. */
  coverage: Coverage;
  /** A warning about capitals: see `CoverageByCase`. */
  caseWarning: string | undefined;
}

/**
 * Reads the files of a run, and checks that they fit together.
 *
 * @throws StudioError BadInput, BadCorpus, BadVectors, Cancelled
 */
export async function readInputs(input: InputFiles, options: ReadInputsOptions): Promise<RunInputs> {
  const { inputColumns = [], settings, pool = [], signal, onVectorsProgress, report = () => undefined } = options;
  const files: { role: Role; name: string; corpus: Corpus }[] = [];
  const read = async (role: Role, training?: Source): Promise<Source | undefined> => {
    const like = training && { name: training.file, style: training.style };
    for (const file of input[role]) {
      const corpus = withTypesAs(await readTaggedCorpus(file, { ...options, like }, report));
      if (training === undefined) requireInputColumns(corpus, inputColumns);
      report({ kind: 'corpus', role, corpus });
      const unseen = training && unseenTypes([training], corpus, options.knownTypes);
      if (unseen !== undefined) report({ kind: 'problems', file: file.name, problems: [unseen], moreProblems: 0 });
      files.push({ role, name: file.name, corpus });
    }
    return joinSources(files.filter((one) => one.role === role).map(({ corpus }) => corpus));
  };
  const train = (await read('train'))!; // callers require a file
  const [dev, test] = [await read('dev', train), await read('test', train)];
  const source = runSource(train, dev, test === undefined ? [] : [test]);
  if (dev === undefined) report({ kind: 'held out', source });
  const config = settings(
    haveDocuments([
      ...files.flatMap(({ role, corpus: { sentences, documents } }) =>
        // A text with a class is read by itself.
        role === 'train' && tagKind(train.style) !== 'classes' ? [{ sentences: sentences.length, documents }] : [],
      ),
      { sentences: pool.length, documents: documentsOf(pool) },
    ]),
  );
  const sentences = { train: source.train, others: [source.dev, ...source.others, pool] };
  const reading = { signal, onProgress: onVectorsProgress };
  const vectors = input.vectors && (await readWordVectors(input.vectors, sentences, config, reading, report));
  const gazetteers: NameFile[] = [];
  for (const file of input.gazetteers) {
    const { name, bytes } = await file.read();
    const names = readNames(name, bytes);
    report({ kind: 'problems', ...names });
    requireNames(names);
    gazetteers.push(names);
  }
  return {
    corpora: { train, dev, test },
    files,
    source: { ...source, vectors: vectors?.lookup, lists: mergeLists(gazetteers.flatMap(({ lists }) => lists)) },
    config,
    vectors,
    gazetteers,
    names: dataNames(train, dev),
  };
}

const documentsOf = (pool: readonly PoolSentence[]) => new Set(pool.map(({ document }) => document)).size;

/** What a file shows without the reading of another one. */
export type Alone = Pick<Corpus, 'form' | 'question'>;

export interface TaggedCorpusOptions {
  /** How a file is read; default: inferred. */
  reading?: CorpusOptions | ((name: string, alone: Alone | undefined) => CorpusOptions) | undefined;
  /** Columns that are inputs of the model. */
  inputColumns?: readonly string[] | undefined;
  /** The corpus or model whose kind of tags it must have: with or without a scheme. */
  like?: { style: TagStyle; name: string } | undefined;
}

/**
 * Reads a corpus that has tags.
 *
 * @throws StudioError BadInput if it cannot be read, BadCorpus if it is not a corpus or its tags do not fit
 */
export async function readTaggedCorpus(
  file: InputFile,
  { reading, inputColumns = [], like }: TaggedCorpusOptions,
  report: (part: InputPart) => void,
): Promise<Corpus> {
  const { name, bytes, labels } = await file.read();
  const readingIn = (inferred: Alone | undefined) =>
    typeof reading === 'function' ? reading(file.name, inferred) : (reading ?? {});
  const readAs = (options: CorpusOptions) => readWithLabels(name, bytes, { ...options, inputColumns }, labels).corpus;
  const own = readingIn(undefined);
  const alone = readAs(own);
  const ofForm = alone.form === undefined ? own : readingIn(alone);
  const corpus = Object.keys(ofForm).length > Object.keys(own).length ? readAs(ofForm) : alone;
  const { problems, moreProblems } = corpus;
  const isFatal = ({ line, severity }: Problem) => line === 0 && severity === 'error'; // `requireUsable` throws it
  report({
    kind: 'problems',
    file: shownName(corpus.file),
    problems: problems.filter((problem) => !isFatal(problem)),
    moreProblems,
  });
  if (corpus.question !== undefined && !problems.some(isFatal)) report({ kind: 'question', corpus });
  requireUsable(corpus);
  requireCompatibleTags({ ...corpus, file: shownName(corpus.file) }, like);
  return corpus;
}

/**
 * Reads the vectors of the words in corpora.
 *
 * @throws StudioError BadInput, BadVectors, Cancelled
 */
export async function readWordVectors(
  { name: path, open }: VectorsInput,
  { train, others }: { train: readonly Sentence[]; others: readonly (readonly PoolSentence[])[] },
  normalization: WordNormalization,
  reading: Pick<ReadVectorsOptions, 'signal' | 'onProgress'>,
  report: (part: InputPart) => void,
): Promise<WordVectorsFile> {
  const wanted = wantedSpellings(countForms([...train, ...others.flat()]).keys());
  const read = await readVectors(await open(), { wanted, ...reading });
  report({ kind: 'problems', file: path, ...read });
  const lookup = new VectorLookup(read.vectors);
  const { lowercase, asWritten, warning } = measureByCase(countForms(train), lookup, normalization);
  const vectors: WordVectorsFile = {
    ...read,
    file: path,
    name: path.split(/[\\/]/).at(-1)!,
    dimensions: read.vectors.dimensions,
    lookup,
    coverage: normalization.lowercase ? lowercase : asWritten,
    caseWarning: normalization.lowercase ? warning : undefined,
  };
  report({ kind: 'vectors', vectors });
  return vectors;
}
