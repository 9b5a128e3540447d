import { haveDocuments, type DocumentCounts } from '../config/preset-advice.ts';
import type { RunConfig } from '../config/schema.ts';
import { requireInputColumns } from '../data/corpora/input-columns.ts';
import { readCorpus, requireUsable } from '../data/corpora/read-corpus.ts';
import { summarize } from '../data/corpora/summary.ts';
import type { CorpusOptions, CorpusSummary, Problem } from '../data/corpus.ts';
import { mergeLists, readNames, requireNames } from '../data/features/read-names.ts';
import { requireCompatibleTags } from '../data/tags/training-tags.ts';
import { measureCoverage } from '../data/vectors/coverage.ts';
import { readVectors } from '../data/vectors/read-vectors.ts';
import type { StoredVectors } from '../data/vectors/stored-vectors.ts';
import { VectorLookup, wantedSpellings } from '../data/vectors/vector-lookup.ts';
import type { NameList } from '../data/vocabulary/features.ts';
import { countForms } from '../data/vocabulary/vocabulary.ts';
import type { RunSource } from '../runs/prepare.ts';
import { dataNames, joinSources, runSource, type Source } from '../runs/sources.ts';
import { openSource, type FileSource } from './files.ts';

type Role = 'train' | 'dev' | 'test';

export type DataSources = Record<Role, readonly FileSource[]> &
  Required<Pick<CorpusOptions, 'inputColumns'>> & {
    gazetteers: readonly FileSource[];
    vectors: FileSource | undefined;
  };

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

export interface RunData {
  settings: RunConfig;
  source: RunSource;
  test: Source | undefined;
  /** For the model card. */
  names: { train: string; dev: string };
  /** The vectors file, for words outside the vocabulary. */
  stored: StoredVectors | undefined;
  files: ReadFile[];
  gazetteers: ReadGazetteer[];
  vectors: ReadVectors | undefined;
}

/**
 * Reads the files of a run.
 *
 * @param settingsFor called with whether the training files have documents
 * @throws StudioError BadInput, BadCorpus, BadVectors, Cancelled
 */
export async function readData(
  sources: DataSources,
  settingsFor: (haveDocuments: boolean) => RunConfig,
  signal: AbortSignal | undefined,
): Promise<RunData> {
  const { inputColumns } = sources;
  const files: ReadFile[] = [];
  const documents: DocumentCounts[] = [];
  const read = async (role: Role, like?: Source): Promise<Source | undefined> => {
    const corpora: Source[] = [];
    for (const each of sources[role]) {
      const file = await openSource(each);
      const corpus = readCorpus(file.name, new Uint8Array(await file.arrayBuffer()), { inputColumns });
      requireUsable(corpus);
      if (role === 'train') requireInputColumns(corpus, inputColumns);
      requireCompatibleTags(corpus, like && { name: like.file, style: like.style });
      const { problems, moreProblems } = corpus;
      files.push({ role, name: file.name, ...summarize(corpus), problems, moreProblems });
      if (role === 'train') documents.push({ sentences: corpus.sentences.length, documents: corpus.documents });
      corpora.push(corpus);
    }
    return joinSources(corpora);
  };
  const train = (await read('train'))!; // `trainModel` requires a file
  const [dev, test] = [await read('dev', train), await read('test', train)];
  const source = runSource(train, dev, test === undefined ? [] : [test]);
  const settings = settingsFor(haveDocuments(documents));
  const { vectors: file } = sources;
  const vectors = file === undefined ? undefined : await readWordVectors(file, source, settings, signal);
  const { lists, reports } = await readGazetteers(sources.gazetteers);
  return {
    settings,
    source: { ...source, vectors: vectors?.lookup, lists },
    test,
    names: dataNames(train, dev),
    stored: vectors?.stored,
    files,
    gazetteers: reports,
    vectors: vectors?.report,
  };
}

async function readGazetteers(
  sources: readonly FileSource[],
): Promise<{ lists: NameList[]; reports: ReadGazetteer[] }> {
  const all: NameList[] = [];
  const reports: ReadGazetteer[] = [];
  for (const each of sources) {
    const file = await openSource(each);
    const read = readNames(file.name, new Uint8Array(await file.arrayBuffer()));
    requireNames(read);
    const { lists, problems, moreProblems } = read;
    all.push(...lists);
    const counts = lists.map(({ name, names }) => ({ name, names: names.length }));
    reports.push({ name: file.name, lists: counts, problems, moreProblems });
  }
  return { lists: mergeLists(all), reports };
}

async function readWordVectors(
  from: FileSource,
  { train, dev, others }: Pick<RunSource, 'train' | 'dev' | 'others'>,
  config: RunConfig,
  signal: AbortSignal | undefined,
): Promise<{ lookup: VectorLookup; stored: StoredVectors | undefined; report: ReadVectors }> {
  const file = await openSource(from);
  const wanted = wantedSpellings(countForms([...train, ...dev, ...others.flat()]).keys());
  const { vectors, words, stored, problems, moreProblems } = await readVectors(file, { wanted, signal });
  const lookup = new VectorLookup(vectors);
  const { matched, tokens } = measureCoverage(countForms(train), lookup, config);
  const coverage = 1 - matched.none.tokens / tokens;
  const { dimensions } = vectors;
  return { lookup, stored, report: { name: file.name, words, dimensions, coverage, problems, moreProblems } };
}
