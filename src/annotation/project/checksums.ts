import { crc32 } from '../../lib/crc32.ts';
import { sha256 } from '../../lib/sha256.ts';
import type { ProjectFiles } from './files.ts';
import type { WrittenLine } from './format.ts';

/**
 * Checksums of models and recipes, one line for each file: `{"file":"models/a.zip","sha256":"…"}`, 24 digits. Merging joins the lines, so
 * that a file may have several; one of them has to fit. A file without any is not checked.
 */
export const CHECKSUMS = 'checksums.jsonl';

/** Models and recipes are only added. Guidelines are not here: they may be edited, and git merges them. */
export const hasChecksum = (path: string): boolean => /^(recipes|models)\//.test(path);

/** A line of a log as it is written. A damaged line may be as valid as the written one; its checksum is not. */
export const withSum = (line: WrittenLine): string => JSON.stringify({ ...line, sum: sumOf(line) });

/** Whether a line is as it was written; one without a checksum is taken as it is. */
export function isAsWritten(line: Readonly<Record<string, unknown>>): boolean {
  const { sum, ...rest } = line;
  return !('sum' in line) || sum === sumOf(rest);
}

/** CRC-32 of the JSON. */
const sumOf = (line: object): number => crc32(new TextEncoder().encode(JSON.stringify(line)));

/** Remembers what a file holds. */
export async function noteChecksum(files: ProjectFiles, path: string, contents: Uint8Array): Promise<void> {
  const known = (await files.list()).includes(CHECKSUMS) ? await files.read(CHECKSUMS) : '';
  const line = JSON.stringify({ file: path, sha256: await checksumOf(path, contents) });
  if (known.split(/\r?\n/).includes(line)) return;
  await files.write(CHECKSUMS, `${known}${known === '' || known.endsWith('\n') ? '' : '\n'}${line}\n`);
}

/** The files that are not those that were added. @param paths all files of the project, sorted */
export async function changedFiles(files: ProjectFiles, paths: readonly string[]): Promise<string[]> {
  if (!paths.includes(CHECKSUMS)) return [];
  const lines = (await files.read(CHECKSUMS)).split(/\r?\n/);
  const sums = new Map<string, string[]>();
  for (const line of lines) {
    const [, file, sum] = /^\{"file":(".*"),"sha256":"([0-9a-f]{24})"\}$/.exec(line) ?? [];
    if (file !== undefined && sum !== undefined) sums.set(file, [...(sums.get(file) ?? []), sum]);
  }
  const changed: string[] = [];
  for (const path of paths.filter(hasChecksum)) {
    const known = sums.get(JSON.stringify(path));
    if (known !== undefined && !known.includes(await checksumOf(path, await files.readBytes(path)))) changed.push(path);
  }
  return changed;
}

/** Of a recipe regardless of its line ends, which git may change. */
async function checksumOf(path: string, contents: Uint8Array): Promise<string> {
  const isText = path.endsWith('.json');
  const bytes = isText ? new TextEncoder().encode(new TextDecoder().decode(contents).replaceAll('\r\n', '\n')) : contents; // prettier-ignore
  return (await sha256(bytes)).slice(0, 24);
}
