import { appendFile, writeFile } from 'node:fs/promises';
import { KeyFile, type KeyDocument } from '../documents/redaction/key.ts';
import { exists, readBytes } from './files.ts';

/** A key file on disk that documents are added to. */
export class StoredKey {
  readonly #path: string;
  readonly #key: KeyFile;

  private constructor(path: string, key: KeyFile) {
    this.#path = path;
    this.#key = key;
  }

  /** Opens a key file. @param creates it if there is none @throws StudioError BadInput if it cannot be opened */
  static async open(path: string, passphrase: string, creates = true): Promise<StoredKey> {
    if (creates && !(await exists(path))) {
      const { key, head } = await KeyFile.create(passphrase);
      await writeFile(path, head, { mode: 0o600 });
      return new StoredKey(path, key);
    }
    const text = new TextDecoder().decode(await readBytes(path));
    const complete = text.slice(0, text.lastIndexOf('\n') + 1);
    const key = await KeyFile.open(path, text, passphrase);
    if (complete !== text) await writeFile(path, complete, { mode: 0o600 }); // the last line was written only in part
    return new StoredKey(path, key);
  }

  get documents(): readonly KeyDocument[] {
    return this.#key.documents;
  }

  async add(document: KeyDocument): Promise<void> {
    await appendFile(this.#path, await this.#key.add(document));
  }
}
