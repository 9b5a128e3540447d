/** The files that annotations of brat and i2b2 become (`data/corpora/containers/stand-off.ts`), if there are several pairs. */
const JOINED = ['brat.jsonl', 'i2b2.jsonl'];

/** Names of label names, and of sentences whose tags are in another file (`data/corpora/containers/parallel-files.ts`). */
const BESIDE = /^(dataset_info\.json|seq\.(in|out)|(sentences|labels|tags|(source|target).*|.+\.(words|tags))\.txt)$/i;

/**
 * Whether one of the loaded files may have been read from an added one: itself, or its contents, whose name has no `.gz` or has the
 * extension of what was read. A zip file may contain any.
 */
export function isSourceOf(added: string, loaded: ReadonlySet<string>): boolean {
  if (loaded.has(added)) return true;
  const contents = added.replace(/\.gz$/i, '');
  const [, stem] = /^(.*)\.(?:ann|con|txt)$/i.exec(added) ?? [];
  const isOf = (name: string) => name === contents || name.startsWith(`${contents}.`);
  const isPart = (name: string) => stem !== undefined && (name === `${stem}.jsonl` || JOINED.includes(name));
  const isLabels = (name: string) => BESIDE.test(added) && /\.(jsonl?|ndjson)$/i.test(name);
  return [...loaded].some((name) => isOf(name) || isPart(name) || isLabels(name));
}

/**
 * The browser's `File` objects behind the files of the trainer, by name, so that they can be reloaded after a crash. They refer to files on
 * the disk and do not hold their bytes.
 */
export class KeptFiles {
  readonly #files = new Map<string, File>();
  /** The files of the sample. */
  readonly #sample = new WeakSet<File>();

  markSample(files: readonly File[]): void {
    for (const file of files) this.#sample.add(file);
  }

  isSample(file: File): boolean {
    return this.#sample.has(file);
  }

  /** Whether the file of this name belongs to the sample. */
  isOfSample(name: string): boolean {
    const file = this.#files.get(name);
    return file !== undefined && this.isSample(file);
  }

  /** Handles for rereading dropped files, in browsers that provide them. */
  readonly #handles = new WeakMap<File, FileSystemFileHandle>();
  /** Names of model files. */
  readonly #models = new Set<string>();
  /** Names of zip files of vectors, which have no other files in them. */
  readonly #vectors = new Set<string>();

  rememberHandle(file: File, handle: FileSystemFileHandle): void {
    this.#handles.set(file, handle);
  }

  /** The same file under another name. */
  renamed(file: File, name: string): File {
    if (file.name === name) return file;
    const { type, lastModified } = file;
    const renamed = new File([file], name, { type, lastModified });
    const handle = this.#handles.get(file);
    if (handle !== undefined) this.#handles.set(renamed, handle);
    return renamed;
  }

  handleOf(file: File): FileSystemFileHandle | undefined {
    return this.#handles.get(file);
  }

  /** @param name of the model, without `.zip` */
  markModel(name: string): void {
    this.#models.add(`${name}.zip`);
  }

  /** @param name under which vectors are loaded */
  markVectors(name: string): void {
    this.#vectors.add(name);
  }

  /** Whether a file may contain files of any name. */
  mayHoldAny({ name }: File): boolean {
    return name.endsWith('.zip') && !this.#vectors.has(name);
  }

  /** Files with these names, files that these may have been read from, and the file of the model. */
  present(names: ReadonlySet<string>, model: string | undefined): File[] {
    const isPresent = (file: File) =>
      isSourceOf(file.name, names) ||
      (this.mayHoldAny(file) && (!this.#models.has(file.name) || file.name === `${model}.zip`));
    return [...this.#files.values()].filter(isPresent);
  }

  /** Adds files. They replace files with the same name. */
  keep(files: readonly File[]): void {
    for (const file of files) this.#files.set(file.name, file);
  }

  /** Whether a file with this name was added directly rather than in a zip. */
  has(name: string): boolean {
    return this.#files.has(name);
  }

  /** The file that was added under this name. */
  named(name: string): File | undefined {
    return this.#files.get(name);
  }

  /** Removes and returns files, to reload them. */
  take(isWanted: (file: File) => boolean): File[] {
    const files = [...this.#files.values()].filter(isWanted);
    for (const { name } of files) this.#files.delete(name);
    return files;
  }

  clear(): void {
    this.#files.clear();
    this.#models.clear();
    this.#vectors.clear();
  }
}

/** The instance of this page. */
export const keptFiles = new KeptFiles();
