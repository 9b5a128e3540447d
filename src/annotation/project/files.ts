/** The files of a project, wherever they are. Paths use slashes. */
export interface ProjectFiles {
  /** The name of the folder or archive. */
  readonly name: string;
  list(): Promise<string[]>;
  /** The text of a file. */
  read(path: string): Promise<string>;
  readBytes(path: string): Promise<Uint8Array<ArrayBuffer>>;
  /** Writes a file, and the folders that it is in. */
  write(path: string, contents: string | Uint8Array<ArrayBuffer>): Promise<void>;
}

/** Files in memory: a new project, or one from an archive. */
export class MemoryFiles implements ProjectFiles {
  readonly name: string;
  readonly contents: Map<string, Uint8Array<ArrayBuffer>>;
  /** Whether files were written since it was made, or saved. */
  isChanged = false;

  constructor(name: string, contents = new Map<string, Uint8Array<ArrayBuffer>>()) {
    this.name = name;
    this.contents = contents;
  }

  list(): Promise<string[]> {
    return Promise.resolve([...this.contents.keys()]);
  }

  async read(path: string): Promise<string> {
    return new TextDecoder().decode(await this.readBytes(path));
  }

  readBytes(path: string): Promise<Uint8Array<ArrayBuffer>> {
    const bytes = this.contents.get(path);
    return bytes === undefined ? Promise.reject(new Error(`There is no ${path}.`)) : Promise.resolve(bytes);
  }

  write(path: string, contents: string | Uint8Array<ArrayBuffer>): Promise<void> {
    this.isChanged = true;
    this.contents.set(path, typeof contents === 'string' ? new TextEncoder().encode(contents) : contents);
    return Promise.resolve();
  }
}
