import type { RunConfig } from '../config/schema.ts';
import type { Corpus, CorpusOptions, Sentence, TagStyle } from '../data/corpus.ts';
import { readCorpus } from '../data/read-corpus.ts';
import { summarize } from '../data/summary.ts';
import { serializeError, StudioError, throwIfAborted } from '../lib/errors.ts';
import { splitDev, type RunSource } from '../pipeline/prepare.ts';
import { requireTagsLike } from '../pipeline/tags.ts';
import { takeIn, type Intake } from './intake.ts';
import type { CorpusFile, FileId, FileRole, Progress, Workspace } from './protocol.ts';
import { roleOf } from './roles.ts';
import { LoadedVectors } from './loaded-vectors.ts';

/** The share of the training sentences that is dev where no dev file was given. */
const DEV_SHARE = 0.1;

interface LoadedCorpus {
  id: FileId;
  file: File;
  role: FileRole;
  corpus: Corpus;
  options: CorpusOptions;
  /** One of the corpora that the page opens with. */
  isSample: boolean;
}

/** Told while files are read. */
export type OnProgress = (progress: Progress | undefined) => void;

/** The files that are loaded: corpora and one file of vectors. Bundles are given back to the caller. */
export class LoadedFiles {
  readonly vectors: LoadedVectors;
  #corpora: LoadedCorpus[] = [];
  /** Corpora that can come back. */
  #removed: LoadedCorpus[] = [];
  #nextId = 1;

  /** @param onVectorsLost told the file's name once it can be read no more */
  constructor(onVectorsLost: (name: string) => void = () => undefined) {
    this.vectors = new LoadedVectors(onVectorsLost);
  }

  /**
   * Reads files of any kind. A file that cannot be used is in `rejected`; the rest is kept. Nothing changes until all is read:
   * what is cancelled leaves no trace.
   *
   * @param isSample the corpora leave when another file is for training
   * @returns model bundles, in their order
   */
  async add(
    files: readonly File[],
    isSample: boolean,
    signal: AbortSignal,
    onProgress: OnProgress,
  ): Promise<Pick<Intake, 'bundles' | 'rejected'>> {
    try {
      const { corpora, vectors, bundles, rejected } = await takeIn(files, signal, ({ name, size }) =>
        onProgress({ task: 'reading', name, done: 0, total: size, unit: 'bytes' }),
      );
      const sentences = [...this.#allSentences(), ...corpora.flatMap(({ corpus }) => corpus.sentences)];
      rejected.push(...(await this.#readVectors(vectors, sentences, signal, onProgress)));
      throwIfAborted(signal);
      for (const { file, corpus } of corpora) this.#addCorpus(file, corpus, isSample);
      return { bundles, rejected };
    } finally {
      onProgress(undefined);
    }
  }

  remove(id: FileId): void {
    this.#removeWhere((entry) => entry.id === id);
    if (this.vectors.id === id) this.vectors.remove();
  }

  /** Brings back what was removed, or left for other files. */
  async restore(ids: readonly FileId[], signal: AbortSignal, onProgress: OnProgress): Promise<void> {
    const entries = this.#removed.filter(({ id }) => ids.includes(id));
    for (const id of ids) this.vectors.restore(id);
    try {
      const sentences = [...this.#allSentences(), ...entries.flatMap(({ corpus }) => corpus.sentences)];
      await this.vectors.extend(sentences, signal, onProgress);
    } catch (error) {
      if (ids.some((id) => id === this.vectors.id)) this.vectors.remove();
      throw error;
    } finally {
      onProgress(undefined);
    }
    this.forget(ids);
    for (const entry of entries) {
      this.#corpora.push(entry);
      this.#takeRole(entry, entry.role);
    }
  }

  forget(ids: readonly FileId[]): void {
    this.#removed = this.#removed.filter(({ id }) => !ids.includes(id));
    this.vectors.forget(ids);
  }

  async update(id: FileId, { role, ...options }: { role?: FileRole } & CorpusOptions): Promise<void> {
    const entry = this.#entry(id);
    if (role !== undefined) this.#takeRole(entry, role);
    if (Object.keys(options).length === 0) return;
    const changed = { ...entry.options, ...options };
    entry.corpus = readCorpus(entry.file.name, new Uint8Array(await entry.file.arrayBuffer()), changed);
    entry.options = changed;
  }

  /** The file itself. */
  async bytes(id: FileId): Promise<Uint8Array> {
    return new Uint8Array(await this.#entry(id).file.arrayBuffer());
  }

  corpus(id: FileId): Corpus {
    return this.#entry(id).corpus;
  }

  /** What a run with this configuration would learn from. */
  source(config: RunConfig): RunSource {
    const train = this.#byRole('train')[0];
    if (train === undefined) throw new StudioError('NotReady', 'There is no training file. Add one, or set its role.');
    const dev = this.#byRole('dev')[0];
    const { style, sentences } = train.corpus;
    if (dev !== undefined) requireTagsLike(dev.corpus, { name: train.file.name, style });
    const split =
      dev === undefined ? splitDev(sentences, DEV_SHARE, config.seed) : { train: sentences, dev: dev.corpus.sentences };
    const others = this.#corpora.filter((entry) => entry !== train && entry !== dev);
    return { ...split, others: others.map(({ corpus }) => corpus.sentences), style, vectors: this.vectors.lookup };
  }

  /** The sentences of the first file for testing whose tags are of the same kind as those that are trained. */
  test(style: TagStyle): readonly Sentence[] | undefined {
    const isLike = (other: TagStyle) => (other.scheme === 'none') === (style.scheme === 'none');
    const hasTags = ({ sentences }: Corpus) => sentences.some(({ tags }) => tags.length > 0);
    const test = this.#byRole('test').find(({ corpus }) => hasTags(corpus) && isLike(corpus.style));
    return test?.corpus.sentences;
  }

  /** Fails with `BadCorpus` where what is trained on has tags of another kind than a model. */
  requireTagsLike(like: { name: string; style: TagStyle }): void {
    for (const { corpus, role } of this.#corpora) if (role === 'train' || role === 'dev') requireTagsLike(corpus, like);
  }

  /** Names of the training and the dev file, for the model card. */
  names(): { train: string; dev: string } {
    const name = (role: FileRole) => this.#byRole(role)[0]?.file.name;
    const train = name('train') ?? 'none';
    return { train, dev: name('dev') ?? `${DEV_SHARE * 100} % of ${train}, by sentence` };
  }

  /** What a source trains on, in numbers. */
  trainingCounts({ train }: RunSource): { sentences: number; tokens: number; entities: number } {
    const sum = (measure: (sentence: Sentence) => number) => train.reduce((total, one) => total + measure(one), 0);
    return {
      sentences: train.length,
      tokens: sum(({ tokens }) => tokens.length),
      entities: sum(({ spans }) => spans.length),
    };
  }

  summary(): Pick<Workspace, 'files' | 'vectors' | 'blockers' | 'devSplit'> {
    const train = this.#byRole('train')[0];
    const blockers: string[] = [];
    if (train === undefined) blockers.push('Add a training file.');
    else {
      try {
        this.requireTagsLike({ name: train.file.name, style: train.corpus.style });
      } catch (error) {
        blockers.push(serializeError(error).message);
      }
    }
    const devSplit = train !== undefined && this.#byRole('dev').length === 0 ? DEV_SHARE : undefined;
    return {
      files: this.#corpora.map(describe),
      vectors: this.vectors.describe(train?.corpus.sentences),
      blockers,
      devSplit,
    };
  }

  /** @returns files that were not used, and why */
  async #readVectors(
    vectors: readonly File[],
    sentences: readonly Sentence[],
    signal: AbortSignal,
    onProgress: OnProgress,
  ): Promise<Workspace['rejected']> {
    const file = vectors.at(-1);
    const others = vectors.slice(0, -1).map(({ name }) => {
      const message = `One file of vectors is used at a time, and that is ${file?.name}. To use this one, add it alone.`;
      return { name, error: serializeError(new StudioError('BadInput', message)) };
    });
    try {
      if (file === undefined) await this.vectors.extend(sentences, signal, onProgress);
      else await this.vectors.read(this.#nextId++, file, sentences, signal, onProgress);
      return others;
    } catch (error) {
      throwIfAborted(signal);
      return [...others, { name: file?.name ?? this.vectors.name ?? '', error: serializeError(error) }];
    }
  }

  #addCorpus(file: File, corpus: Corpus, isSample: boolean): void {
    // The sample's roles are free for a person's own files.
    const others = this.#corpora.filter((entry) => isSample || !entry.isSample);
    const role = roleOf(
      file.name,
      others.map((entry) => entry.role),
    );
    const entry: LoadedCorpus = { id: this.#nextId++, file, role, corpus, options: {}, isSample };
    this.#corpora.push(entry);
    this.#takeRole(entry, role);
  }

  /** One file trains, one is dev: the former one is set aside. The sample leaves for a training file that is not its own. */
  #takeRole(entry: LoadedCorpus, role: FileRole): void {
    if (role === 'train' && !entry.isSample) this.#removeWhere(({ isSample }) => isSample); // with their roles, to come back
    if (role === 'train' || role === 'dev') for (const former of this.#byRole(role)) former.role = 'unused';
    entry.role = role;
  }

  #removeWhere(test: (entry: LoadedCorpus) => boolean): void {
    this.#removed.push(...this.#corpora.filter(test));
    this.#corpora = this.#corpora.filter((entry) => !test(entry));
  }

  #byRole(role: FileRole): LoadedCorpus[] {
    return this.#corpora.filter((entry) => entry.role === role);
  }

  #entry(id: FileId): LoadedCorpus {
    const entry = this.#corpora.find((candidate) => candidate.id === id);
    if (entry === undefined) throw new StudioError('BadInput', `There is no file ${id} any more. Add it again.`);
    return entry;
  }

  #allSentences(): Sentence[] {
    return this.#corpora.flatMap(({ corpus }) => corpus.sentences);
  }
}

function describe({ id, file, role, corpus, isSample }: LoadedCorpus): CorpusFile {
  const { format, style, columns, tagColumn, invalidTransitions, problems, moreProblems } = corpus;
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
    summary: summarize(corpus),
    invalidTransitions,
    problems,
    moreProblems,
  };
}
