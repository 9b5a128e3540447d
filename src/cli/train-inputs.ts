import { basename } from 'node:path';
import type { Corpus, Sentence } from '../data/corpus.ts';
import { splitDev, type RunSource } from '../pipeline/prepare.ts';
import type { CorpusOptions } from './arguments.ts';
import { corpusLine, count } from './format.ts';
import { loadTaggedCorpus } from './inputs.ts';
import type { Terminal } from './terminal.ts';
import { loadVectors, type LoadedVectors } from './vectors.ts';

/** Of the training data, where there is no dev file. */
const DEV_SHARE = 0.1;

/** All that a run reads. */
export interface TrainInputs {
  corpora: { train: Corpus; dev: Corpus | undefined; test: Corpus | undefined };
  source: RunSource;
  vectors: LoadedVectors | undefined;
  /** As the model card tells them. */
  names: { train: string; dev: string };
}

/** Reads the files, and tells what is in them. */
export async function loadTrainInputs(
  terminal: Terminal,
  options: CorpusOptions,
  signal: AbortSignal,
): Promise<TrainInputs> {
  const corpora = await loadCorpora(terminal, options);
  const names = {
    train: basename(corpora.train.file),
    dev: corpora.dev === undefined ? `${100 * DEV_SHARE} % of the training file` : basename(corpora.dev.file),
  };
  const { train, dev } = trainAndDev(terminal, corpora, options.config.seed);
  const others = corpora.test === undefined ? [] : [corpora.test.sentences];
  const { embeddings, config } = options;
  const read = { train, others: [dev, ...others] };
  const vectors = embeddings === undefined ? undefined : await loadVectors(terminal, embeddings, read, config, signal);
  const source = { train, dev, others, style: corpora.train.style, vectors: vectors?.lookup };
  return { corpora, source, vectors, names };
}

async function loadCorpora(
  terminal: Terminal,
  { train: trainFile, dev: devFile, test: testFile, tagColumn }: CorpusOptions,
): Promise<TrainInputs['corpora']> {
  const train = await loadTaggedCorpus(terminal, trainFile, tagColumn);
  terminal.note(corpusLine('train', train));
  const like = { style: train.style, name: trainFile };
  const load = async (role: string, file: string | undefined): Promise<Corpus | undefined> => {
    if (file === undefined) return undefined;
    const corpus = await loadTaggedCorpus(terminal, file, tagColumn, like);
    terminal.note(corpusLine(role, corpus));
    return corpus;
  };
  return { train, dev: await load('dev', devFile), test: await load('test', testFile) };
}

function trainAndDev(
  terminal: Terminal,
  { train, dev }: TrainInputs['corpora'],
  seed: number,
): { train: readonly Sentence[]; dev: readonly Sentence[] } {
  if (dev !== undefined) return { train: train.sentences, dev: dev.sentences };
  const split = splitDev(train.sentences, DEV_SHARE, seed);
  terminal.note(
    `dev: without --dev, ${count(split.dev.length)} of the training sentences are set aside, chosen by the seed ${seed}; ` +
      `${count(split.train.length)} remain`,
  );
  return split;
}
