import type { DataFingerprints } from '../../config/recipe-file.ts';
import type { LegacyEncoding } from '../../data/encodings.ts';
import { tagKind, type Corpus, type Sentence, type TagStyle } from '../../data/corpus.ts';
import { shownName } from '../../data/files/shown-name.ts';
import { isTagged, requireCompatibleTags } from '../../data/tags/training-tags.ts';
import type { VectorsSelection } from '../../data/vectors/vector-text.ts';
import { columnNames, type FeatureTables } from '../../data/vocabulary/features.ts';
import { isOnnx } from '../../encoder/encoder-files.ts';
import { serializeError, StudioError, throwIfAborted } from '../../lib/errors.ts';
import { dataFingerprints } from '../../runs/data-fingerprints.ts';
import type { RunSource } from '../../runs/prepare.ts';
import type { PoolSentence } from '../../runs/unlabelled.ts';
import { dataNames, DEV_SHARE, joinSources, runSource, type Source } from '../../runs/sources.ts';
import { LoadedEncoder, type Open } from '../encoder/loaded-encoder.ts';
import type { FileId, TextsToAnnotate, Workspace } from '../wire/payloads.ts';
import { oneAtATime } from '../wire/refusals.ts';
import { requireAnswered } from './loaded-corpus.ts';
import { LoadedCorpora, type AddedAs, type CorpusChanges } from './loaded-corpora.ts';
import { LoadedLists, readList } from './loaded-lists.ts';
import { LoadedTexts } from './loaded-texts.ts';
import { LoadedVectors, type OnProgress } from './loaded-vectors.ts';
import type { ReadFiles } from './read-files.ts';
import { UnlabelledText } from './unlabelled-text.ts';
import { defaultReading, type Reading } from './reading.ts';

/** All loaded files, and the data of a run from them. Models are returned to the caller. */
export class LoadedFiles {
  readonly vectors: LoadedVectors;
  readonly texts = new LoadedTexts();
  readonly lists = new LoadedLists();
  readonly encoder: LoadedEncoder;
  readonly #corpora: LoadedCorpora;
  /** All kinds of files but models. */
  readonly #kinds: readonly Pick<LoadedTexts, 'remove' | 'discard'>[];
  readonly #reading: Reading;
  readonly #unlabelled = new UnlabelledText((ids, signal) => this.toAnnotate(ids, [], signal));
  #nextId = 1;

  /** @param onVectorsLost called with the name of the vectors file when it can no longer be read */
  constructor(
    onVectorsLost: (name: string) => void = () => undefined,
    reading: Reading = defaultReading(),
    openEncoder?: Open,
  ) {
    this.#reading = reading;
    this.#corpora = new LoadedCorpora((file, options) => reading.corpus(file, options));
    this.encoder = new LoadedEncoder(openEncoder);
    this.vectors = new LoadedVectors((file, options) => reading.vectors(file, options), onVectorsLost);
    this.#kinds = [this.#corpora, this.texts, this.lists, this.vectors, this.encoder];
  }

  /**
   * Reads and adds files of any kind. They are added only when all of them are read, so cancelling has no effect on the loaded files.
   *
   * @returns models, and files that cannot be used
   * @throws StudioError Cancelled
   */
  async add(
    files: readonly File[],
    as: AddedAs,
    signal: AbortSignal,
    onProgress: OnProgress,
  ): Promise<Pick<ReadFiles, 'models' | 'rejected'>> {
    try {
      const { corpora, texts, lists, vectors, models, encoder, rejected } = await this.#reading.files(
        files,
        signal,
        onProgress,
        as === 'unused',
      );
      const sentences = [...this.#corpora.sentences(), ...corpora.flatMap(({ corpus }) => corpus.sentences)];
      const useVectors = await this.#readVectors(vectors, sentences, { signal, onProgress, rejected });
      rejected.push(...(await this.#readEncoder(encoder, signal, onProgress)));
      throwIfAborted(signal);
      useVectors?.();
      this.#corpora.addAs(
        corpora.map((one) => ({ id: this.#nextId++, ...one })),
        as,
      );
      for (const text of texts) this.texts.add({ id: this.#nextId++, ...text });
      for (const list of lists) this.lists.add({ id: this.#nextId++, ...list });
      await this.#corpora.readInputs();
      return { models, rejected };
    } finally {
      onProgress(undefined);
    }
  }

  remove(id: FileId): void {
    for (const kind of this.#kinds) kind.remove(id);
  }

  /** Restores removed files. Nothing changes if this fails or is cancelled. */
  async restore(ids: readonly FileId[], signal: AbortSignal, onProgress: OnProgress): Promise<void> {
    try {
      const sentences = this.#corpora.sentences(ids);
      const useVectors = await this.vectors.reread(ids, sentences, signal, onProgress);
      await this.encoder.reopen(ids, signal, onProgress);
      useVectors();
    } finally {
      onProgress(undefined);
    }
    for (const kind of [this.#corpora, this.texts, this.lists]) kind.restore(ids);
    await this.#corpora.readInputs();
  }

  discard(ids: readonly FileId[]): void {
    for (const kind of this.#kinds) kind.discard(ids);
  }

  /** Changes how a corpus is read or used. Texts without a class and names are no corpus: they become texts, or a list. @throws StudioError BadInput */
  async update(id: FileId, changes: CorpusChanges): Promise<void> {
    if (changes.isNames === false && this.lists.find(id) !== undefined) return this.#readWithoutNames(id);
    if (changes.isNames && this.texts.find(id) !== undefined) return this.#readAsNames(id);
    if (changes.isNames) {
      return this.#corpora.convert(
        id,
        { isNames: true },
        async (entry) => ({ id: entry.id, ...(await readList(entry.file, { encoding: entry.options.encoding })) }),
        (list) => this.lists.add(list),
      );
    }
    if (changes.classField !== '') return this.#corpora.update(id, changes);
    return this.#corpora.convert(
      id,
      { classField: '' },
      async (corpus) => (await import('./read-texts.ts')).readAsTexts(corpus),
      (text) => this.texts.add(text),
    );
  }

  /** Chooses the encoding of a text, a list of names or a corpus. @throws StudioError BadInput */
  chooseEncoding(id: FileId, encoding: LegacyEncoding | undefined): Promise<void> {
    if (this.texts.find(id) !== undefined) return this.texts.chooseEncoding(id, encoding);
    if (this.lists.find(id) !== undefined) return this.lists.choose(id, { encoding });
    return this.#corpora.update(id, { encoding });
  }

  /** Makes a list of names a corpus, or else a text. @throws StudioError BadInput */
  async #readWithoutNames(id: FileId): Promise<void> {
    const list = this.lists.find(id)!;
    const options = { isNames: false, ...(list.encoding?.chosen && { encoding: list.encoding.chosen }) };
    const { readCorpusOrText } = await import('./read-texts.ts');
    const read = await readCorpusOrText(list.source, options, (file, how) => this.#reading.corpus(file, how));
    if (this.lists.find(id) !== list) return; // removed meanwhile
    this.lists.remove(id);
    this.lists.discard([id]);
    if ('corpus' in read) this.#corpora.addAs([{ id, file: list.source, corpus: read.corpus, options }], 'own');
    else this.texts.add({ id, ...read });
  }

  /** Makes a text a list of names. @throws StudioError BadInput if there are none */
  async #readAsNames(id: FileId): Promise<void> {
    const text = this.texts.find(id)!;
    const list = await readList(text.file, { encoding: text.description.encoding?.chosen });
    if (this.texts.find(id) !== text) return; // removed meanwhile
    this.texts.remove(id);
    this.texts.discard([id]);
    this.lists.add({ id, ...list });
  }

  /** Reads another file of an archive of vectors, or the same in another form. Nothing changes if this fails or is cancelled. */
  async chooseVectors(
    id: FileId,
    selection: VectorsSelection,
    signal: AbortSignal,
    onProgress: OnProgress,
  ): Promise<void> {
    try {
      const use = await this.vectors.choose(id, selection, this.#corpora.sentences(), signal, onProgress);
      throwIfAborted(signal);
      use();
    } finally {
      onProgress(undefined);
    }
  }

  /** Sets the columns of the training files that are inputs of the next model. */
  chooseColumns(names: readonly string[]): Promise<void> {
    return this.#corpora.chooseInputs(names);
  }

  /** Resolves when corpora that are being reread have been read. */
  settled(): Promise<void> {
    return this.#corpora.settled();
  }

  /** Reads the columns that are inputs of a model. @param id the only corpus that it will tag; default: all */
  readFor({ vocabulary }: { vocabulary: { features?: FeatureTables | undefined } }, id?: FileId): Promise<void> {
    return this.#corpora.readColumns(columnNames(vocabulary.features), id);
  }

  /** The contents of a corpus file. */
  async bytes(id: FileId): Promise<Uint8Array<ArrayBuffer>> {
    return new Uint8Array(await this.#corpora.entry(id).file.arrayBuffer());
  }

  /** Reads text to annotate, from loaded files and others. */
  toAnnotate(ids: readonly FileId[], others: readonly File[], signal: AbortSignal): Promise<TextsToAnnotate> {
    const loaded = ids.map((id) => ({ file: this.file(id), ...this.texts.choices(id) }));
    return this.#reading.texts([...loaded, ...others.map((file) => ({ file }))], signal);
  }

  /** A corpus file or a text. */
  file(id: FileId): File {
    return this.texts.file(id) ?? this.#corpora.entry(id).file;
  }

  corpus(id: FileId): Corpus {
    return this.#corpora.entry(id).corpus;
  }

  /** A corpus to score or check. @throws StudioError BadCorpus if it is not known how to read it */
  answeredCorpus(id: FileId): Corpus {
    const corpus = this.corpus(id);
    requireAnswered(corpus);
    return corpus;
  }

  /**
   * The data of a run.
   *
   * @throws StudioError NotReady without a training file; BadCorpus, see `runSource`
   */
  source(): RunSource {
    this.#corpora.byRole('train', 'dev', 'test').forEach(requireAnswered);
    const train = this.#joinSources('train');
    if (train === undefined) throw new StudioError('NotReady', 'There is no training file. Add one, or set its role.');
    const source = runSource(train, this.#joinSources('dev'), this.#corpora.byRole('test', 'unused'));
    return {
      ...source,
      vectors: this.vectors.lookup,
      columns: this.#corpora.inputs(),
      lists: this.lists.merged(),
      encoder: this.encoder.features,
    };
  }

  /** The tagged sentences of the training files with span tags; empty without such files. */
  trainingSentences(): readonly Sentence[] {
    const corpora = this.#corpora.byRole('train').filter(({ style }) => tagKind(style) === 'entities');
    return corpora.flatMap(({ sentences }) => sentences.filter(isTagged));
  }

  /** Names of the files that `unlabelled` reads. */
  unlabelledNames(): string[] {
    return [
      ...this.#withoutTags().map(({ file }) => shownName(file)),
      ...this.texts.describe().map(({ name }) => name),
    ];
  }

  /** All loaded text without labels. @throws StudioError Cancelled */
  unlabelled(signal: AbortSignal): Promise<PoolSentence[]> {
    return this.#unlabelled.sentences(this.#withoutTags(), this.texts.describe(), signal);
  }

  /** The corpora without any tags, which cannot be scored: models learn from them as from texts. */
  #withoutTags(): readonly Corpus[] {
    const corpora = this.#corpora.byRole('train', 'test', 'unused');
    return corpora.filter(({ sentences }) => sentences.every(({ tags }) => tags.length === 0));
  }

  /** The sentences of the test corpora with the same kind of tags as `style`; undefined if there are none. */
  test(style: TagStyle): readonly Sentence[] | undefined {
    return this.#tagged('test', style);
  }

  /** The dev sentences of a run, or, without training data, those of the dev corpora; undefined if none have tags like `style`. */
  dev(style: TagStyle): readonly Sentence[] | undefined {
    if (this.training(style) !== undefined) return this.source().dev;
    return this.#tagged('dev', style);
  }

  #tagged(role: 'dev' | 'test', style: TagStyle): readonly Sentence[] | undefined {
    const isLike = (other: TagStyle) => tagKind(other) === tagKind(style);
    const hasTags = ({ sentences }: Corpus) => sentences.some(({ tags }) => tags.length > 0);
    return joinSources(this.#corpora.byRole(role).filter((corpus) => hasTags(corpus) && isLike(corpus.style)))
      ?.sentences;
  }

  /** The training sentences of a run; undefined if there are none, or they have another kind of tags than `style`. */
  training(style: TagStyle): { sentences: readonly Sentence[]; files: string } | undefined {
    if (this.#corpora.byRole('train').length === 0 || this.#blockers().length > 0) return undefined;
    const source = this.source();
    if (tagKind(source.style) !== tagKind(style)) return undefined;
    return { sentences: source.train, files: this.names().train };
  }

  /** @throws StudioError BadCorpus if the training or dev corpora have another kind of tags than a model */
  requireCompatibleTags(like: { name: string; style: TagStyle }): void {
    for (const corpus of [...this.#corpora.byRole('train'), ...this.#corpora.byRole('dev')])
      requireCompatibleTags(corpus, like);
  }

  /** Names of the training and dev files, for the model card. Requires a training file. */
  names(): { train: string; dev: string } {
    return dataNames(this.#joinSources('train')!, this.#joinSources('dev'));
  }

  fingerprints(): DataFingerprints {
    const [train, dev, test] = [this.#joinSources('train'), this.#joinSources('dev'), this.#joinSources('test')];
    return dataFingerprints({ train, dev, test, vectors: this.vectors.describe(undefined) });
  }

  summary(): Pick<
    Workspace,
    'files' | 'texts' | 'lists' | 'unlabelled' | 'vectors' | 'encoder' | 'blockers' | 'devSplit'
  > {
    const train = this.#corpora.byRole('train');
    const hasTrain = train.length > 0;
    return {
      files: this.#corpora.describe(),
      texts: this.texts.describe(),
      unlabelled: this.unlabelledNames(),
      lists: this.lists.describe(train.map(({ sentences }) => sentences)),
      vectors: this.vectors.describe(hasTrain ? train.flatMap(({ sentences }) => sentences) : undefined),
      encoder: this.encoder.describe(),
      blockers: hasTrain ? this.#blockers() : [this.#corpora.missingTraining()],
      devSplit: hasTrain && this.#corpora.byRole('dev').length === 0 ? DEV_SHARE : undefined,
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

  /** @returns a function that puts the vectors in use; undefined if they are rejected */
  async #readVectors(
    vectors: readonly File[],
    sentences: readonly Sentence[],
    { signal, onProgress, rejected }: Pick<ReadFiles, 'rejected'> & { signal: AbortSignal; onProgress: OnProgress },
  ): Promise<(() => void) | undefined> {
    const file = vectors.at(-1);
    for (const { name } of vectors.slice(0, -1)) {
      rejected.push({ name, error: serializeError(oneAtATime('vectors file', file!.name)) });
    }
    try {
      if (file === undefined) return await this.vectors.extend(sentences, signal, onProgress);
      return await this.vectors.read(this.#nextId++, file, sentences, signal, onProgress);
    } catch (error) {
      throwIfAborted(signal);
      rejected.push({ name: file?.name ?? this.vectors.name ?? '', error: serializeError(error) });
      return undefined;
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

  #joinSources(role: 'train' | 'dev' | 'test'): Source | undefined {
    return joinSources(this.#corpora.byRole(role));
  }
}
