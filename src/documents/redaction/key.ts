import { base64Text, bytesOfBase64 } from '../../lib/base64.ts';
import { StudioError } from '../../lib/errors.ts';

/** What was replaced in one document. */
export interface KeyDocument {
  /** Name of the redacted file. */
  name: string;
  /** In the order of its text. Text that was already there, and looks like a replacement, is replaced by itself. */
  replaced: readonly (readonly [replacement: string, original: string])[];
  /** Pseudonyms that are new since the document before it (`Pseudonyms.takeFresh`). */
  pseudonyms: readonly (readonly [type: string, name: string, pseudonym: string])[];
}

/** First line of a key file. Each further line is a document: `iv` and `data` of AES-GCM with 256 bits, in base64. */
interface Header {
  format: 'tagsmith-key';
  version: 1;
  /** PBKDF2 with SHA-256. */
  iterations: number;
  /** In base64. */
  salt: string;
}

/** OWASP Password Storage Cheat Sheet, for PBKDF2 with SHA-256. */
const ITERATIONS = 600_000;
/** A file with more was not written here, and would keep a program busy for minutes. */
const MOST_ITERATIONS = 10_000_000;

/** A key file, a line for each document, so that it is complete at any time. Documents are not held. */
export class KeyFile {
  readonly #key: CryptoKey;
  readonly #file: string;
  #count = 0;

  private constructor(key: CryptoKey, file: string) {
    this.#key = key;
    this.#file = file;
  }

  /** A new key file, and its first line. */
  static async create(passphrase: string): Promise<{ key: KeyFile; head: string }> {
    const salt = crypto.getRandomValues(new Uint8Array(16));
    const header: Header = { format: 'tagsmith-key', version: 1, iterations: ITERATIONS, salt: base64Text(salt) };
    return { key: new KeyFile(await derived(passphrase, salt, ITERATIONS), ''), head: `${JSON.stringify(header)}\n` };
  }

  /**
   * Opens a key file by its first line. Its other lines must be read, in order, before a document is added.
   *
   * @throws StudioError BadInput if it is no key file
   */
  static async open(file: string, head: string, passphrase: string): Promise<KeyFile> {
    const { salt, iterations } = headerOf(file, head);
    return new KeyFile(await derived(passphrase, salt, iterations), file);
  }

  /**
   * All documents of a file.
   *
   * @param text of complete lines
   * @throws StudioError BadInput, also for a wrong passphrase
   */
  static async read(
    file: string,
    text: string,
    passphrase: string,
  ): Promise<{ key: KeyFile; documents: KeyDocument[] }> {
    const [head = '', ...lines] = text.split('\n');
    lines.pop(); // empty, or written only in part
    const key = await KeyFile.open(file, head, passphrase);
    const documents: KeyDocument[] = [];
    for (const line of lines) documents.push(await key.next(line));
    return { key, documents };
  }

  /**
   * The document of the next line.
   *
   * @throws StudioError BadInput for a wrong passphrase, or a line that was changed or moved
   */
  async next(line: string): Promise<KeyDocument> {
    const document = await decrypted(this.#file, this.#key, line, this.#count);
    this.#count++;
    return document;
  }

  /** The line of a further document. */
  async add(document: KeyDocument): Promise<string> {
    const iv = crypto.getRandomValues(new Uint8Array(12));
    const algorithm = { name: 'AES-GCM', iv, additionalData: position(this.#count++) };
    const data = await crypto.subtle.encrypt(algorithm, this.#key, new TextEncoder().encode(JSON.stringify(document)));
    return `${JSON.stringify({ iv: base64Text(iv), data: base64Text(new Uint8Array(data)) })}\n`;
  }
}

async function decrypted(file: string, key: CryptoKey, line: string, index: number): Promise<KeyDocument> {
  try {
    const { iv, data } = JSON.parse(line) as { iv: string; data: string };
    const algorithm = { name: 'AES-GCM', iv: bytesOfBase64(iv), additionalData: position(index) };
    const json = await crypto.subtle.decrypt(algorithm, key, bytesOfBase64(data));
    return JSON.parse(new TextDecoder().decode(json)) as KeyDocument;
  } catch (cause) {
    throw new StudioError('BadInput', `${file} cannot be opened: the passphrase is wrong, or the file was changed.`, {
      cause,
    });
  }
}

/** Lines cannot be exchanged: each is bound to its position. */
function position(index: number): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(String(index));
}

function headerOf(file: string, line: string): { iterations: number; salt: Uint8Array<ArrayBuffer> } {
  try {
    const { format, version, iterations, salt } = JSON.parse(line) as Partial<Record<keyof Header, unknown>>;
    const isKey = format === 'tagsmith-key' && version === 1 && typeof salt === 'string';
    if (isKey && Number.isSafeInteger(iterations) && isPossible(iterations as number))
      return { iterations: iterations as number, salt: bytesOfBase64(salt) };
  } catch {
    // Reported below, like any other file.
  }
  throw new StudioError(
    'BadInput',
    `${file} is no key file of Tagsmith. Choose the one that was written with the redacted documents.`,
  );
}

const isPossible = (iterations: number) => iterations > 0 && iterations <= MOST_ITERATIONS;

async function derived(passphrase: string, salt: Uint8Array<ArrayBuffer>, iterations: number): Promise<CryptoKey> {
  const bytes = new TextEncoder().encode(passphrase.normalize('NFC'));
  const material = await crypto.subtle.importKey('raw', bytes, 'PBKDF2', false, ['deriveKey']);
  const kdf = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations };
  return crypto.subtle.deriveKey(kdf, material, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
}
