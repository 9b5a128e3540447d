import type { Corpus, CorpusOptions, Sentence } from '../../data/corpus.ts';
import { rolesOf, type FileRole } from '../../data/files/file-roles.ts';
import { shownName } from '../../data/files/shown-name.ts';
import { StudioError } from '../../lib/errors.ts';
import type { CorpusFile, FileId, SentenceWeights } from '../wire/payloads.ts';
import { describeCorpus, hasNames, usedCorpus, type LoadedCorpus } from './loaded-corpus.ts';
import type { Reading } from './reading.ts';
import { Removable } from '../../lib/removable.ts';

/** Roles of added corpora. `own`, `sample`: by their names; `unused`: none, because a run is in progress. */
export type AddedAs = 'own' | 'sample' | 'unused';

/** Properties of a corpus that the user can change. */
export type CorpusChanges = { role?: FileRole; weights?: SentenceWeights } & CorpusOptions;

/**
 * The loaded corpora and their roles. Files may share a role, but not with the sample: the user's own training file removes the
 * sample, and a restored sample takes its roles from the user's own files.
 */
export class LoadedCorpora extends Removable<LoadedCorpus> {
  readonly #read: Reading['corpus'];
  /** Changes of files or inputs that are being read. */
  readonly #changes = new Set<Promise<unknown>>();
  /** Names of the columns that were chosen as inputs of the next model. */
  #inputs: readonly string[] = [];

  /** @param read rereads a file with other options */
  constructor(read: Reading['corpus']) {
    super();
    this.#read = read;
  }

  addAs(
    corpora: readonly (Pick<LoadedCorpus, 'id' | 'file' | 'corpus'> & Partial<Pick<LoadedCorpus, 'options'>>)[],
    as: AddedAs,
  ): void {
    const isSample = as === 'sample';
    const { entries } = this;
    const hasTraining = entries.some((entry) => entry.role === 'train' && entry.isSample === isSample);
    const hasSample = entries.some((entry) => entry.isSample);
    const names = corpora.map(({ file }) => file.name);
    const roles = as === 'unused' ? names.map((): FileRole => 'unused') : rolesOf(names, hasTraining);
    const added = corpora.map((one, i): LoadedCorpus => {
      // A corpus without usable tags does not replace the sample.
      const role = as === 'own' && hasSample && roles[i] === 'train' && !hasNames(one.corpus) ? 'unused' : roles[i]!;
      return { options: {}, ...one, role, isSample };
    });
    this.add(...added);
    if (as === 'own' && added.some(({ role }) => role !== 'unused')) this.#removeSample();
  }

  override restore(ids: readonly FileId[]): readonly LoadedCorpus[] {
    const restored = super.restore(ids);
    for (const entry of restored) this.#assignRole(entry, entry.role);
    return restored;
  }

  /** @throws StudioError BadInput if the file is no longer loaded, or cannot be read with these options */
  async update(id: FileId, { role, weights, ...options }: CorpusChanges): Promise<void> {
    const entry = this.entry(id);
    if (role !== undefined) this.#assignRole(entry, role);
    if (weights !== undefined) entry.weights = weights.length > 0 ? weights : undefined;
    if (Object.keys(options).length === 0) return;
    const isOfFile = 'types' in options || 'typesAs' in options || 'unknown' in options;
    const entries = isOfFile ? [entry] : this.#alike(entry, options);
    await Promise.all(entries.map((one) => this.#reread(one, options)));
  }

  /** Resolves when all changes that were asked for have been made: a run must not use files as they were before. */
  async settled(): Promise<void> {
    while (this.#changes.size > 0) await Promise.allSettled(this.#changes);
  }

  /** Sets the columns that are inputs of the next model. */
  chooseInputs(names: readonly string[]): Promise<void> {
    return this.#change(async () => {
      await this.readColumns(names);
      this.#inputs = names;
    });
  }

  /** The chosen columns that all training files have. */
  inputs(): string[] {
    const training = this.byRole('train');
    return this.#inputs.filter((input) =>
      training.every(({ furtherColumns }) => furtherColumns.some(({ name }) => name === input)),
    );
  }

  /** Reads the chosen columns of files that were added or restored since they were chosen. */
  readInputs(): Promise<void> {
    return this.readColumns(this.#inputs);
  }

  /** Reads additional columns, by name, of one corpus or of all. */
  async readColumns(names: readonly string[], id?: FileId): Promise<void> {
    const entries = id === undefined ? this.entries : [this.entry(id)];
    const known = ({ options, wanted }: LoadedCorpus) => (wanted ?? options).inputColumns ?? [];
    const lacking = entries.filter((entry) => names.some((name) => !known(entry).includes(name)));
    await Promise.all(
      lacking.map((entry) => this.#reread(entry, { inputColumns: [...new Set([...known(entry), ...names])] })),
    );
  }

  /**
   * Makes a file, and those that ask the same, something else than corpora. Files that are removed meanwhile, or changed in another way, stay
   * what they are.
   *
   * @throws StudioError BadInput if the file is no longer loaded, or one of them cannot be read
   */
  async convert<Read>(
    id: FileId,
    options: CorpusOptions,
    read: (entry: LoadedCorpus) => Promise<Read>,
    use: (read: Read) => void,
  ): Promise<void> {
    const entries = options.isNames ? [this.entry(id)] : this.#alike(this.entry(id), {});
    const wanted = new Map(entries.map((entry) => [entry, { ...(entry.wanted ?? entry.options), ...options }]));
    for (const [entry, changed] of wanted) entry.wanted = changed;
    const isCurrent = (entry: LoadedCorpus) => entry.wanted === wanted.get(entry);
    await this.#change(async () => {
      try {
        const converted = await Promise.all(entries.map(async (entry) => ({ entry, read: await read(entry) })));
        for (const { entry, read: made } of converted) {
          if (!isCurrent(entry) || this.find(entry.id) === undefined) continue;
          this.remove(entry.id);
          this.discard([entry.id]);
          use(made);
        }
      } finally {
        for (const entry of entries.filter(isCurrent)) entry.wanted = undefined;
      }
    });
  }

  /** @throws StudioError BadInput if the file is no longer loaded */
  entry(id: FileId): LoadedCorpus {
    const entry = this.find(id);
    if (entry === undefined) throw new StudioError('BadInput', `File ${id} is no longer loaded. Add it again.`);
    return entry;
  }

  /** The corpora with one of these roles. */
  byRole(...roles: readonly FileRole[]): Corpus[] {
    return this.entries.filter((entry) => roles.includes(this.#roleOf(entry))).map(usedCorpus);
  }

  /** All sentences, including those of the removed files in `ids`. */
  sentences(ids: readonly FileId[] = []): Sentence[] {
    const entries = [...this.entries, ...this.removed(ids)];
    return entries.flatMap(({ corpus }) => corpus.sentences);
  }

  describe(): CorpusFile[] {
    const train = this.byRole('train');
    return this.entries.map((entry) => describeCorpus(entry, this.#roleOf(entry), train, this.#inputs));
  }

  /** Advice if there are files, but none to train on. */
  missingTraining(): string {
    const uses = (['dev', 'test'] as const).flatMap((role) => {
      const names = this.entries.filter((entry) => entry.role === role).map(({ file }) => shownName(file.name));
      return names.length === 0 ? [] : [`${names.join(', ')} is used as ${role}`];
    });
    if (uses.length === 0) return 'Add a training file.';
    return `Add the training file, or choose one of these files to train on: ${uses.join('; ')}.`;
  }

  /** The file itself, and all files of its form for which the same must be decided: their question, or an ambiguous tag column. */
  #alike(entry: LoadedCorpus, { tagColumn }: CorpusOptions): readonly LoadedCorpus[] {
    const hasLayers = ({ corpus }: LoadedCorpus) => corpus.problems.some(({ kind }) => kind === 'layers');
    const { columns, format, question } = entry.corpus;
    const isOpen = ({ corpus }: LoadedCorpus) =>
      question === undefined ? tagColumn !== undefined && hasLayers(entry) : corpus.question?.what === question.what;
    return this.entries.filter(
      (one) =>
        one === entry ||
        (isOpen(one) &&
          (question !== undefined || hasLayers(one)) &&
          one.corpus.columns === columns &&
          one.corpus.format === format),
    );
  }

  /** Rereads a file. Of several concurrent changes, the last one wins. */
  async #reread(entry: LoadedCorpus, options: CorpusOptions): Promise<void> {
    const wanted = Object.entries({ ...(entry.wanted ?? entry.options), ...options });
    const changed = Object.fromEntries(wanted.filter(([, value]) => value !== undefined)) as CorpusOptions;
    const hasSameTags = options.tagColumn === undefined && options.scheme === undefined;
    entry.wanted = changed;
    await this.#change(async () => {
      try {
        const corpus = await this.#read(entry.file, changed);
        if (entry.wanted !== changed) return;
        Object.assign(entry, { corpus, options: changed, weights: hasSameTags ? entry.weights : undefined });
      } finally {
        if (entry.wanted === changed) entry.wanted = undefined;
      }
    });
  }

  /** Makes a change that `settled` waits for. */
  async #change(make: () => Promise<void>): Promise<void> {
    const change = make();
    this.#changes.add(change);
    try {
      await change;
    } finally {
      this.#changes.delete(change);
    }
  }

  #assignRole(entry: LoadedCorpus, role: FileRole): void {
    if (entry.isSample) {
      for (const other of this.entries) {
        if (!other.isSample && other.role === role) Object.assign(other, { role: 'unused', displaced: role });
      }
    } else if (role === 'train') this.#removeSample();
    entry.role = role;
    entry.displaced = undefined;
  }

  /** The effective role: a sample file is unused while one of the user's own files has its role. */
  #roleOf({ isSample, role }: LoadedCorpus): FileRole {
    const isTaken = isSample && this.entries.some((other) => !other.isSample && other.role === role);
    return isTaken ? 'unused' : role;
  }

  /** Removes the sample. It can be restored with its roles. */
  #removeSample(): void {
    this.removeWhere(({ isSample }) => isSample);
  }

  /** Removes files, and gives the roles that the sample had taken back to the other files. */
  override removeWhere(isRemoved: (entry: LoadedCorpus) => boolean): void {
    super.removeWhere(isRemoved);
    if (this.entries.some(({ isSample }) => isSample)) return;
    for (const entry of this.entries) {
      if (entry.displaced !== undefined) Object.assign(entry, { role: entry.displaced, displaced: undefined });
    }
  }
}
