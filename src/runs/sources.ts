import type { Corpus, Sentence } from '../data/corpus.ts';
import { StudioError } from '../lib/errors.ts';
import { randomUniform, streamKey } from '../lib/rng.ts';
import type { RunSource } from './prepare.ts';
import { requireTagsLike } from '../data/tags/training-tags.ts';

/** Where there is no dev file, one of so many training sentences is dev. */
const DEV_EVERY = 10;
export const DEV_SHARE = 1 / DEV_EVERY;

/** A file, or several of one role. */
export type Source = Pick<Corpus, 'file' | 'sentences' | 'style'>;

/**
 * Files of one role as one, their sentences in that order; undefined where there are none.
 *
 * @throws StudioError BadCorpus where their tags are of different kinds, or one has none
 */
export function joined(sources: readonly Source[]): Source | undefined {
  const [first] = sources;
  if (first === undefined || sources.length === 1) return first;
  for (const source of sources) requireTagsLike(source, { name: first.file, style: first.style });
  const names = [first, sources.at(-1)!].map(({ file }) => baseName(file));
  return {
    file: `${sources.length} files (${names.join(' … ')})`,
    sentences: sources.flatMap(({ sentences }) => sentences),
    style: first.style,
  };
}

/**
 * What a run learns from, but for vectors.
 *
 * @param dev without it, some of the training sentences are set aside
 * @param others whose words keep their vectors
 * @throws StudioError BadCorpus where tags are missing or of different kinds, or no sentence can be set aside
 */
export function sourceOf(
  train: Source,
  dev: Source | undefined,
  others: readonly Source[],
): Omit<RunSource, 'vectors'> {
  const { file: name, style } = train;
  requireTagsLike(train);
  if (dev !== undefined) requireTagsLike(dev, { name, style });
  const split = dev === undefined ? splitDev(train.sentences) : { train: train.sentences, dev: dev.sentences };
  return { ...split, others: others.map(({ sentences }) => sentences), style };
}

/**
 * Sets one of every ten sentences aside as dev, by chance but always the same: a model that is trained further, with
 * another seed or on more files, is not scored on what it has learnt. The order of both parts stays.
 *
 * @throws StudioError BadCorpus where none would remain
 */
function splitDev(sentences: readonly Sentence[]): { train: Sentence[]; dev: Sentence[] } {
  const { length } = sentences;
  if (length < 2) {
    throw new StudioError(
      'BadCorpus',
      'The training file has a single sentence: none can be set aside for dev. Add a dev file, or put blank lines between sentences.',
    );
  }
  const every = Math.min(DEV_EVERY, length);
  const isDev = (i: number) => i % every === Math.floor(every * randomUniform(streamKey(3), Math.floor(i / every)));
  return { train: sentences.filter((_, i) => !isDev(i)), dev: sentences.filter((_, i) => isDev(i)) };
}

/** As a model card tells what was trained on. */
export function dataNames(train: Source, dev: Source | undefined): { train: string; dev: string } {
  const name = baseName(train.file);
  return { train: name, dev: dev ? baseName(dev.file) : `${DEV_SHARE * 100} % of ${name}, by sentence` };
}

/** Sentences in numbers. */
export function countsOf(sentences: readonly Sentence[]): { sentences: number; tokens: number; entities: number } {
  const sum = (size: (sentence: Sentence) => number) =>
    sentences.reduce((total, sentence) => total + size(sentence), 0);
  return {
    sentences: sentences.length,
    tokens: sum(({ tokens }) => tokens.length),
    entities: sum(({ spans }) => spans.length),
  };
}

/** A path's last part. */
function baseName(path: string): string {
  return path.split(/[\\/]/).at(-1)!;
}
