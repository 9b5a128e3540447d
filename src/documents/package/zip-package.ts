import { unzipSync, zipSync, type Zippable } from 'fflate';
import { requireWithin } from '../../data/files/limits.ts';
import { StudioError } from '../../lib/errors.ts';
import type { DocumentFile } from '../document.ts';

/** Files that are compressed already. */
const COMPRESSED = /\.(jpe?g|png|gif|webp|mp[34]|zip|docx|xlsx)$/i;
/** Files that are parsed, for which memory of several times their size is needed. */
const MARKUP = /\.(xml|rels)$/i;
/** A redacted file does not say when it was made. */
const NO_TIME = new Date(1980, 0, 1);

/** The files of a zip archive, in their order. */
export class ZipPackage {
  readonly #name: string;
  readonly #files: ReadonlyMap<string, Uint8Array<ArrayBuffer>>;

  /**
   * Unpacks an archive.
   *
   * @throws StudioError BadInput if it is damaged, encrypted, or its files exceed the limit in total
   */
  constructor({ name, bytes }: DocumentFile) {
    this.#name = name;
    let total = 0;
    let count = 0;
    let markup = 0;
    try {
      const files = unzipSync(bytes, {
        filter({ name: part, originalSize }) {
          requireWithin('unpackedBytes', (total += originalSize), name);
          requireWithin('archiveFiles', ++count, name);
          if (MARKUP.test(part)) requireWithin('markupBytes', (markup += originalSize), name);
          return true;
        },
      });
      this.#files = new Map(Object.entries(files) as [string, Uint8Array<ArrayBuffer>][]);
    } catch (cause) {
      if (cause instanceof StudioError) throw cause;
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new StudioError('BadInput', `${name} cannot be unpacked: ${reason}. Open it and save it again.`, { cause });
    }
  }

  get names(): string[] {
    return [...this.#files.keys()];
  }

  /** @throws StudioError BadInput if there is no such file */
  text(name: string): string {
    const bytes = this.#files.get(name);
    if (bytes === undefined)
      throw new StudioError('BadInput', `${this.#name} has no ${name}. Open it and save it again.`);
    const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
    return new TextDecoder(isUtf16 ? (bytes[0] === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8').decode(bytes);
  }

  /** The archive with other contents of some files. @param changes undefined removes a file */
  write(changes: ReadonlyMap<string, string | undefined>): Uint8Array<ArrayBuffer> {
    const files: Zippable = {};
    for (const [name, bytes] of this.#files) {
      const change = changes.get(name);
      if (changes.has(name) && change === undefined) continue;
      const contents = change === undefined ? bytes : new TextEncoder().encode(inUtf8(change));
      // An OpenDocument file begins with its type, uncompressed.
      files[name] = [contents, { level: name === 'mimetype' || COMPRESSED.test(name) ? 0 : 6, mtime: NO_TIME }];
    }
    return zipSync(files) as Uint8Array<ArrayBuffer>;
  }
}

function inUtf8(xml: string): string {
  return xml.replace(/^(<\?xml[^>]*encoding=["'])utf-16[^"']*/i, '$1UTF-8');
}
