import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join, posix, relative } from 'node:path';
import { joinClassFolders } from '../../data/corpora/containers/class-folders.ts';
import { textPathsOf } from '../../data/corpora/containers/annotation-pairs.ts';
import { openCorpus } from '../../data/corpora/containers/open-corpus.ts';
import { textsOfTable } from '../../data/corpora/containers/entity-tables.ts';
import { joinParallel, tagPathsOf } from '../../data/corpora/containers/parallel-files.ts';
import { azureDocuments } from '../../data/corpora/records/kinds/azure.ts';
import type { LabelNames } from '../../data/corpora/json/labels.ts';
import { DATASET_CARD, DATASET_INFO, LABEL_MAPS, labelsInInfo } from '../../data/corpora/json/label-info.ts';
import { mayHaveSplits, roleOfSplit, SPLIT_HEAD, splitFiles } from '../../data/corpora/containers/split-file.ts';
import { joinStandOff } from '../../data/corpora/containers/stand-off.ts';
import type { LegacyEncoding } from '../../data/encodings.ts';
import { decodeHead, inChosenEncoding } from '../../data/files/decode-text.ts';
import { sniff } from '../../data/files/sniff.ts';
import { listPackedFiles, type PackedFile } from '../../data/files/unpack-zip.ts';
import { StudioError } from '../../lib/errors.ts';
import type { FileContents, Role } from '../../runs/inputs.ts';
import { exists, openFile, readCorpusBytes } from '../files.ts';

/**
 * Reads the text of a corpus: from the file itself, from a packed or binary one (`openCorpus`), from the only corpus in a zip file, or from
 * annotations of brat (`.ann`) or i2b2 (`.con`) and the text beside them, or words and tags in two files (`seq.in`, `seq.out`). A folder, or a zip file, may
 * have a folder of texts for each class, or such pairs.
 *
 * @param as keepsRows: see `openCorpus`; role: which split is read of a file with several
 * @returns its name, the path with the extension of what was read, and the names of its labels that stand beside it
 * @throws StudioError BadInput
 */
export async function readCorpusFile(path: string, as: ReadAs = {}): Promise<FileContents> {
  const { keepsRows, role } = as;
  if (await isFolder(path)) return contents(await folderCorpus(path));
  const whole = await readCorpusBytes(path);
  const file = new File([whole], path);
  const found = /\.zip$/i.test(path) ? await sniff(file) : undefined;
  if (found?.kind === 'archive') return contents(await openCorpus(await onlyFile(file, found.entries), keepsRows));
  const pair = await withTextBeside(path, file);
  if (pair !== undefined) {
    const [joined, ...others] = await joinStandOff(pair.map(packed));
    if (others.length === 0) return contents(await joined!.open());
  }
  for (const tags of tagPathsOf(path)) {
    if (!(await exists(tags))) continue;
    const pair = [file, new File([await readCorpusBytes(tags)], tags)];
    const [joined, ...others] = await joinParallel(pair.map(packed));
    if (others.length === 0) return contents(await joined!.open());
  }
  const splits = await splitFiles([packed(file)]);
  if (splits.length > 1) {
    const [own, another] = splits.filter(({ name }) => roleOfSplit(name) === role);
    if (own !== undefined && another === undefined) return contents(await own.open());
    const names = splits.map(({ name }) => basename(name)).join(', ');
    throw new StudioError(
      'BadInput',
      `${path} has a list of records for each split: ${names}. Give it to --train, --dev or --test, or save the list as a file of its own.`,
    );
  }
  const texts = /\.(json|csv|tsv)$/i.test(path) ? await textsBeside(path, whole) : [];
  if (texts.length > 0) {
    const [joined] = await joinStandOff([new File([whole], basename(path)), ...texts].map(packed));
    const { name, bytes } = await contents(await joined!.open());
    return { name: join(dirname(path), name), bytes };
  }
  const opened = await openCorpus(file, keepsRows);
  const labels = /\.(jsonl?|ndjson)$/i.test(opened.name) ? await labelsBeside(path) : undefined;
  return { ...(opened === file ? { name: path, bytes: whole } : await contents(opened)), ...(labels && { labels }) };
}

/** Reads a list of names: from the file itself, a packed one, a workbook, or the only file in a zip. @throws StudioError BadInput */
export async function readListFile(path: string, encoding?: LegacyEncoding): Promise<FileContents> {
  const { bytes, ...list } = await openListFile(path);
  return { ...list, bytes: inChosenEncoding(bytes, encoding) };
}

async function openListFile(path: string): Promise<FileContents> {
  const bytes = await readCorpusBytes(path);
  const file = new File([bytes], path);
  const found = /\.zip$/i.test(path) ? await sniff(file) : undefined;
  const opened = await openCorpus(found?.kind === 'archive' ? await onlyFile(file, found.entries) : file, true);
  return opened === file ? { name: path, bytes } : contents(opened);
}

/** Annotations with the text beside them, and the names of their types; undefined for other files. */
async function withTextBeside(path: string, file: File): Promise<File[] | undefined> {
  for (const text of textPathsOf(path)) {
    if (text === path || !(await exists(text))) continue;
    const legend = /\.ann\.json$/i.test(path) ? [join(dirname(path), 'annotations-legend.json')] : [];
    const answers = /\.a1$/i.test(path) ? [path.replace(/1$/, '2')] : [];
    const others = [text];
    for (const other of [...legend, ...answers]) if (await exists(other)) others.push(other);
    return [file, ...(await Promise.all(others.map(async (name) => new File([await readCorpusBytes(name)], name))))];
  }
  return undefined;
}

/** How a file is read. */
export interface ReadAs {
  keepsRows?: boolean;
  role?: Role;
}

/** The splits of a JSON file; undefined if it has none. */
export async function splitCorpora(path: string): Promise<readonly PackedFile[] | undefined> {
  if (!/\.json$/i.test(path)) return undefined;
  const head = await (await openFile(path)).slice(0, SPLIT_HEAD).arrayBuffer();
  if (!mayHaveSplits(new TextDecoder().decode(head))) return undefined;
  const splits = await splitFiles([packed(new File([await readCorpusBytes(path)], basename(path)))]);
  return splits.length > 1 ? splits : undefined;
}

/** The texts that a labels file of Azure Language, or a table of entities, names, as far as they exist; their names count from its folder. */
async function textsBeside(path: string, bytes: Uint8Array): Promise<File[]> {
  const found = namedTexts(path, decodeHead(bytes)).map(async (location) => {
    const name = posix.normalize(location.replaceAll('\\', '/'));
    const text = join(dirname(path), name);
    return (await exists(text)) ? new File([await readCorpusBytes(text)], name) : [];
  });
  return (await Promise.all(found)).flat();
}

function namedTexts(path: string, written: string): string[] {
  if (!/\.json$/i.test(path)) return textsOfTable(written).flatMap((name) => [name, `${name}.txt`]);
  const isLabels = written.includes('"location"') && written.includes('"documents"');
  return isLabels ? (azureDocuments(parsed(written)) ?? []).map(({ location }) => location) : [];
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** The names of integer labels in the `dataset_info.json`, the card, or a map of labels of the same folder, if there are any. */
async function labelsBeside(path: string): Promise<LabelNames | undefined> {
  for (const name of [DATASET_INFO, DATASET_CARD, ...LABEL_MAPS]) {
    const info = join(dirname(path), name);
    if (!(await exists(info))) continue;
    const labels = labelsInInfo(new TextDecoder().decode(await readCorpusBytes(info)));
    if (labels.size > 0) return labels;
  }
  return undefined;
}

/** The text of a corpus in a zip archive. @throws StudioError BadInput */
export async function readPackedCorpus({ open }: PackedFile, keepsRows = false): Promise<FileContents> {
  return contents(await openCorpus(await open(), keepsRows));
}

/** The files of a zip archive of corpora; undefined if it is another one: a model, vectors, a workbook. @throws StudioError BadInput */
export async function packedCorpora(path: string): Promise<readonly PackedFile[] | undefined> {
  const file = new File([await readCorpusBytes(path)], path);
  const found = await sniff(file);
  return found.kind === 'archive' ? packedFiles(file, found.entries) : undefined;
}

async function packedFiles(archive: File, entries: readonly string[]): Promise<readonly PackedFile[]> {
  const options = { signal: new AbortController().signal, onBytes: () => undefined };
  return joinedFiles(await listPackedFiles(archive, entries, options), basename(archive.name));
}

/** Files, with those that belong together as one. */
async function joinedFiles(files: readonly PackedFile[], name: string): Promise<readonly PackedFile[]> {
  const joined = await joinClassFolders(files, name);
  return joined.length < files.length ? joined : splitFiles(await joinStandOff(await joinParallel(files, name), name));
}

/**
 * The corpora of a folder; undefined if the path is none.
 *
 * @throws StudioError BadInput if it has no files
 */
export async function folderCorpora(path: string): Promise<readonly PackedFile[] | undefined> {
  if (!(await isFolder(path))) return undefined;
  const files = await filesIn(path);
  if (files.length === 0) throw new StudioError('BadInput', `${path} is a folder without files.`);
  return joinedFiles(files, basename(path));
}

/** All files of a folder and its folders, by their paths in it; not hidden ones. */
async function filesIn(path: string): Promise<readonly PackedFile[]> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !/(^|[\\/])\./.test(relative(path, file)))
    .toSorted()
    .map((file) => ({
      name: relative(path, file).replaceAll('\\', '/'),
      open: async () => new File([await readCorpusBytes(file)], file),
    }));
}

const isFolder = (path: string) =>
  stat(path).then(
    (info) => info.isDirectory(),
    () => false, // reading it reports the error
  );

/** The only file that the texts of a folder become. @throws StudioError BadInput if they become none, or several */
async function folderCorpus(path: string): Promise<File> {
  const files = await filesIn(path);
  const joined = (await joinedFiles(files, basename(path))).filter((file) => !files.includes(file));
  const [only] = joined;
  if (only !== undefined && joined.length === 1) return only.open();
  const names = joined.map(({ name }) => name.replace(/\.jsonl$/, '')).join(', ');
  const reason =
    joined.length === 0
      ? 'has neither a folder of texts (.txt) for each class, nor texts with annotations (.ann, .con, .apf.xml, .ann.json, or XML of Knowtator), nor words and tags in two files'
      : `has several corpora, in ${names}`;
  throw new StudioError('BadInput', `${path} is a folder that ${reason}. Pass a file, or a folder with one corpus.`);
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
