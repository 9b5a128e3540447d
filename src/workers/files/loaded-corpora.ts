import type { Corpus, CorpusOptions, Sentence } from '../../data/corpus.ts';
import { rolesOf, type FileRole } from '../../data/files/file-roles.ts';
import { StudioError } from '../../lib/errors.ts';
import type { CorpusFile, FileId, SentenceWeights } from '../wire/payloads.ts';
import { describeCorpus, hasNames, weightedCorpus, type LoadedCorpus } from './loaded-corpus.ts';
import type { Reading } from './reading.ts';
import { Removable } from './removable.ts';

/** Roles of added corpora. `own`, `sample`: by their names; `unused`: none, because a run is in progress. */
export type AddedAs = 'own' | 'sample' | 'unused';

/** Properties of a corpus that the user can change. */
export type CorpusChanges = { role?: FileRole; weights?: SentenceWeights } & CorpusOptions;

/**
 * The loaded corpora and their roles. Files may share a role, but not with the sample: the user's own training file removes the
 * sample, and a restored sample takes its roles from the user's own files.
 */
export class LoadedCorpora {
  readonly #files = new Removable<LoadedCorpus>();
  readonly #read: Reading['corpus'];
  /** Names of the columns that were chosen as inputs of the next model. */
  #inputs: readonly string[] = [];

  /** @param read rereads a file with other options */
  constructor(read: Reading['corpus']) {
    this.#read = read;
  }

  add(corpora: readonly Pick<LoadedCorpus, 'id' | 'file' | 'corpus'>[], as: AddedAs): void {
    const isSample = as === 'sample';
    const { entries } = this.#files;
    const hasTraining = entries.some((entry) => entry.role === 'train' && entry.isSample === isSample);
    const hasSample = entries.some((entry) => entry.isSample);
    const names = corpora.map(({ file }) => file.name);
    const roles = as === 'unused' ? names.map((): FileRole => 'unused') : rolesOf(names, hasTraining);
    const added = corpora.map((one, i): LoadedCorpus => {
      // A corpus without usable tags does not replace the sample.
      const role = as === 'own' && hasSample && roles[i] === 'train' && !hasNames(one.corpus) ? 'unused' : roles[i]!;
      return { ...one, role, options: {}, isSample };
    });
    this.#files.add(...added);
    if (as === 'own' && added.some(({ role }) => role !== 'unused')) this.#removeSample();
  }

  remove(id: FileId): void {
    this.#removeWhere((entry) => entry.id === id);
  }

  restore(ids: readonly FileId[]): void {
    for (const entry of this.#files.restore(ids)) this.#assignRole(entry, entry.role);
  }

  discard(ids: readonly FileId[]): void {
    this.#files.discard(ids);
  }

  /** @throws StudioError BadInput if the file is no longer loaded, or cannot be read with these options */
  async update(id: FileId, { role, weights, ...options }: CorpusChanges): Promise<void> {
    const entry = this.entry(id);
    if (role !== undefined) this.#assignRole(entry, role);
    if (weights !== undefined) entry.weights = weights.length > 0 ? weights : undefined;
    if (Object.keys(options).length === 0) return;
    await Promise.all(this.#alike(entry, options).map((one) => this.#reread(one, options)));
  }

  /** Sets the columns that are inputs of the next model. */
  async chooseInputs(names: readonly string[]): Promise<void> {
    await this.readColumns(names);
    this.#inputs = names;
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
    const entries = id === undefined ? this.#files.entries : [this.entry(id)];
    const known = ({ options, wanted }: LoadedCorpus) => (wanted ?? options).inputColumns ?? [];
    const lacking = entries.filter((entry) => names.some((name) => !known(entry).includes(name)));
    await Promise.all(
      lacking.map((entry) => this.#reread(entry, { inputColumns: [...new Set([...known(entry), ...names])] })),
    );
  }

  /** @throws StudioError BadInput if the file is no longer loaded */
  entry(id: FileId): LoadedCorpus {
    const entry = this.#files.find(id);
    if (entry === undefined) throw new StudioError('BadInput', `File ${id} is no longer loaded. Add it again.`);
    return entry;
  }

  /** The corpora with one of these roles. */
  byRole(...roles: readonly FileRole[]): Corpus[] {
    return this.#files.entries.filter((entry) => roles.includes(this.#roleOf(entry))).map(weightedCorpus);
  }

  /** All sentences, including those of the removed files in `ids`. */
  sentences(ids: readonly FileId[] = []): Sentence[] {
    const entries = [...this.#files.entries, ...this.#files.removed(ids)];
    return entries.flatMap(({ corpus }) => corpus.sentences);
  }

  describe(): CorpusFile[] {
    const train = this.byRole('train');
    return this.#files.entries.map((entry) => describeCorpus(entry, this.#roleOf(entry), train, this.#inputs));
  }

  /** Advice if there are files, but none to train on. */
  missingTraining(): string {
    const uses = (['dev', 'test'] as const).flatMap((role) => {
      const names = this.#files.entries.filter((entry) => entry.role === role).map(({ file }) => file.name);
      return names.length === 0 ? [] : [`${names.join(', ')} is used as ${role}`];
    });
    if (uses.length === 0) return 'Add a training file.';
    return `Add the training file, or choose one of these files to train on: ${uses.join('; ')}.`;
  }

  /** The file itself, and, if its tag column is ambiguous, all files with the same columns. */
  #alike(entry: LoadedCorpus, { tagColumn }: CorpusOptions): readonly LoadedCorpus[] {
    const hasLayers = ({ corpus }: LoadedCorpus) => corpus.problems.some(({ kind }) => kind === 'layers');
    if (tagColumn === undefined || !hasLayers(entry)) return [entry];
    const { columns, format } = entry.corpus;
    return this.#files.entries.filter(
      (one) => one === entry || (hasLayers(one) && one.corpus.columns === columns && one.corpus.format === format),
    );
  }

  /** Rereads a file. Of several concurrent changes, the last one wins. */
  async #reread(entry: LoadedCorpus, options: CorpusOptions): Promise<void> {
    const changed = { ...(entry.wanted ?? entry.options), ...options };
    const hasSameTags = options.tagColumn === undefined && options.scheme === undefined;
    entry.wanted = changed;
    try {
      const corpus = await this.#read(entry.file, changed);
      if (entry.wanted !== changed) return;
      Object.assign(entry, { corpus, options: changed, weights: hasSameTags ? entry.weights : undefined });
    } finally {
      if (entry.wanted === changed) entry.wanted = undefined;
    }
  }

  #assignRole(entry: LoadedCorpus, role: FileRole): void {
    if (entry.isSample) {
      for (const other of this.#files.entries) {
        if (!other.isSample && other.role === role) Object.assign(other, { role: 'unused', displaced: role });
      }
    } else if (role === 'train') this.#removeSample();
    entry.role = role;
    entry.displaced = undefined;
  }

  /** The effective role: a sample file is unused while one of the user's own files has its role. */
  #roleOf({ isSample, role }: LoadedCorpus): FileRole {
    const isTaken = isSample && this.#files.entries.some((other) => !other.isSample && other.role === role);
    return isTaken ? 'unused' : role;
  }

  /** Removes the sample. It can be restored with its roles. */
  #removeSample(): void {
    this.#removeWhere(({ isSample }) => isSample);
  }

  /** Removes files, and gives the roles that the sample had taken back to the other files. */
  #removeWhere(isRemoved: (entry: LoadedCorpus) => boolean): void {
    this.#files.removeWhere(isRemoved);
    if (this.#files.entries.some(({ isSample }) => isSample)) return;
    for (const entry of this.#files.entries) {
      if (entry.displaced !== undefined) Object.assign(entry, { role: entry.displaced, displaced: undefined });
    }
  }
}
