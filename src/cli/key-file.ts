import { appendFile, writeFile } from 'node:fs/promises';
import { KeyFile, type KeyDocument } from '../documents/redaction/key.ts';
import { linesOf } from './line-file.ts';

/** A key file on disk that documents are added to. */
export class StoredKey {
  readonly #path: string;
  readonly #key: KeyFile;

  private constructor(path: string, key: KeyFile) {
    this.#path = path;
    this.#key = key;
  }

  /** @throws StudioError BadInput if it cannot be written */
  static async create(path: string, passphrase: string): Promise<StoredKey> {
    const { key, head } = await KeyFile.create(passphrase);
    await writeFile(path, head, { mode: 0o600 });
    return new StoredKey(path, key);
  }

  /**
   * Opens a key file.
   *
   * @param onDocument called with each document
   * @throws StudioError BadInput if it cannot be opened
   */
  static async open(path: string, passphrase: string, onDocument: (document: KeyDocument) => void): Promise<StoredKey> {
    const lines = linesOf(path);
    const head = await lines.next();
    const key = await KeyFile.open(path, head.done === true ? '' : head.value, passphrase);
    for await (const line of lines) onDocument(await key.next(line));
    return new StoredKey(path, key);
  }

  async add(document: KeyDocument): Promise<void> {
    await appendFile(this.#path, await this.#key.add(document));
  }
}
