import { zipSync, type Zippable } from 'fflate';
import { LIMITS } from '../../files/limits.ts';
import { classLayout } from './class-layout.ts';
import { tagPathsOf } from './parallel-files.ts';

/**
 * A zip archive of the texts in folders that may be classes, and of words and tags in two files, with their paths; undefined without any.
 *
 * @param files with their paths, which begin with the folder that they come from
 */
export async function archiveOfFolders(
  files: readonly { file: File; path: string }[],
): Promise<{ archive: File; packed: ReadonlySet<File> } | undefined> {
  const byPath = new Map(files.map(({ file, path }) => [path, file]));
  const pairs = files.flatMap(({ file, path }) => {
    const tags = tagPathsOf(path).flatMap((other) => byPath.get(other) ?? []);
    return tags.length === 0 ? [] : [file, ...tags];
  });
  const packed = new Set([...classLayout(files).flatMap(({ folders }) => [...folders.values()].flat()), ...pairs]);
  const own = files.filter(({ file }) => packed.has(file));
  const size = own.reduce((sum, { file }) => sum + file.size, 0);
  if (own.length === 0 || size > LIMITS.unpackedBytes.max) return undefined;
  const contents: Zippable = {};
  for (const { file, path } of own) contents[path] = [new Uint8Array(await file.arrayBuffer()), { level: 0 }];
  const [root, ...others] = new Set(own.map(({ path }) => path.split('/')[0]!));
  const name = others.length === 0 ? root! : 'texts';
  return { archive: new File([zipSync(contents) as Uint8Array<ArrayBuffer>], `${name}.zip`), packed };
}
