import { withoutExtension } from '../../../lib/paths.ts';
import { joinedFile, packedText } from '../../files/joined-file.ts';
import type { ArchivedFile, PackedFile } from '../../files/unpack-zip.ts';
import { areTags } from '../records/kinds/joined-tags.ts';

/** Names of files with a sentence of words in each line, and of those with its tags. `$1` is what both have. */
const PAIRS: readonly (readonly [words: RegExp, tags: string])[] = [
  [/^(|.*\/)seq\.in$/i, '$1seq.out'],
  [/^(|.*\/)sentences\.txt$/i, '$1labels.txt'],
  [/^(|.*\/)sentences\.txt$/i, '$1tags.txt'],
  [/^(.+)\.words\.txt$/i, '$1.tags.txt'],
  [/^(.*\/|)source([^/]*)\.txt$/i, '$1target$2.txt'],
  [/^(.*\/|)text(_[^/]*)\.txt$/i, '$1labels$2.txt'], // NeMo
];

/** Share of the lines that must be tags. */
const MIN_SHARE = 0.9;
/** Share of the lines that must have a tag for each word: the others are reported. */
const MIN_FITTING = 0.5;

/** The paths of files that may have the tags of the words in a file. */
export function tagPathsOf(path: string): string[] {
  return PAIRS.flatMap(([words, tags]) => (words.test(path) ? [path.replace(words, tags)] : []));
}

/**
 * Joins files that have a sentence in each line, one its words and the other its tags, such as `seq.in` and `seq.out`: both become a JSON
 * lines file with a sentence in each line. Other files stay as they are, and so do two that have no tags.
 *
 * @param name of the archive or folder that the files come from, if there is one
 */
export async function joinParallel(
  files: readonly (PackedFile | ArchivedFile)[],
  name?: string,
): Promise<readonly PackedFile[]> {
  const pathOf = (file: PackedFile | ArchivedFile) => ('path' in file ? file.path : file.name);
  const byPath = new Map(files.map((file) => [pathOf(file), file]));
  const used = new Set<PackedFile>();
  const joined: PackedFile[] = [];
  for (const words of files) {
    const candidates = tagPathsOf(pathOf(words)).flatMap((path) => byPath.get(path) ?? []);
    if (candidates.length === 0) continue;
    const own = await linesIn(words);
    const found = await firstFitting(own.lines, candidates);
    if (found === undefined) continue;
    const json = sentencesOf({ words: own.lines, tags: found.lines }).join('');
    for (const file of [words, found.file]) used.add(file);
    const target = `${stemOf(pathOf(words), name)}.jsonl`;
    const open = () => Promise.resolve(joinedFile(target, [{ json, from: [own] }]));
    joined.push({ name: target, open });
  }
  return used.size === 0 ? files : [...joined, ...files.filter((file) => !used.has(file))];
}

/** The first file with as many lines of tags as there are lines of words, and as many tags as words in most of them. */
async function firstFitting(words: readonly string[], candidates: readonly PackedFile[]) {
  for (const file of candidates) {
    const { lines } = await linesIn(file);
    if (lines.length === words.length && areTagsOf(words, lines)) return { file, lines };
  }
  return undefined;
}

function areTagsOf(words: readonly string[], tags: readonly string[]): boolean {
  const tagged = tags.flatMap((line, i) => (line === '' ? [] : [{ parts: line.split(' '), words: words[i]! }]));
  const fitting = tagged.filter((line) => line.parts.length === line.words.split(' ').length);
  return (
    tagged.length > 0 &&
    tagged.filter(({ parts }) => areTags(parts)).length >= MIN_SHARE * tagged.length &&
    fitting.length > MIN_FITTING * tagged.length
  );
}

/** The name of what both files have: that of their folder, if their own names say nothing. */
function stemOf(path: string, archive: string | undefined): string {
  const [folder, own] = [path.split('/').at(-2), path.split('/').at(-1)!];
  const stem = /^(.+)\.words\.txt$/i.exec(own)?.[1];
  return stem ?? folder ?? withoutExtension(archive ?? own);
}

async function linesIn(file: PackedFile) {
  const { text, encoding } = await packedText(file);
  const lines = text.trimEnd().split(/\r?\n/);
  return { lines: lines.map((line) => line.trim().replaceAll(/\s+/g, ' ')), encoding };
}

/** A line for each line, so that problems have its number. */
function sentencesOf({ words, tags }: { words: readonly string[]; tags: readonly string[] }): string[] {
  const partsOf = (line: string) => (line === '' ? [] : line.split(' '));
  return words.map((line, i) => {
    const [tokens, own] = [partsOf(line), partsOf(tags[i]!)];
    return tokens.length === 0 && own.length === 0 ? '\n' : `${JSON.stringify({ tokens, ner_tags: own })}\n`;
  });
}
