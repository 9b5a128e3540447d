import { basename, dirname, join } from 'node:path';
import { openCorpus } from '../data/corpora/containers/open-corpus.ts';
import type { LabelNames } from '../data/corpora/json-labels.ts';
import { DATASET_CARD, DATASET_INFO, labelsInInfo } from '../data/corpora/label-info.ts';
import { joinStandOff } from '../data/corpora/containers/stand-off.ts';
import { sniff } from '../data/files/sniff.ts';
import { listPackedFiles, type PackedFile } from '../data/files/unpack-zip.ts';
import { StudioError } from '../lib/errors.ts';
import type { FileContents } from '../runs/inputs.ts';
import { exists, readCorpusBytes } from './files.ts';

/**
 * Reads the text of a corpus: from the file itself, from a packed or binary one (`openCorpus`), from the only corpus in a zip file, or from
 * annotations of brat (`.ann`) and the text beside them.
 *
 * @returns its name, the path with the extension of what was read, and the names of its labels that stand beside it
 * @throws StudioError BadInput
 */
export async function readCorpusFile(path: string): Promise<FileContents> {
  const whole = await readCorpusBytes(path);
  const file = new File([whole], path);
  const found = /\.zip$/i.test(path) ? await sniff(file) : undefined;
  if (found?.kind === 'archive') return contents(await openCorpus(await onlyFile(file, found.entries)));
  if (/\.ann$/i.test(path)) {
    const text = path.replace(/\.ann$/i, '.txt');
    if (await exists(text)) {
      const pair = [file, new File([await readCorpusBytes(text)], text)];
      return contents(await joinStandOff(pair.map(packed))[0]!.open());
    }
  }
  const opened = await openCorpus(file);
  const labels = /\.(jsonl?|ndjson)$/i.test(opened.name) ? await labelsBeside(path) : undefined;
  return { ...(opened === file ? { name: path, bytes: whole } : await contents(opened)), ...(labels && { labels }) };
}

/** The names of integer labels in the `dataset_info.json` or the card of the same folder, if there are any. */
async function labelsBeside(path: string): Promise<LabelNames | undefined> {
  for (const name of [DATASET_INFO, DATASET_CARD]) {
    const info = join(dirname(path), name);
    if (!(await exists(info))) continue;
    const labels = labelsInInfo(new TextDecoder().decode(await readCorpusBytes(info)));
    if (labels.size > 0) return labels;
  }
  return undefined;
}

/** The text of a corpus in a zip archive. @throws StudioError BadInput */
export async function readPackedCorpus({ open }: PackedFile): Promise<FileContents> {
  return contents(await openCorpus(await open()));
}

/** The files of a zip archive of corpora; undefined if it is another one: a model, vectors, a workbook. @throws StudioError BadInput */
export async function packedCorpora(path: string): Promise<readonly PackedFile[] | undefined> {
  const file = new File([await readCorpusBytes(path)], path);
  const found = await sniff(file);
  return found.kind === 'archive' ? packedFiles(file, found.entries) : undefined;
}

async function packedFiles(archive: File, entries: readonly string[]): Promise<readonly PackedFile[]> {
  const options = { signal: new AbortController().signal, onBytes: () => undefined };
  return joinStandOff(await listPackedFiles(archive, entries, options), basename(archive.name));
}

async function onlyFile(archive: File, entries: readonly string[]): Promise<File> {
  const files = await packedFiles(archive, entries);
  const [first] = files;
  if (first !== undefined && files.length === 1) {
    const file = await first.open();
    return new File([file], join(dirname(archive.name), file.name));
  }
  const names = files.map(({ name }) => name).join(', ');
  throw new StudioError(
    'BadInput',
    `${archive.name} contains ${files.length} files (${names}), expected one. Unpack it and pass the file to be read.`,
  );
}

function packed(file: File): PackedFile {
  return { name: file.name, open: () => Promise.resolve(file) };
}

async function contents(file: File): Promise<FileContents> {
  return { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) };
}
