import { StudioError } from '../../../lib/errors.ts';
import { tagKind } from '../../corpus.ts';
import { joinedFile, packedText, type JoinedJson } from '../../files/joined-file.ts';
import type { ArchivedFile, PackedFile } from '../../files/unpack-zip.ts';
import { readCorpus } from '../read-corpus.ts';
import { classLayout, isUnlabelled } from './class-layout.ts';

/** Texts of each folder that are read to see whether they have tags. */
const EXAMINED = 3;
/** Tokens from which columns without a scheme show whether the last one has tags. */
const FEWEST_TOKENS = 10;

/**
 * Joins texts in a folder for each class: `train/pos/1.txt`, `train/neg/2.txt`. Each folder that has such folders becomes a JSON lines file
 * with a text and its `folder` per line, of which the reader asks whether it is the class. Other files stay as they are, and so do folders of corpora with a token and a tag per line.
 *
 * @param name of the archive or folder that the files come from
 */
export async function joinClassFolders(
  files: readonly (PackedFile | ArchivedFile)[],
  name: string,
): Promise<readonly PackedFile[]> {
  const joined: PackedFile[] = [];
  const used = new Set<PackedFile>();
  for (const { parent, folders } of classLayout(
    files.map((file) => ({ file, path: 'path' in file ? file.path : file.name })),
  )) {
    if (await haveTags(folders)) continue;
    const own = [...folders].flatMap(([folder, some]) => some.map((file) => ({ file, folder })));
    for (const { file } of own) used.add(file);
    const part = parent.split('/').at(-1) || name.replace(/\.[^./]+$/, '');
    const target = `${part}.jsonl`;
    const open = async () => {
      const lines: JoinedJson[] = [];
      for (const { file, folder } of own) {
        const read = await packedText(file);
        const row = { id: file.name, text: read.text, folder: isUnlabelled(folder) ? null : folder };
        lines.push({ json: `${JSON.stringify(row)}\n`, from: [read] });
      }
      return joinedFile(target, lines);
    };
    joined.push({ name: target, open });
  }
  return [...joined, ...files.filter((file) => !used.has(file))];
}

/** Whether some of the texts have entities in columns, or all of them columns with tags. */
async function haveTags(folders: ReadonlyMap<string, readonly PackedFile[]>): Promise<boolean> {
  const found: ('entities' | 'tags' | 'none')[] = [];
  for (const file of [...folders.values()].flatMap((own) => own.slice(0, EXAMINED))) {
    const tags = tagsIn(file.name, new Uint8Array(await (await file.open()).arrayBuffer()));
    if (tags === 'entities') return true;
    found.push(tags);
  }
  return found.every((tags) => tags === 'tags');
}

function tagsIn(name: string, bytes: Uint8Array): 'entities' | 'tags' | 'none' {
  try {
    const { columns, sentences, style } = readCorpus(name, bytes);
    if (columns < 2) return 'none';
    if (tagKind(style) === 'entities') return sentences.some(({ spans }) => spans.length > 0) ? 'entities' : 'tags';
    const tags = sentences.flatMap((sentence) => sentence.tags);
    return tags.length >= FEWEST_TOKENS && 2 * new Set(tags).size <= tags.length ? 'tags' : 'none';
  } catch (error) {
    if (error instanceof StudioError) return 'none'; // running text
    throw error;
  }
}
