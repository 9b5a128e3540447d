import { appendFile, writeFile } from 'node:fs/promises';
import { KeyFile, type KeyDocument } from '../../documents/redaction/key.ts';
import { linesOf, removePartialLine } from '../inputs/line-file.ts';

/** A key file on disk that documents are added to. */
export class StoredKey {
  readonly #path: string;
  readonly #key: KeyFile;
  #hasWholeLines: boolean;

  private constructor(path: string, key: KeyFile, hasWholeLines: boolean) {
    this.#path = path;
    this.#key = key;
    this.#hasWholeLines = hasWholeLines;
  }

  /** @throws StudioError BadInput if it cannot be written */
  static async create(path: string, passphrase: string): Promise<StoredKey> {
    const { key, head } = await KeyFile.create(passphrase);
    await writeFile(path, head, { mode: 0o600 });
    return new StoredKey(path, key, true);
  }

  /**
   * Opens a key file. It is not written until a document is added.
   *
   * @param onDocument called with each document
   * @throws StudioError BadInput if it cannot be opened
   */
  static async open(path: string, passphrase: string, onDocument: (document: KeyDocument) => void): Promise<StoredKey> {
    const lines = linesOf(path);
    const head = await lines.next();
    const key = await KeyFile.open(path, head.done === true ? '' : head.value, passphrase);
    for await (const line of lines) onDocument(await key.next(line));
    return new StoredKey(path, key, false);
  }

  async add(document: KeyDocument): Promise<void> {
    if (!this.#hasWholeLines) await removePartialLine(this.#path);
    this.#hasWholeLines = true;
    await appendFile(this.#path, await this.#key.add(document));
  }
}
