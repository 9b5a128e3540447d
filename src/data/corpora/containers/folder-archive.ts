import { zipSync, type Zippable } from 'fflate';
import { StudioError } from '../../../lib/errors.ts';
import { LIMITS } from '../../files/limits.ts';
import type { PackedFile } from '../../files/unpack-zip.ts';
import { classLayout } from './class-layout.ts';
import { tagPathsOf } from './parallel-files.ts';

interface PathFile {
  file: File;
  path: string;
}

export interface PackedFolders {
  /** What is to be read in place of the files in `packed`. */
  files: File[];
  packed: ReadonlySet<File>;
  /** Paths of files that could not be read. */
  unreadable: string[];
  /** Why files were left out. */
  refusal?: unknown;
}

const MEBIBYTE = 2 ** 20;

/**
 * The texts in folders that may be classes, and words and tags in two files, as a zip archive with their paths; more texts than an archive may
 * have become JSON lines. Undefined without any, or if few files are too large for an archive.
 *
 * @param files with their paths, which begin with the folder that they come from
 */
export async function archiveOfFolders(files: readonly PathFile[]): Promise<PackedFolders | undefined> {
  const byPath = new Map(files.map(({ file, path }) => [path, file]));
  const pairs = files.flatMap(({ file, path }) => {
    const tags = tagPathsOf(path).flatMap((other) => byPath.get(other) ?? []);
    return tags.length === 0 ? [] : [file, ...tags];
  });
  const packed = new Set([...classLayout(files).flatMap(({ folders }) => [...folders.values()].flat()), ...pairs]);
  const own = files.filter(({ file }) => packed.has(file));
  if (own.length === 0) return undefined;
  const [root, ...others] = new Set(own.map(({ path }) => path.split('/')[0]!));
  const name = others.length === 0 ? root! : 'texts';
  const size = own.reduce((sum, { file }) => sum + file.size, 0);
  const areMany = own.length > LIMITS.archiveFiles.max;
  if (size > LIMITS.unpackedBytes.max) {
    if (!areMany) return undefined;
    const mebibytes = [size, LIMITS.unpackedBytes.max].map((bytes) => `${Math.ceil(bytes / MEBIBYTE)} MiB`);
    const message = `The texts in ${name} are ${mebibytes[0]} together. The limit is ${mebibytes[1]}. Drop its folders with data for training and testing one after the other, or leave out some of the texts.`;
    return { files: [], packed, unreadable: [], refusal: new StudioError('BadInput', message) };
  }
  const { read, unreadable } = await readAll(own);
  return areMany
    ? { ...(await joinedTexts(read, name, packed)), unreadable }
    : { files: read.length > 0 ? [archiveOf(read, name)] : [], packed, unreadable };
}

type ReadFile = PathFile & { bytes: Uint8Array<ArrayBuffer> };

async function readAll(files: readonly PathFile[]): Promise<{ read: ReadFile[]; unreadable: string[] }> {
  const read: ReadFile[] = [];
  const unreadable: string[] = [];
  for (const { file, path } of files) {
    try {
      read.push({ file, path, bytes: new Uint8Array(await file.arrayBuffer()) });
    } catch {
      unreadable.push(path); // moved, or without permission
    }
  }
  return { read, unreadable };
}

function archiveOf(files: readonly ReadFile[], name: string): File {
  const contents: Zippable = {};
  for (const { path, bytes } of files) contents[path] = [bytes, { level: 0 }];
  return new File([zipSync(contents) as Uint8Array<ArrayBuffer>], `${name}.zip`);
}

/** The texts of each part as a file of JSON lines. What is in no folders of classes is packed, or, if that is too much, stays as it is. */
async function joinedTexts(
  files: readonly ReadFile[],
  name: string,
  all: ReadonlySet<File>,
): Promise<Omit<PackedFolders, 'unreadable'>> {
  const { joinClassFolders } = await import('./class-folders.ts');
  const byOpened = new Map<PackedFile, ReadFile>();
  for (const one of files) {
    const own = one.path.split('/').at(-1)!;
    const open = () => Promise.resolve(new File([one.bytes], own));
    byOpened.set(Object.assign({ name: own, open }, { path: one.path }), one);
  }
  const parts = await joinClassFolders([...byOpened.keys()], name);
  const joined: File[] = [];
  let refusal: unknown;
  for (const part of parts) {
    if (byOpened.has(part)) continue;
    try {
      joined.push(await part.open());
    } catch (error) {
      refusal = error; // one of its files is no text
    }
  }
  const others = parts.flatMap((part) => byOpened.get(part) ?? []);
  const arePacked = others.length <= LIMITS.archiveFiles.max;
  const packed = new Set(all);
  if (!arePacked) for (const { file } of others) packed.delete(file);
  if (others.length > 0 && arePacked) joined.push(archiveOf(others, name));
  return { files: joined, packed, ...(refusal !== undefined && { refusal }) };
}
