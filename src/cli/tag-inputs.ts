import { readdir, stat } from 'node:fs/promises';
import { basename, join, parse, relative } from 'node:path';
import { StudioError } from '../lib/errors.ts';
import { failedTo } from './files.ts';

/** An input to tag: a file, or standard input. */
export interface TagInput {
  /** Name in messages and results. */
  name: string;
  path: string | undefined;
  /** Path relative to the given folder, or its name. */
  within: string;
}

const STANDARD_INPUT: TagInput = { name: 'standard input', path: undefined, within: 'standard-input' };

/** Names of text files and documents; other files in folders, such as images, are skipped. */
const isTextName = (name: string) =>
  /\.(txt|text|md|conll|conllu|iob2?|bio|bioes|tsv|csv|jsonl?|ndjson|docx|odt|eml|mbox|pdf)$/i.test(name);

/**
 * The files given by arguments. For a folder: all text files in it and its subfolders, sorted by name, without hidden files.
 *
 * @param note gets a remark on each pipe, device or link in a folder, which is skipped: it may have no end, or lead out of the folder
 * @param isWanted which files of a folder, by their names @param what one of them is called
 * @throws StudioError BadInput if a path does not exist, or a folder has none
 */
export async function listInputs(
  paths: readonly string[],
  note: (text: string) => void,
  isWanted = isTextName,
  what = 'text file',
): Promise<TagInput[]> {
  if (paths.length === 0) return [STANDARD_INPUT];
  return (await Promise.all(paths.map((path) => inputsAt(path, note, isWanted, what)))).flat();
}

async function inputsAt(
  path: string,
  note: (text: string) => void,
  isWanted: (name: string) => boolean,
  what: string,
): Promise<TagInput[]> {
  if (path === '-') return [STANDARD_INPUT];
  const info = await stat(path).catch((error: unknown) => {
    throw failedTo('read', path, error);
  });
  if (!info.isDirectory()) return [{ name: path, path, within: basename(path) }];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  const wanted = entries.filter((entry) => !entry.isDirectory() && isWanted(entry.name));
  const files = wanted
    .filter((entry) => !/(^|[\\/])\./.test(relative(path, join(entry.parentPath, entry.name))))
    .flatMap((entry) => {
      const file = join(entry.parentPath, entry.name);
      if (entry.isFile()) return [file];
      note(`${file} was skipped: it is ${entry.isSymbolicLink() ? 'a link' : 'a pipe or a device, not a file'}.`);
      return [];
    })
    .toSorted();
  if (files.length === 0) throw new StudioError('BadInput', `There is no ${what} in ${path}.`);
  return files.map((file) => ({ name: file, path: file, within: relative(path, file) }));
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
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop()!;
    if (lines.length > 0) yield lines.map(withoutReturn);
  }
  rest += decoder.decode();
  if (rest !== '') yield [withoutReturn(rest)];
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}
