import type { Corpus, CorpusOptions, Sentence, TagStyle } from '../../data/corpus.ts';
import type { DataFingerprints } from '../../config/recipe-file.ts';
import { serializeError, StudioError, throwIfAborted } from '../../lib/errors.ts';
import { dataFingerprints } from '../../runs/data-fingerprints.ts';
import type { RunSource } from '../../runs/prepare.ts';
import { dataNames, DEV_SHARE, joinSources, runSource, type Source } from '../../runs/sources.ts';
import { isTagged, requireCompatibleTags } from '../../data/tags/training-tags.ts';
import { describeCorpus, hasNames, weightedCorpus, type LoadedCorpus } from './loaded-corpus.ts';
import type { ReadFiles } from './read-files.ts';
import { defaultReading, type Reading } from './reading.ts';
import type { FileRole } from '../../data/files/file-roles.ts';
import type { FileId, SentenceWeights, TextsToAnnotate, Workspace } from '../wire/payloads.ts';
import { rolesOf } from '../../data/files/file-roles.ts';
import { LoadedLists } from './loaded-lists.ts';
import { isOnnx } from '../../encoder/encoder-files.ts';
import { LoadedEncoder, type Open } from '../encoder/loaded-encoder.ts';
import { LoadedTexts } from './loaded-texts.ts';
import { LoadedVectors, type OnProgress } from './loaded-vectors.ts';

/** Roles of added corpora. `own`, `sample`: by their names; `unused`: none, because a run is in progress. */
export type AddedAs = 'own' | 'sample' | 'unused';

/** The loaded files: corpora, texts, and one vectors file. Model bundles are returned to the caller. */
export class LoadedFiles {
  readonly vectors: LoadedVectors;
  readonly texts = new LoadedTexts();
  readonly lists = new LoadedLists();
  readonly encoder: LoadedEncoder;
  readonly #reading: Reading;
  #corpora: LoadedCorpus[] = [];
  /** Corpora that can be restored. */
  #removed: LoadedCorpus[] = [];
  #nextId = 1;

  /** @param onVectorsLost called with the name of the vectors file when it can no longer be read */
  constructor(
    onVectorsLost: (name: string) => void = () => undefined,
    reading: Reading = defaultReading(),
    openEncoder?: Open,
  ) {
    this.#reading = reading;
    this.encoder = new LoadedEncoder(openEncoder);
    this.vectors = new LoadedVectors(onVectorsLost);
  }

  /**
   * Reads and adds files of any kind. Nothing is added until all of them are read, so cancelling has no effect on the loaded files.
   *
   * @returns model bundles, and files that cannot be used
   * @throws StudioError Cancelled
   */
  async add(
    files: readonly File[],
    as: AddedAs,
    signal: AbortSignal,
    onProgress: OnProgress,
  ): Promise<Pick<ReadFiles, 'bundles' | 'rejected'>> {
    try {
      const { corpora, texts, lists, vectors, bundles, encoder, rejected } = await this.#reading.files(
        files,
        signal,
        onProgress,
      );
      const sentences = [...this.#allSentences(), ...corpora.flatMap(({ corpus }) => corpus.sentences)];
      rejected.push(...(await this.#readVectors(vectors, sentences, signal, onProgress)));
      rejected.push(...(await this.#readEncoder(encoder, signal, onProgress)));
      throwIfAborted(signal);
      this.#addCorpora(corpora, as);
      for (const text of texts) this.texts.add(this.#nextId++, text);
      for (const list of lists) this.lists.add(this.#nextId++, list);
      return { bundles, rejected };
    } finally {
      onProgress(undefined);
    }
  }

  remove(id: FileId): void {
    this.#removeWhere((entry) => entry.id === id);
    this.texts.remove(id);
    this.lists.remove(id);
    if (this.vectors.id === id) this.vectors.remove();
    if (this.encoder.id === id) this.encoder.remove();
  }

  /** Restores removed files. If it fails or is cancelled, nothing changes. */
  async restore(ids: readonly FileId[], signal: AbortSignal, onProgress: OnProgress): Promise<void> {
    const entries = this.#removed.filter(({ id }) => ids.includes(id));
    try {
      const sentences = [...this.#allSentences(), ...entries.flatMap(({ corpus }) => corpus.sentences)];
      await this.vectors.restore(ids, sentences, signal, onProgress);
      await this.encoder.restore(ids, signal, onProgress);
    } finally {
      onProgress(undefined);
    }
    this.texts.restore(ids);
    this.lists.restore(ids);
    this.discard(ids);
    for (const entry of entries) {
      this.#corpora.push(entry);
      this.#assignRole(entry, entry.role);
    }
  }

  discard(ids: readonly FileId[]): void {
    this.#removed = this.#removed.filter(({ id }) => !ids.includes(id));
    this.texts.discard(ids);
    this.lists.discard(ids);
    this.vectors.discard(ids);
    this.encoder.discard(ids);
  }

  async update(
    id: FileId,
    { role, weights, ...options }: { role?: FileRole; weights?: SentenceWeights } & CorpusOptions,
  ): Promise<void> {
    const entry = this.#entry(id);
    if (role !== undefined) this.#assignRole(entry, role);
    if (weights !== undefined) entry.weights = weights.length > 0 ? weights : undefined;
    if (Object.keys(options).length === 0) return;
    await Promise.all(this.#alike(entry, options).map((one) => this.#readAgain(one, options)));
  }

  /** The file; with those of the same form if its reading is one of several plausible ones. */
  #alike(entry: LoadedCorpus, { tagColumn }: CorpusOptions): LoadedCorpus[] {
    const hasLayers = ({ corpus }: LoadedCorpus) => corpus.problems.some(({ kind }) => kind === 'layers');
    if (tagColumn === undefined || !hasLayers(entry)) return [entry];
    const { columns, format } = entry.corpus;
    return this.#corpora.filter(
      (one) => one === entry || (hasLayers(one) && one.corpus.columns === columns && one.corpus.format === format),
    );
  }

  async #readAgain(entry: LoadedCorpus, options: CorpusOptions): Promise<void> {
    const changed = { ...(entry.wanted ?? entry.options), ...options };
    entry.wanted = changed;
    try {
      const corpus = await this.#reading.corpus(entry.file, changed);
      if (entry.wanted === changed) Object.assign(entry, { corpus, options: changed, weights: undefined });
    } finally {
      if (entry.wanted === changed) entry.wanted = undefined;
    }
  }

  /** The contents of a corpus file. */
  async bytes(id: FileId): Promise<Uint8Array<ArrayBuffer>> {
    return new Uint8Array(await this.#entry(id).file.arrayBuffer());
  }

  /** Reads text to annotate, of loaded files and of others. */
  toAnnotate(ids: readonly FileId[], others: readonly File[], signal: AbortSignal): Promise<TextsToAnnotate> {
    return this.#reading.texts([...ids.map((id) => this.file(id)), ...others], signal);
  }

  /** A corpus file or a text. */
  file(id: FileId): File {
    return this.texts.file(id) ?? this.#entry(id).file;
  }

  corpus(id: FileId): Corpus {
    return this.#entry(id).corpus;
  }

  /**
   * The data of a run.
   *
   * @throws StudioError NotReady without a training file; BadCorpus, see `runSource`
   */
  source(): RunSource {
    const train = this.#joinSources('train');
    if (train === undefined) throw new StudioError('NotReady', 'There is no training file. Add one, or set its role.');
    const others = this.#corpora.filter((entry) => !['train', 'dev'].includes(this.#roleOf(entry)));
    const source = runSource(
      train,
      this.#joinSources('dev'),
      others.map(({ corpus }) => corpus),
    );
    return {
      ...source,
      vectors: this.vectors.lookup,
      lists: this.lists.merged(),
      encoder: this.encoder.features,
    };
  }

  /** The tagged sentences of the training files whose tags are spans; none without such files. */
  trainingSentences(): readonly Sentence[] {
    const corpora = this.#byRole('train').filter(({ style }) => style.scheme !== 'none');
    return corpora.flatMap(({ sentences }) => sentences.filter(isTagged));
  }

  /** The sentences of the test corpora whose tags are of the same kind as `style`; undefined if there are none. */
  test(style: TagStyle): readonly Sentence[] | undefined {
    return this.#tagged('test', style);
  }

  /** The dev sentences of a run, or, without training data, those of the dev corpora; undefined if there are none like `style`. */
  dev(style: TagStyle): readonly Sentence[] | undefined {
    if (this.training(style) !== undefined) return this.source().dev;
    return this.#tagged('dev', style);
  }

  #tagged(role: 'dev' | 'test', style: TagStyle): readonly Sentence[] | undefined {
    const isLike = (other: TagStyle) => (other.scheme === 'none') === (style.scheme === 'none');
    const hasTags = ({ sentences }: Corpus) => sentences.some(({ tags }) => tags.length > 0);
    return joinSources(this.#byRole(role).filter((corpus) => hasTags(corpus) && isLike(corpus.style)))?.sentences;
  }

  /** The training sentences of a run; undefined if there are none, or their tags are of another kind than `style`. */
  training(style: TagStyle): { sentences: readonly Sentence[]; files: string } | undefined {
    if (this.#byRole('train').length === 0 || this.#blockers().length > 0) return undefined;
    const source = this.source();
    if ((source.style.scheme === 'none') !== (style.scheme === 'none')) return undefined;
    return { sentences: source.train, files: this.names().train };
  }

  /** @throws StudioError BadCorpus if the training or dev corpora have another kind of tags than a model */
  requireCompatibleTags(like: { name: string; style: TagStyle }): void {
    for (const corpus of [...this.#byRole('train'), ...this.#byRole('dev')]) requireCompatibleTags(corpus, like);
  }

  /** Names of the training and dev files, for the model card. Requires a training file. */
  names(): { train: string; dev: string } {
    return dataNames(this.#joinSources('train')!, this.#joinSources('dev'));
  }

  fingerprints(): DataFingerprints {
    const [train, dev, test] = [this.#joinSources('train'), this.#joinSources('dev'), this.#joinSources('test')];
    return dataFingerprints({ train, dev, test, vectors: this.vectors.describe(undefined) });
  }

  summary(): Pick<Workspace, 'files' | 'texts' | 'lists' | 'vectors' | 'encoder' | 'blockers' | 'devSplit'> {
    const train = this.#byRole('train');
    const hasTrain = train.length > 0;
    return {
      files: this.#corpora.map((entry) => describeCorpus(entry, this.#roleOf(entry), train)),
      texts: this.texts.describe(),
      lists: this.lists.describe(train.map(({ sentences }) => sentences)),
      vectors: this.vectors.describe(hasTrain ? train.flatMap(({ sentences }) => sentences) : undefined),
      encoder: this.encoder.describe(),
      blockers: hasTrain ? this.#blockers() : [this.#missingTraining()],
      devSplit: hasTrain && this.#byRole('dev').length === 0 ? DEV_SHARE : undefined,
    };
  }

  #blockers(): string[] {
    try {
      this.source();
      return [];
    } catch (error) {
      return [serializeError(error).message];
    }
  }

  /** @returns rejected files */
  async #readVectors(
    vectors: readonly File[],
    sentences: readonly Sentence[],
    signal: AbortSignal,
    onProgress: OnProgress,
  ): Promise<Workspace['rejected']> {
    const file = vectors.at(-1);
    const others = vectors.slice(0, -1).map(({ name }) => {
      const message = `Only one vectors file is used at a time, here ${file?.name}. To use this one, add it alone.`;
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

  /** @returns rejected files */
  async #readEncoder(
    files: readonly File[],
    signal: AbortSignal,
    onProgress: OnProgress,
  ): Promise<Workspace['rejected']> {
    if (files.length === 0) return [];
    try {
      await this.encoder.read(this.#nextId++, files, signal, onProgress);
      return [];
    } catch (error) {
      throwIfAborted(signal);
      const name = (files.find((file) => isOnnx(file.name)) ?? files[0]!).name;
      return [{ name, error: serializeError(error) }];
    }
  }

  #addCorpora(corpora: ReadFiles['corpora'], as: AddedAs): void {
    const isSample = as === 'sample';
    const hasTraining = this.#corpora.some((entry) => entry.role === 'train' && entry.isSample === isSample);
    const names = corpora.map(({ file }) => file.name);
    const roles = as === 'unused' ? names.map((): FileRole => 'unused') : rolesOf(names, hasTraining);
    const hasSample = this.#corpora.some((entry) => entry.isSample);
    const added = corpora.map(({ file, corpus }, i): LoadedCorpus => {
      // The sample does not leave for what cannot be trained on.
      const role = as === 'own' && hasSample && roles[i] === 'train' && !hasNames(corpus) ? 'unused' : roles[i]!;
      return { id: this.#nextId++, file, role, corpus, options: {}, isSample };
    });
    this.#corpora.push(...added);
    if (as === 'own' && added.some(({ role }) => role !== 'unused')) this.#removeSample();
  }

  /** Assigns a role. Files may share one, but not with the sample: an own training file removes it, and it displaces own files. */
  #assignRole(entry: LoadedCorpus, role: FileRole): void {
    if (entry.isSample) {
      for (const other of this.#corpora) {
        if (!other.isSample && other.role === role) Object.assign(other, { role: 'unused', displaced: role });
      }
    } else if (role === 'train') this.#removeSample();
    entry.role = role;
    entry.displaced = undefined;
  }

  /** The effective role: a file of the sample is unused while the user's own files have its role. */
  #roleOf({ isSample, role }: LoadedCorpus): FileRole {
    const isTaken = isSample && this.#corpora.some((other) => !other.isSample && other.role === role);
    return isTaken ? 'unused' : role;
  }

  /** Removes the sample, which can be restored with its roles. */
  #removeSample(): void {
    this.#removeWhere(({ isSample }) => isSample);
  }

  #removeWhere(test: (entry: LoadedCorpus) => boolean): void {
    this.#removed.push(...this.#corpora.filter(test));
    this.#corpora = this.#corpora.filter((entry) => !test(entry));
    if (this.#corpora.some(({ isSample }) => isSample)) return;
    for (const entry of this.#corpora) {
      if (entry.displaced !== undefined) Object.assign(entry, { role: entry.displaced, displaced: undefined });
    }
  }

  /** Own files are there, but none to train on. */
  #missingTraining(): string {
    const named = (role: FileRole) => this.#corpora.filter((entry) => entry.role === role).map(({ file }) => file.name);
    const uses = (['dev', 'test'] as const).flatMap((role) => {
      const names = named(role);
      return names.length === 0 ? [] : [`${names.join(', ')} is used as ${role}`];
    });
    if (uses.length === 0) return 'Add a training file.';
    return `Add the training file, or choose one of these files to train on: ${uses.join('; ')}.`;
  }

  #byRole(role: FileRole): Corpus[] {
    return this.#corpora.filter((entry) => this.#roleOf(entry) === role).map(weightedCorpus);
  }

  #joinSources(role: FileRole): Source | undefined {
    return joinSources(this.#byRole(role));
  }

  #entry(id: FileId): LoadedCorpus {
    const entry = this.#corpora.find((candidate) => candidate.id === id);
    if (entry === undefined) throw new StudioError('BadInput', `File ${id} is no longer loaded. Add it again.`);
    return entry;
  }

  #allSentences(): Sentence[] {
    return this.#corpora.flatMap(({ corpus }) => corpus.sentences);
  }
}
