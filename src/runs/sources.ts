import { nameIn } from '../lib/paths.ts';
import { tagKind, type Corpus, type Sentence, type TagStyle } from '../data/corpus.ts';
import { shownName } from '../data/files/shown-name.ts';
import { StudioError } from '../lib/errors.ts';
import { randomUniform } from '../lib/rng.ts';
import { randomKey } from '../model/streams.ts';
import type { RunSource } from './prepare.ts';
import { tagsOfSpans } from '../data/tags/tag-spans.ts';
import { isSameStyle } from '../data/tags/tag-style.ts';
import { isTagged, requireCompatibleTags } from '../data/tags/training-tags.ts';
import { formatShare } from '../lib/format-share.ts';

/** Without a dev file, one in this many training sentences or documents is held out as dev. */
const DEV_EVERY = 10;
export const DEV_SHARE = 1 / DEV_EVERY;

/** A corpus, or the concatenation of all corpora with one role. */
export type Source = Pick<Corpus, 'file' | 'sentences' | 'style'>;

/**
 * Concatenates the corpora of one role, with tags in the style of the first.
 *
 * @returns undefined if there are none
 * @throws StudioError BadCorpus if one has no tags, or if some have entities and others tags without a scheme
 */
export function joinSources(sources: readonly Source[]): Source | undefined {
  const [first] = sources;
  if (first === undefined || sources.length === 1) return first;
  for (const source of sources) requireAlike(source, first);
  const names = [first, sources.at(-1)!].map(({ file }) => baseName(file));
  return {
    file: `${sources.length} files (${names.join(' … ')})`,
    sentences: joinedSentences(
      sources.map((source) => ({ file: shownName(source.file), sentences: sentencesIn(first.style, source) })),
    ),
    style: first.style,
  };
}

/** The sentences of a source, with their tags in `style`. */
export function sentencesIn(style: TagStyle, source: Source): Sentence[] {
  if (tagKind(style) !== 'entities' || isSameStyle(style, source.style)) return source.sentences;
  return source.sentences.map((sentence) =>
    isTagged(sentence) ? { ...sentence, tags: tagsOfSpans(style, sentence.spans, sentence.tokens.length) } : sentence,
  );
}

/** The sentences of all sources, each with its file, with consecutive document numbers across files. */
function joinedSentences(sources: readonly Pick<Source, 'file' | 'sentences'>[]): Sentence[] {
  const all: Sentence[] = [];
  for (const { file, sentences } of sources) {
    const before = (all.findLast(({ document }) => document !== undefined)?.document ?? -1) + 1;
    for (const sentence of sentences) {
      const { document } = sentence;
      all.push({ ...sentence, file, ...(document !== undefined && { document: before + document }) });
    }
  }
  return all;
}

/**
 * The data of a run, without vectors.
 *
 * @param dev if undefined, a tenth of the training sentences or documents is held out
 * @param others corpora whose words are added to the vocabulary if they have a vector
 * @throws StudioError BadCorpus if tags are missing or of different kinds, if no entity is marked, or if no sentence can be held out
 */
export function runSource(
  train: Source,
  dev: Source | undefined,
  others: readonly Source[],
): Omit<RunSource, 'vectors'> {
  const { file: name, style } = train;
  requireCompatibleTags(train);
  requireEntities(train);
  if (dev !== undefined) requireCompatibleTags(dev, { name, style });
  const split =
    dev === undefined ? splitDev(train.sentences) : { train: train.sentences, dev: sentencesIn(style, dev) };
  return { ...split, others: others.map(({ sentences }) => sentences), style };
}

/**
 * Holds out one in ten sentences or documents as dev: at random, but always the same ones, so that a model that is trained further, with
 * another seed or on more files, is never scored on sentences that it was trained on. Both parts keep their order.
 *
 * @throws StudioError BadCorpus if there are fewer than two sentences
 */
function splitDev(sentences: readonly Sentence[]): { train: Sentence[]; dev: Sentence[] } {
  const { length } = sentences;
  if (length < 2) {
    throw new StudioError(
      'BadCorpus',
      'The training file has fewer than two sentences, so none can be held out as dev. Add a dev file, or put blank lines between sentences.',
    );
  }
  const every = Math.min(DEV_EVERY, length);
  const key = randomKey(0, 'heldOutDev');
  const isDev = (unit: number) => unit % every === Math.floor(every * randomUniform(key, Math.floor(unit / every)));
  const units = isSplitByDocument(sentences) ? documentPlaces(sentences) : sentences.map((_, i) => i);
  return {
    train: sentences.filter((_, i) => !isDev(units[i]!)),
    dev: sentences.filter((_, i) => isDev(units[i]!)),
  };
}

/**
 * Whether to hold out whole documents: the sentences of a document share names, and a model that reads documents needs whole ones. Not if a
 * single document exceeds the size of dev, as in a file without document boundaries.
 */
function isSplitByDocument(sentences: readonly Sentence[]): boolean {
  const places = documentPlaces(sentences);
  const sizes = new Int32Array((places.at(-1) ?? 0) + 1);
  for (const place of places) sizes[place]!++;
  return sizes.length < sentences.length && sizes.every((size) => size <= DEV_SHARE * sentences.length);
}

/** For each sentence, the 0-based index of its document; a sentence without a document counts as one. */
function documentPlaces(sentences: readonly Sentence[]): number[] {
  let place = -1;
  return sentences.map(({ document }, i) => {
    if (document === undefined || document !== sentences[i - 1]?.document) place++;
    return place;
  });
}

/** Names of the data, for the model card. */
export function dataNames(train: Source, dev: Source | undefined): { train: string; dev: string } {
  const name = baseName(train.file);
  if (dev !== undefined) return { train: name, dev: baseName(dev.file) };
  const alone = tagKind(train.style) === 'classes' ? 'text' : 'sentence';
  const unit = isSplitByDocument(train.sentences) ? 'document' : alone;
  return { train: name, dev: `${formatShare(DEV_SHARE, 0)} of ${name}, by ${unit}` };
}

/** Totals over sentences. */
export function countsOf(sentences: readonly Sentence[]): { sentences: number; tokens: number; entities: number } {
  const sum = (size: (sentence: Sentence) => number) =>
    sentences.reduce((total, sentence) => total + size(sentence), 0);
  return {
    sentences: sentences.length,
    tokens: sum(({ tokens }) => tokens.length),
    entities: sum(({ spans }) => spans.length),
  };
}

/** @throws StudioError BadCorpus if a source for a model of entities has none */
function requireEntities({ file, sentences, style }: Source): void {
  if (tagKind(style) !== 'entities' || sentences.some(({ spans }) => spans.length > 0)) return;
  throw new StudioError(
    'BadCorpus',
    `No entity is marked in ${baseName(file)}: a model would learn to mark nothing. Choose another tag column or another file.`,
  );
}

/** @throws StudioError BadCorpus if a source has no tags, or tags of another kind than the first */
function requireAlike(source: Source, { file, style }: Source): void {
  requireCompatibleTags({ ...source, file: shownName(source.file) }, { name: shownName(file), style });
}

/** The last part of a path, as it is shown. */
function baseName(path: string): string {
  return shownName(nameIn(path));
}
