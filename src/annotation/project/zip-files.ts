import { zipSync, type Zippable } from 'fflate';
import { listPackedFiles } from '../../data/files/unpack-zip.ts';
import { readZipEntries } from '../../data/files/zip.ts';
import { StudioError } from '../../lib/errors.ts';
import { MemoryFiles } from './files.ts';
import { PROJECT_FILE } from './format.ts';

/**
 * The files of a project in a zip archive. The archive may have them in a folder, as that of a repository does.
 *
 * @throws StudioError if the archive is damaged, exceeds the limits of archives, or is that of no project
 */
export async function filesOfZip(archive: File): Promise<MemoryFiles> {
  const names = (await readZipEntries(archive)).map(({ name }) => name);
  const packed = await listPackedFiles(archive, names, {
    signal: new AbortController().signal,
    onBytes: () => undefined,
  });
  const heads = names.filter((name) => name === PROJECT_FILE || name.endsWith(`/${PROJECT_FILE}`));
  const [head] = heads.sort((a, b) => a.length - b.length);
  if (head === undefined) {
    const message = `${archive.name} is no project: it has no ${PROJECT_FILE}. Choose an archive that Annotate has saved, or that of a repository with a project.`;
    throw new StudioError('BadInput', message);
  }
  const folder = head.slice(0, -PROJECT_FILE.length);
  const files = new MemoryFiles(archive.name.replace(/\.zip$/i, ''));
  for (const [i, name] of names.entries()) {
    if (!name.startsWith(folder) || /(^|\/)\.git\//i.test(name)) continue;
    if (!isInside(name)) {
      throw new StudioError('BadInput', `${archive.name} has the path ${JSON.stringify(name)}, which no project has. Nothing of it is used.`); // prettier-ignore
    }
    const file = await packed[i]!.open();
    await files.write(name.slice(folder.length), new Uint8Array(await file.arrayBuffer()));
  }
  return files;
}

/** Whether a path stays below the folder that it is written into, on every system. */
const isInside = (path: string) => !/[\\:\0]/.test(path) && path.split('/').every((part) => !/^\.{0,2}$/.test(part));

/** The files as a zip archive. Models are compressed already. */
export function zipOfFiles({ contents }: Pick<MemoryFiles, 'contents'>): Uint8Array<ArrayBuffer> {
  const zippable: Zippable = {};
  for (const [path, bytes] of [...contents].sort(([a], [b]) => (a < b ? -1 : 1))) {
    zippable[path] = [bytes, { level: path.endsWith('.zip') ? 0 : 6, mtime: '2000-01-01' }];
  }
  return zipSync(zippable) as Uint8Array<ArrayBuffer>;
}
