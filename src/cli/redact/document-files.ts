import { join, parse, resolve } from 'node:path';
import type { DocumentFile } from '../../documents/document.ts';
import { isDocumentName } from '../../documents/registry.ts';
import { StudioError } from '../../lib/errors.ts';
import { readCorpusBytes } from '../files.ts';
import { MANIFEST } from './redaction-journal.ts';
import { listInputs } from '../tag/tag-inputs.ts';
import type { TagInput } from '../tag/tag-input.ts';

/** A document to read. */
export interface DocumentInput extends TagInput {
  path: string;
}

/**
 * The documents given by arguments: files, and those of folders and zip archives, by their extensions.
 *
 * @throws StudioError BadInput if a path does not exist, or two documents would be written to the same file
 */
export async function listDocuments(paths: readonly string[], note: (text: string) => void): Promise<DocumentInput[]> {
  const isWanted = (name: string) => isDocumentName(name) && name !== MANIFEST;
  const inputs = await listInputs(paths, note, isWanted, 'document', () => true);
  return inputs.map((input) => {
    if (input.path === undefined) throw new StudioError('BadInput', 'Documents are files: standard input is not read.');
    return { ...input, path: input.path };
  });
}

export async function readDocumentFile({ path, within, packed }: DocumentInput): Promise<DocumentFile> {
  const name = parse(within).base;
  if (packed === undefined) return { name, bytes: await readCorpusBytes(path) };
  return { name, bytes: new Uint8Array(await (await packed.open()).arrayBuffer()) };
}

/** Where a document is written. @throws StudioError BadInput if another one is written there */
export class DocumentTargets {
  readonly #folder: string;
  readonly #sources: ReadonlySet<string>;
  readonly #taken = new Map<string, string>();

  constructor(folder: string, inputs: readonly DocumentInput[]) {
    this.#folder = folder;
    this.#sources = new Set(inputs.map(({ path }) => resolve(path)));
  }

  /** @returns its path in the folder */
  of({ name, within }: DocumentInput, extension: string): string {
    const { dir, name: stem } = parse(within);
    const target = join(dir, stem + extension);
    const other = this.#taken.get(target);
    if (other !== undefined || this.#sources.has(resolve(this.#folder, target))) {
      throw new StudioError(
        'BadInput',
        `${name} and ${other ?? 'an input'} would both be ${join(this.#folder, target)}. Choose another --out, or rename one of them.`,
      );
    }
    this.#taken.set(target, name);
    return target;
  }
}
