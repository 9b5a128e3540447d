/**
 * The browser's own files behind what the trainer holds, by name, so that they can be read again after it has crashed. A person's
 * files are handles: the bytes stay on the disk.
 */
export class KeptFiles {
  readonly #files = new Map<string, File>();
  /** Those of them that came with the page. */
  readonly #sample = new WeakSet<File>();

  markSample(files: readonly File[]): void {
    for (const file of files) this.#sample.add(file);
  }

  isSample(file: File): boolean {
    return this.#sample.has(file);
  }

  /** The right to read a dropped file again, where the browser gives it. */
  readonly #handles = new WeakMap<File, FileSystemFileHandle>();
  /** Names of files that were models. */
  readonly #models = new Set<string>();

  rememberHandle(file: File, handle: FileSystemFileHandle): void {
    this.#handles.set(file, handle);
  }

  handleOf(file: File): FileSystemFileHandle | undefined {
    return this.#handles.get(file);
  }

  /** @param name of the model that a file was, without `.zip` */
  markModel(name: string): void {
    this.#models.add(`${name}.zip`);
  }

  /** Files of these names, zip files that they may have come from, and the file of the model. */
  present(names: ReadonlySet<string>, model: string | undefined): File[] {
    const isPresent = ({ name }: File) =>
      names.has(name) || (name.endsWith('.zip') && (!this.#models.has(name) || name === `${model}.zip`));
    return [...this.#files.values()].filter(isPresent);
  }

  /** A file of the same name is replaced. */
  keep(files: readonly File[]): void {
    for (const file of files) this.#files.set(file.name, file);
  }

  /** Whether a file of this name was read as itself, and not out of a zip. */
  has(name: string): boolean {
    return this.#files.has(name);
  }

  /** Takes files out, to be read again. */
  take(isWanted: (file: File) => boolean): File[] {
    const files = [...this.#files.values()].filter(isWanted);
    for (const { name } of files) this.#files.delete(name);
    return files;
  }

  clear(): void {
    this.#files.clear();
    this.#models.clear();
  }
}

/** Of this page. */
export const keptFiles = new KeptFiles();
