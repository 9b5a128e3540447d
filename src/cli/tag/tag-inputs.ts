import { readdir, stat } from 'node:fs/promises';
import { basename, join, parse, relative } from 'node:path';
import { hasDocumentName } from '../../documents/registry.ts';
import { asError, StudioError } from '../../lib/errors.ts';
import { wholeLines } from '../inputs/line-file.ts';
import { archivedInputs, folderOfArchive, skippedInWords } from './archived-inputs.ts';
import { failedTo } from '../files.ts';
import type { TagInput } from './tag-input.ts';

const STANDARD_INPUT: TagInput = { name: 'standard input', path: undefined, within: 'standard-input' };

/** Names of text files and documents; other files in folders, such as images, are counted in a remark. */
const isTextName = (name: string) =>
  /\.(txt|text|md|conll|conllu|iob2?|bio|bioes|tsv|csv|jsonl?|ndjson|html?|docx|docm|dotx|odt|ott|odp|eml|mbox|pdf)$/i.test(
    name,
  );

/** Whether a zip archive is several inputs; default: if it has documents, or several files, unless they are texts with annotations of brat. */
type IsUnpacked = (names: readonly string[]) => boolean;

const hasSeveral: IsUnpacked = (names) =>
  names.some(hasDocumentName) || (names.length > 1 && !names.some((name) => /\.ann$/i.test(name)));

/**
 * The files given by arguments. For a folder or a zip archive: all text files in it and its subfolders, sorted by name, without hidden
 * files.
 *
 * @param note gets a remark on each pipe, device or link in a folder, which is skipped: it may have no end, or lead out of the folder;
 *   and one on the number of files of other kinds
 * @param isWanted which files of a folder, by their names @param what one of them is called
 * @throws StudioError BadInput if a path does not exist, or a folder has none
 */
export async function listInputs(
  paths: readonly string[],
  note: (text: string) => void,
  isWanted = isTextName,
  what = 'text file',
  isUnpacked = hasSeveral,
): Promise<TagInput[]> {
  if (paths.length === 0) return [STANDARD_INPUT];
  const options = { note, isWanted, what, isUnpacked };
  return (await Promise.all(paths.map((path) => inputsAt(path, options)))).flat();
}

interface ListOptions {
  note: (text: string) => void;
  isWanted: (name: string) => boolean;
  what: string;
  isUnpacked: IsUnpacked;
}

async function inputsAt(path: string, options: ListOptions): Promise<TagInput[]> {
  const { note, isWanted, what } = options;
  if (path === '-') return [STANDARD_INPUT];
  const info = await stat(path).catch((error: unknown) => {
    throw failedTo('read', path, error);
  });
  if (!info.isDirectory()) {
    const input = { name: path, path, within: basename(path) };
    const inputs = isZipName(path) ? await unpackedInputs(input, '', options) : [input];
    if (inputs.length === 0) throw new StudioError('BadInput', `There is no ${what} in ${path}.`);
    return inputs;
  }
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  const shown = entries.filter(
    (entry) => !entry.isDirectory() && !/(^|[\\/])\./.test(relative(path, join(entry.parentPath, entry.name))),
  );
  const isRead = (name: string) => isWanted(name) || isZipName(name);
  const others = shown.filter(({ name }) => !isRead(name)).map(({ name }) => name);
  const remark = skippedInWords(path, others);
  if (remark !== undefined) note(remark);
  const files = shown
    .filter(({ name }) => isRead(name))
    .flatMap((entry) => {
      const file = join(entry.parentPath, entry.name);
      if (entry.isFile()) return [file];
      note(`${file} was skipped: it is ${entry.isSymbolicLink() ? 'a link' : 'a pipe or a device, not a file'}.`);
      return [];
    })
    .toSorted();
  const inputs: TagInput[] = [];
  for (const file of files) {
    const within = relative(path, file);
    const input = { name: file, path: file, within };
    if (!isZipName(file)) inputs.push(input);
    else {
      // The other files are read if an archive is damaged.
      const unpacked = unpackedInputs(input, folderOfArchive(within), options).catch((error: unknown) => {
        note(`${file} was skipped: ${asError(error).message}`);
        return [];
      });
      inputs.push(...(await unpacked));
    }
  }
  if (inputs.length === 0) throw new StudioError('BadInput', `There is no ${what} in ${path}.`);
  return inputs;
}

const isZipName = (name: string) => /\.zip$/i.test(name);

/** An input, or those in it if it is a zip archive of several. @param folder of these in the results */
async function unpackedInputs(
  input: TagInput & { path: string },
  folder: string,
  { note, isWanted, isUnpacked }: ListOptions,
): Promise<TagInput[]> {
  const { inputs, others } = await archivedInputs(input.path, folder, isWanted, note);
  if (!isUnpacked([...inputs.map(({ packed }) => packed.name), ...others])) return [input];
  const remark = skippedInWords(input.name, others);
  if (remark !== undefined) note(remark);
  return inputs;
}

/**
 * Output path of each input.
 *
 * @throws StudioError BadInput if two inputs have the same output path, or an output path is that of an input
 */
export function targetsIn(folder: string, inputs: readonly TagInput[], ending: string): string[] {
  const targets = inputs.map(({ within }) => {
    const { dir, name } = parse(within);
    return join(folder, dir, `${name}.${ending}`);
  });
  targets.forEach((target, i) => {
    const other = inputs.find(({ path }, j) => (j < i && targets[j] === target) || path === target);
    if (other === undefined) return;
    const reason = `${other.name} and the result of ${inputs[i]!.name} would both be ${target}.`;
    throw new StudioError('BadInput', `${reason} Choose another --out, or tag them one at a time.`);
  });
  return targets;
}

/** Groups of lines as they arrive, without line breaks. */
export async function* linesAsTheyCome(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string[], void> {
  const groups = wholeLines(chunks);
  let next = await groups.next();
  for (; next.done !== true; next = await groups.next()) yield next.value.map(withoutReturn);
  if (next.value !== '') yield [withoutReturn(next.value)];
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}
