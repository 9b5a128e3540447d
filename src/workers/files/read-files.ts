import { unzipSync } from 'fflate';
import type { Corpus } from '../../data/corpus.ts';
import { readCorpus, requireUsable } from '../../data/corpora/read-corpus.ts';
import { RunningTextError } from '../../data/corpora/running-text.ts';
import { serializeError, StudioError, throwIfAborted } from '../../lib/errors.ts';
import type { Bytes } from '../../lib/units.ts';
import { describeText, type ReadText } from './loaded-texts.ts';
import type { Workspace } from '../wire/payloads.ts';
import { packModel } from './unpacked-model.ts';
import { sniff } from '../../data/files/sniff.ts';

/** Added files by kind. */
export interface ReadFiles {
  corpora: { file: File; corpus: Corpus }[];
  texts: ReadText[];
  vectors: File[];
  bundles: File[];
  /** Files that cannot be used, and why. */
  rejected: Workspace['rejected'];
}

/** A corpus or text is read into one string, which browsers limit to half a gigabyte. */
const MAX_CORPUS_SIZE: Bytes = 2 ** 28;
/** The files of a zip are unpacked in memory. */
const MAX_UNPACKED_SIZE: Bytes = 2 ** 30;

/**
 * Recognises files of any kind and reads the corpora and texts among them. A zip file is replaced by the files in it. Files that cannot
 * be used are in `rejected`.
 *
 * @param onFile called before each file
 * @throws StudioError Cancelled
 */
export async function readFiles(
  files: readonly File[],
  signal: AbortSignal,
  onFile: (file: File) => void,
  inArchive = false,
): Promise<ReadFiles> {
  const read: ReadFiles = { corpora: [], texts: [], vectors: [], bundles: [], rejected: [] };
  for (const file of inArchive ? files : await packModel(files)) {
    throwIfAborted(signal);
    onFile(file);
    try {
      const found = await sniff(file);
      if (found.kind === 'bundle') read.bundles.push(file);
      else if (found.kind === 'vectors') read.vectors.push(file);
      else if (found.kind === 'corpus') await readLines(read, file);
      else if (found.kind === 'document')
        throw new StudioError(
          'BadInput',
          `${file.name} is ${found.name}, not plain text. Save it as ${found.saveAs} and add that.`,
        );
      else if (inArchive)
        throw new StudioError(
          'BadInput',
          `${file.name} is a zip file inside another zip file. Unpack the outer one first.`,
        );
      else merge(read, await readArchive(file, found.entries, signal, onFile));
    } catch (error) {
      throwIfAborted(signal);
      read.rejected.push({ name: file.name, error: serializeError(error) });
    }
  }
  return read;
}

/** Reads a corpus, or running text if the name ends in .txt. */
async function readLines(read: ReadFiles, file: File): Promise<void> {
  if (file.size > MAX_CORPUS_SIZE) {
    throw new StudioError(
      'BadInput',
      `${file.name} is ${megabytes(file.size)}. A corpus or text can be at most ${megabytes(MAX_CORPUS_SIZE)}: split the file.`,
    );
  }
  const bytes = new Uint8Array(await file.arrayBuffer());
  try {
    const corpus = readCorpus(file.name, bytes);
    requireUsable(corpus);
    read.corpora.push({ file, corpus });
  } catch (error) {
    if (!(error instanceof RunningTextError) || !/\.txt$/i.test(file.name)) throw error;
    read.texts.push(describeText(file, bytes));
  }
}

async function readArchive(
  archive: File,
  entries: readonly string[],
  signal: AbortSignal,
  onFile: (file: File) => void,
): Promise<ReadFiles> {
  const read = await readFiles(await unpack(archive, entries), signal, onFile, true);
  const { corpora, texts, vectors, bundles, rejected } = read;
  const [first] = rejected;
  if (corpora.length + texts.length + vectors.length + bundles.length === 0 && first !== undefined) {
    const some = rejected.length === 1 ? 'The file' : `None of the ${rejected.length} files`;
    const verdict = rejected.length === 1 ? 'cannot be used' : 'can be used, the first because';
    throw new StudioError('BadInput', `${some} in ${archive.name} ${verdict}: ${first.error.message}`);
  }
  return read;
}

async function unpack(archive: File, entries: readonly string[]): Promise<File[]> {
  if (entries.length === 0) {
    throw new StudioError('BadInput', `${archive.name} is an empty or truncated zip file.`);
  }
  let size: Bytes = 0;
  const bytes = new Uint8Array(await archive.arrayBuffer());
  try {
    const unzipped = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        if (!entries.includes(name)) return false;
        size += originalSize;
        if (size > MAX_UNPACKED_SIZE) throw new StudioError('BadInput', tooLarge(archive));
        return true;
      },
    });
    return Object.entries(unzipped).map(
      ([name, content]) => new File([content as Uint8Array<ArrayBuffer>], name.split('/').at(-1)!),
    );
  } catch (cause) {
    if (cause instanceof StudioError) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StudioError(
      'BadInput',
      `${archive.name} cannot be unpacked (${reason}). Unpack it with another program and add its files.`,
      {
        cause,
      },
    );
  }
}

function merge(into: ReadFiles, { corpora, texts, vectors, bundles, rejected }: ReadFiles): void {
  into.corpora.push(...corpora);
  into.texts.push(...texts);
  into.vectors.push(...vectors);
  into.bundles.push(...bundles);
  into.rejected.push(...rejected);
}

function tooLarge({ name }: File): string {
  return `The files in ${name} are larger than ${megabytes(MAX_UNPACKED_SIZE)} in total. Unpack the archive and add only the files you need.`;
}

function megabytes(bytes: Bytes): string {
  return `${Math.ceil(bytes / 2 ** 20)} MiB`;
}
