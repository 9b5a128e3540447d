import type { ProjectFiles } from '../../../../annotation/project/files.ts';

/** Part of the File System Access API that TypeScript's library lacks, as not every browser has it. */
interface Picker {
  showDirectoryPicker?: (options: { mode: 'readwrite'; id: string }) => Promise<FileSystemDirectoryHandle>;
}

export const canOpenFolders = (): boolean => (globalThis as Picker).showDirectoryPicker !== undefined;

/** Asks for a folder. @returns undefined if the user chose none */
export async function pickFolder(): Promise<ProjectFiles | undefined> {
  try {
    const handle = await (globalThis as Picker).showDirectoryPicker?.({ mode: 'readwrite', id: 'tagsmith-project' });
    return handle && new FolderFiles(handle);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return undefined;
    throw error;
  }
}

/** The folders of a project. Others may be large: `.git`, `node_modules`, or all of a home folder. */
const FOLDERS = ['sets', 'recipes', 'models'];

/** The files of a folder on the disk. */
export class FolderFiles implements ProjectFiles {
  readonly #root: FileSystemDirectoryHandle;

  constructor(root: FileSystemDirectoryHandle) {
    this.#root = root;
  }

  get name(): string {
    return this.#root.name;
  }

  async list(): Promise<string[]> {
    const paths: string[] = [];
    for await (const [name, handle] of this.#root.entries()) {
      if (handle.kind === 'file') paths.push(name);
      else if (FOLDERS.includes(name)) paths.push(...(await listIn(handle as FileSystemDirectoryHandle, `${name}/`)));
    }
    return paths;
  }

  async read(path: string): Promise<string> {
    return (await this.#file(path)).text();
  }

  async readBytes(path: string): Promise<Uint8Array<ArrayBuffer>> {
    return new Uint8Array(await (await this.#file(path)).arrayBuffer());
  }

  /** The browser replaces the file when all is written, so that it is never half of it. */
  async write(path: string, contents: string | Uint8Array<ArrayBuffer>): Promise<void> {
    const parts = path.split('/');
    const folder = await this.#folder(parts.slice(0, -1), true);
    const handle = await folder.getFileHandle(parts.at(-1)!, { create: true });
    const writable = await handle.createWritable();
    await writable.write(contents);
    await writable.close();
  }

  async #file(path: string): Promise<File> {
    const parts = path.split('/');
    const folder = await this.#folder(parts.slice(0, -1), false);
    return (await folder.getFileHandle(parts.at(-1)!)).getFile();
  }

  async #folder(names: readonly string[], create: boolean): Promise<FileSystemDirectoryHandle> {
    let folder = this.#root;
    for (const name of names) folder = await folder.getDirectoryHandle(name, { create });
    return folder;
  }
}

async function listIn(folder: FileSystemDirectoryHandle, prefix: string): Promise<string[]> {
  const paths: string[] = [];
  for await (const [name, handle] of folder.entries()) {
    if (handle.kind === 'file') paths.push(prefix + name);
    else paths.push(...(await listIn(handle as FileSystemDirectoryHandle, `${prefix}${name}/`)));
  }
  return paths;
}
