import { basename, join, parse } from 'node:path';
import type { ArchivedFile } from '../../data/files/unpack-zip.ts';
import { packedDocuments } from '../../documents/package/archive.ts';
import { StudioError } from '../../lib/errors.ts';
import { modelFolder } from '../../lib/model-files.ts';
import { openFile } from '../files.ts';
import type { TagInput } from './tag-input.ts';

/** A file in a zip archive. Its `path` is that of the archive. */
export interface ArchivedInput extends TagInput {
  packed: ArchivedFile;
}

const NEVER = new AbortController().signal;

/**
 * The files of a zip archive that are wanted, as inputs; each is unpacked when it is read.
 *
 * @param folder their place in the results
 * @param note gets a remark on each file whose path leads out of the archive
 * @throws StudioError BadInput if it is no archive, a model, or exceeds a limit
 */
export async function archivedInputs(
  archive: string,
  folder: string,
  isWanted: (name: string) => boolean,
  note: (text: string) => void,
): Promise<{ inputs: ArchivedInput[]; others: string[] }> {
  const files = await packedDocuments(await openFile(archive), NEVER);
  if (modelFolder(files.map(({ path }) => path)) !== undefined)
    throw new StudioError('BadInput', `${archive} is a model, not a document.`);
  const inputs: ArchivedInput[] = [];
  const others: string[] = [];
  for (const packed of files) {
    const parts = packed.path.split(/[\\/]/).filter((part) => part !== '' && part !== '.');
    const name = join(archive, ...parts.map((part) => part.replaceAll('..', '__')));
    if (parts.includes('..')) note(`${name} was skipped: its path leads out of the archive.`);
    else if (isWanted(packed.name)) inputs.push({ name, path: archive, within: join(folder, ...parts), packed });
    else others.push(packed.name);
  }
  return { inputs: inputs.toSorted((a, b) => (a.within < b.within ? -1 : 1)), others };
}

/** Where the files of an archive are in the results: in a folder with its name, if it is in a folder itself. */
export function folderOfArchive(within: string): string {
  const { dir, name } = parse(within);
  return join(dir, name);
}

/** `7 files were not read, because of ${names.length === 1 ? 'its' : 'their'} kind: .png 4, .doc 3.` Undefined if there are none. */
export function skippedInWords(place: string, names: readonly string[]): string | undefined {
  if (names.length === 0) return undefined;
  const counts = new Map<string, number>();
  for (const name of names) {
    const extension = parse(basename(name)).ext.toLowerCase() || 'no extension';
    counts.set(extension, (counts.get(extension) ?? 0) + 1);
  }
  const listed = [...counts].toSorted(([, a], [, b]) => b - a).map(([extension, count]) => `${extension} ${count}`);
  const files = names.length === 1 ? '1 file was' : `${names.length} files were`;
  const old = names.some((name) => /\.(doc|dot|rtf|xls|ppt|wpd|pages|msg)$/i.test(name));
  const remedy = old ? ' Save documents of old formats as .docx, .odt, .xlsx or .eml.' : '';
  return `${place}: ${files} not read, because of ${names.length === 1 ? 'its' : 'their'} kind: ${listed.join(', ')}.${remedy}`;
}
