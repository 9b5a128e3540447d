import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ManifestEntry } from '../../documents/redaction/redact-document.ts';
import { StudioError } from '../../lib/errors.ts';
import { exists, writeAtomically } from '../files.ts';
import { linesOf } from '../inputs/line-file.ts';

/** The list of what was done to each document, in the folder of the results. */
export const MANIFEST = 'manifest.jsonl';

/** First line: what the results depend on besides the documents. */
export interface ManifestHead {
  tagsmith: string;
  /** SHA-256 of the model. */
  model: string;
  settings: Readonly<Record<string, unknown>>;
}

/** A document that was written, or could not be. */
export interface ManifestDocument {
  document: string;
  /** SHA-256 of the file that was read; undefined: nothing was written. */
  sha256?: string;
  written?: string;
  writtenSha256?: string;
  format?: string;
  entities?: ManifestEntry[];
  /** Entities that are less probable than asked for, and possible ones that were left as they are. */
  doubtful?: ManifestEntry[];
  notes?: readonly string[];
  /** Why nothing was written. */
  problem?: string;
}

/** The manifest of a folder, appended to as documents are written, so that a run can be resumed. */
export class RedactionJournal {
  readonly #path: string;
  /** Documents that are done, by name and hash. */
  readonly #done = new Set<string>();
  readonly #names = new Set<string>();
  readonly #written = new Set<string>();
  readonly #isResumed: boolean;

  private constructor(path: string, isResumed: boolean) {
    this.#path = path;
    this.#isResumed = isResumed;
  }

  /**
   * Opens the manifest of a folder, or begins one. Of the documents that are done only names and hashes are held.
   *
   * @throws StudioError BadInput if the folder has the results of other settings, or its manifest is damaged
   */
  static async open(folder: string, head: ManifestHead, mayResume: boolean): Promise<RedactionJournal> {
    const path = join(folder, MANIFEST);
    const first = JSON.stringify(head);
    const lines = (await exists(path)) ? linesOf(path) : undefined;
    const { value: found } = (await lines?.next()) ?? {};
    if (found !== undefined && found !== first) {
      throw new StudioError(
        'BadInput',
        `${folder} has results of another model or of other options. Choose another --out, or remove it.`,
      );
    }
    const journal = new RedactionJournal(path, found !== undefined);
    if (!mayResume) await lines?.return();
    await writeAtomically(path, journal.#kept(first, mayResume ? lines : undefined));
    return journal;
  }

  /** The lines of documents that are done; those that could not be written are tried again. */
  async *#kept(first: string, lines: AsyncIterable<string> | undefined): AsyncGenerator<string, void> {
    yield `${first}\n`;
    let number = 1;
    for await (const line of lines ?? []) {
      const { document, sha256, written, problem } = documentOf(this.#path, line, ++number);
      if (problem !== undefined) continue;
      this.#done.add(idOf({ document, sha256 }));
      this.#names.add(document);
      if (written !== undefined) this.#written.add(written);
      yield `${line}\n`;
    }
  }

  /** Whether a document with this name is done. */
  has(document: string): boolean {
    return this.#names.has(document);
  }

  isDone(document: Pick<ManifestDocument, 'document' | 'sha256'>): boolean {
    return this.#done.has(idOf(document));
  }

  /**
   * Whether a document of the key counts: not if it was written just before the run was interrupted, and is written again.
   *
   * @param pending names of the documents of this run, without extensions
   */
  counts(name: string, pending: ReadonlySet<string>): boolean {
    return !this.#isResumed || this.#written.has(name) || !pending.has(name.replace(/\.[^.]*$/, ''));
  }

  async add(document: ManifestDocument): Promise<void> {
    await appendFile(this.#path, `${JSON.stringify(document)}\n`);
  }
}

function documentOf(path: string, line: string, number: number): ManifestDocument {
  try {
    const read: unknown = JSON.parse(line);
    if (typeof read === 'object' && read !== null && 'document' in read && typeof read.document === 'string')
      return read as ManifestDocument;
  } catch {
    // Reported below, like any other line that is no document.
  }
  throw new StudioError(
    'BadInput',
    `${path} is damaged: line ${number} is no document. Remove the line: its document is then redacted again.`,
  );
}

function idOf({ document, sha256 }: Pick<ManifestDocument, 'document' | 'sha256'>): string {
  return `${sha256} ${document}`;
}
