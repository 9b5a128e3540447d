import { DOCUMENTS_PRESET, haveDocuments } from '../config/preset-advice.ts';
import type { RunConfig } from '../config/schema.ts';
import type { Corpus } from '../data/corpus.ts';
import { requireInputColumns } from '../data/corpora/input-columns.ts';
import { unseenTypes } from '../data/corpora/unseen-types.ts';
import { dataNames, joinSources, runSource, type Source } from '../runs/sources.ts';
import type { RunSource } from '../runs/prepare.ts';
import type { CorpusOptions } from './options.ts';
import { corpusLine, count } from './format.ts';
import { loadTaggedCorpus, reportProblems } from './inputs.ts';
import { loadEncoder } from './encoder.ts';
import { loadNameLists } from './name-lists.ts';
import { reportRecipe } from './recipe.ts';
import type { Terminal } from './terminal.ts';
import { loadVectors, type LoadedVectors } from './vectors.ts';

/** All inputs of a run. */
export interface TrainInputs {
  corpora: { train: Source; dev: Source | undefined; test: Source | undefined };
  /** The files of each role. */
  files: Pick<CorpusOptions, 'train' | 'dev' | 'test'>;
  source: RunSource;
  /** Whether the training files have documents of more than a sentence. */
  hasDocuments: boolean;
  vectors: LoadedVectors | undefined;
  /** Names for the model card. */
  names: { train: string; dev: string };
}

/**
 * Reads the files of a run and prints a summary of each.
 *
 * @throws StudioError BadInput, BadCorpus, BadVectors, Cancelled
 */
export async function loadTrainInputs(
  terminal: Terminal,
  options: CorpusOptions,
  signal: AbortSignal,
): Promise<TrainInputs> {
  const { hasDocuments, ...corpora } = await loadCorpora(terminal, options);
  const { train, dev, test } = corpora;
  const { embeddings, config } = options;
  const source = runSource(train, dev, test === undefined ? [] : [test]);
  if (dev === undefined) reportSplit(terminal, source);
  const read = { train: source.train, others: [source.dev, ...source.others] };
  const vectors = embeddings === undefined ? undefined : await loadVectors(terminal, embeddings, read, config, signal);
  const lists = await loadNameLists(terminal, options.gazetteers, source.train);
  const encoder = options.encoder === undefined ? undefined : await loadEncoder(terminal, options.encoder);
  const inputs: TrainInputs = {
    corpora,
    files: { train: options.train, dev: options.dev, test: options.test },
    source: { ...source, vectors: vectors?.lookup, lists, encoder: encoder?.features },
    hasDocuments,
    vectors,
    names: dataNames(train, dev),
  };
  if (options.recipe !== undefined) reportRecipe(terminal, options.recipe, { ...corpora, vectors });
  return inputs;
}

async function loadCorpora(
  terminal: Terminal,
  { train, dev, test, tagColumn, inputColumns = [] }: CorpusOptions,
): Promise<TrainInputs['corpora'] & Pick<TrainInputs, 'hasDocuments'>> {
  const load = async (role: string, files: readonly string[], like?: Source): Promise<Corpus[]> => {
    const corpora: Corpus[] = [];
    for (const file of files) {
      const style = like && { name: like.file, style: like.style };
      const corpus = await loadTaggedCorpus(terminal, file, tagColumn, style, inputColumns);
      if (like === undefined) requireInputColumns(corpus, inputColumns);
      terminal.note(corpusLine(role, corpus));
      const unseen = like && unseenTypes([like], corpus);
      if (unseen !== undefined) reportProblems(terminal, { file, problems: [unseen], moreProblems: 0 });
      corpora.push(corpus);
    }
    return corpora;
  };
  const trained = await load('train', train);
  const training = joinSources(trained)!; // the parser requires a file
  return {
    train: training,
    dev: joinSources(await load('dev', dev, training)),
    test: joinSources(await load('test', test, training)),
    hasDocuments: haveDocuments(
      trained.map(({ sentences, documents }) => ({ sentences: sentences.length, documents })),
    ),
  };
}

/** The settings of a new run: if no recipe was chosen, those that suit the training files, as on the page. */
export function settingsFor(
  terminal: Terminal,
  { config, configForDocuments }: Pick<CorpusOptions, 'config' | 'configForDocuments'>,
  { hasDocuments }: Pick<TrainInputs, 'hasDocuments'>,
): RunConfig {
  if (configForDocuments === undefined || !hasDocuments) return config;
  terminal.note(
    `preset ${DOCUMENTS_PRESET}: the training files have documents. --preset tagsmith trains on single sentences`,
  );
  return configForDocuments;
}

function reportSplit(terminal: Terminal, { train, dev }: Pick<RunSource, 'train' | 'dev'>): void {
  terminal.note(
    `dev: no --dev file; holding out ${count(dev.length)} of ${count(train.length + dev.length)} training sentences`,
  );
}
