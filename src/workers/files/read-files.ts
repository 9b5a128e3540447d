import type { Corpus, CorpusOptions } from '../../data/corpus.ts';
import { joinClassFolders } from '../../data/corpora/containers/class-folders.ts';
import { openCorpus } from '../../data/corpora/containers/open-corpus.ts';
import { joinParallel } from '../../data/corpora/containers/parallel-files.ts';
import { SeveralSheetsError } from '../../data/corpora/containers/several-sheets.ts';
import { joinMatrices } from '../../data/files/matrix-file.ts';
import { splitFiles } from '../../data/corpora/containers/split-file.ts';
import { joinStandOff } from '../../data/corpora/containers/stand-off.ts';
import { isDatasetInfo, labelsInInfo, mayNameLabels, readWithLabels } from '../../data/corpora/json/label-info.ts';
import { requireReadable } from '../../data/corpora/read-corpus.ts';
import { RunningTextError } from '../../data/corpora/doubts/running-text.ts';
import { readTextTable } from '../../data/corpora/texts/text-table.ts';
import type { ModelBundle } from '../../export/bundle-contents.ts';
import { readBundle } from '../../export/read-bundle.ts';
import { serializeError, StudioError, throwIfAborted } from '../../lib/errors.ts';
import { MOST_MODEL_BYTES } from '../../lib/model-files.ts';
import type { Bytes, Milliseconds } from '../../lib/units.ts';
import { looksLikeNames } from '../../data/features/looks-like-names.ts';
import { readNames, requireNames } from '../../data/features/read-names.ts';
import type { ReadNames } from './loaded-lists.ts';
import { describeDocument, describeRecords, describeText, type ReadText } from './read-texts.ts';
import type { Progress, Workspace } from '../wire/payloads.ts';
import { oneAtATime, runInProgress } from '../wire/refusals.ts';
import { encodingReading } from '../../data/files/decode-text.ts';
import { LimitError, requireWithin } from '../../data/files/limits.ts';
import { HEAD } from '../../documents/document.ts';
import { hasDocumentName, isMarkdownName, isOnlyDocument, requireKnownDocument } from '../../documents/registry.ts';
import { withoutEncoder } from './encoder-parts.ts';
import { packModel } from './unpacked-model.ts';
import { sniff } from '../../data/files/sniff.ts';
import { listPackedFiles, type PackedFile } from '../../data/files/unpack-zip.ts';

/** An exported model, and the name of its file. */
export interface ReadModel {
  name: string;
  bundle: ModelBundle;
}

/** Added files by kind. */
export interface ReadFiles {
  /** With the options that they were read with, if there are any. */
  corpora: { file: File; corpus: Corpus; options?: CorpusOptions }[];
  texts: ReadText[];
  lists: ReadNames[];
  vectors: File[];
  /** The last one that can be read; empty without one. */
  models: ReadModel[];
  /** The files of an encoder; empty without one. */
  encoder: readonly File[];
  /** Files that cannot be used, with the reason. */
  rejected: Workspace['rejected'];
}

/** Added files, before the models among them are read. */
interface FoundFiles extends Omit<ReadFiles, 'models'> {
  models: File[];
}

export interface ReadFilesOptions {
  signal: AbortSignal;
  onProgress: (progress: Progress) => void;
  /** Models are refused during a run, before they are read. Default: false. */
  isRunning?: boolean | undefined;
  /** Maps each corpus as soon as it is read. */
  passOn?: (corpus: Corpus) => Corpus;
}

/**
 * Recognises files of any kind and reads the corpora, texts and models among them. A zip file is replaced by the files in it. Files that cannot
 * be used are in `rejected`.
 *
 * @throws StudioError Cancelled
 */
export async function readFiles(files: readonly File[], options: ReadFilesOptions): Promise<ReadFiles> {
  const whole = await packModel(files);
  const reader = new FilesReader(options);
  const found = await reader.read(whole.map((file) => ({ name: file.name, open: () => Promise.resolve(file) })));
  const { models, rejected } = await reader.readModel(found.models);
  return { ...found, models, rejected: [...found.rejected, ...rejected] };
}

const REPORT_EVERY: Milliseconds = 100;

/** Reads the files that are added together. */
class FilesReader {
  readonly #options: ReadFilesOptions;
  /** Number of tokens in all corpora so far. */
  #tokens = 0;
  /** Names of integer labels, from `dataset_info.json`. */
  readonly #labels = new Map<string, readonly string[]>();
  #reported: { name: string; at: Milliseconds } = { name: '', at: 0 };

  constructor(options: ReadFilesOptions) {
    this.#options = options;
  }

  async read(all: readonly PackedFile[], archive?: string): Promise<FoundFiles> {
    const { signal } = this.#options;
    const { encoder, files: others } = withoutEncoder(all);
    const infos: PackedFile[] = [];
    for (const file of others.filter(({ name }) => mayNameLabels(name))) {
      const labels = labelsInInfo(await (await file.open()).text());
      if (labels.size > 0 || isDatasetInfo(file.name)) infos.push(file); // another README is a document, other labels are a corpus
      for (const [field, names] of labels) this.#labels.set(field, names);
    }
    const own = infos.length === others.length ? others : others.filter((file) => !infos.includes(file));
    const inFolders = await joinClassFolders(own, archive ?? 'texts');
    const files = joinMatrices(await splitFiles(await joinStandOff(await joinParallel(inFolders, archive), archive)));
    const read: FoundFiles = { corpora: [], texts: [], lists: [], vectors: [], models: [], encoder: [], rejected: [] };
    if (encoder.length > 0) read.encoder = await Promise.all(encoder.map(({ open }) => open()));
    for (const { name, open } of files) {
      throwIfAborted(signal);
      try {
        const file = await open();
        this.#report(file, 0);
        await this.#readFile(read, file, archive);
      } catch (error) {
        throwIfAborted(signal);
        read.rejected.push({ name, error: serializeError(error) });
      }
    }
    return read;
  }

  async #readFile(read: FoundFiles, file: File, archive: string | undefined): Promise<void> {
    requireKnownDocument(file.name, new Uint8Array(await file.slice(0, HEAD).arrayBuffer()));
    const found = await sniff(file);
    if ((found.kind === 'document' || found.kind === 'corpus') && hasDocumentName(file.name)) {
      requireWithin('corpusBytes', file.size, file.name);
      const bytes = new Uint8Array(await file.arrayBuffer());
      if (await isOnlyDocument({ name: file.name, bytes })) {
        read.texts.push(await describeDocument(file, bytes));
        return;
      }
    }
    const refuse = (problem: string) => new StudioError('BadInput', `${file.name} is ${problem}`);
    switch (found.kind) {
      case 'bundle':
        this.#requireModelAllowed(file);
        read.models.push(file);
        break;
      case 'vectors':
        read.vectors.push(file);
        break;
      case 'corpus':
        return this.#readLines(read, file);
      case 'document':
        throw refuse(`${found.name}, not plain text. Save it as ${found.saveAs} and add that.`);
      case 'archive':
        if (archive !== undefined) throw refuse('a zip file inside another zip file. Unpack the outer one first.');
        merge(read, await this.#readArchive(file, found.entries));
        break;
      default:
        found satisfies never;
    }
  }

  #requireModelAllowed({ name, size }: File): void {
    if (this.#options.isRunning) throw runInProgress('load a model');
    if (size > MOST_MODEL_BYTES) {
      throw new StudioError('BadModel', `${name} has ${size} bytes. A model has at most ${MOST_MODEL_BYTES}.`);
    }
  }

  /** Reads the last model. One before it is read only if the last one cannot be: at most one is in memory. */
  async readModel(files: readonly File[]): Promise<Pick<ReadFiles, 'models' | 'rejected'>> {
    const others = [...files];
    const rejected: ReadFiles['rejected'] = [];
    for (let file = others.pop(); file !== undefined; file = others.pop()) {
      throwIfAborted(this.#options.signal);
      const { name } = file;
      try {
        const bundle = readBundle(new Uint8Array(await file.arrayBuffer()));
        rejected.push(
          ...others.map((other) => ({ name: other.name, error: serializeError(oneAtATime('model', name)) })),
        );
        return { models: [{ name, bundle }], rejected };
      } catch (error) {
        throwIfAborted(this.#options.signal);
        rejected.push({ name, error: serializeError(error) });
      }
    }
    return { models: [], rejected };
  }

  /** Reads a corpus, a list of names, records with texts, Markdown, or running text if the name ends in .txt. */
  async #readLines(read: FoundFiles, packed: File): Promise<void> {
    const { passOn = (corpus) => corpus } = this.#options;
    const file = await openCorpus(packed).catch((error: unknown) => error as Error);
    if (file instanceof SeveralSheetsError) {
      read.texts.push(await describeDocument(packed, new Uint8Array(await packed.arrayBuffer()), [file.remark]));
      return;
    }
    if (file instanceof Error) throw file;
    requireWithin('corpusBytes', file.size, file.name);
    requireWithin('tokensTogether', this.#tokens, file.name);
    const bytes = new Uint8Array(await file.arrayBuffer());
    if (looksLikeNames(file.name, bytes)) {
      const names = readNames(file.name, bytes);
      requireNames(names);
      read.lists.push({ ...names, source: file, encoding: encodingReading(bytes, undefined) });
      return;
    }
    try {
      const onBytes = (done: Bytes) => this.#report(file, done);
      const { corpus, options } = readWithLabels(file.name, bytes, {}, this.#labels, onBytes);
      requireReadable(corpus); // the page shows a question on the card of the file
      for (const { tokens } of corpus.sentences) this.#tokens += tokens.length;
      read.corpora.push({ file, corpus: passOn(corpus), options });
    } catch (error) {
      if (!(error instanceof StudioError) || error instanceof LimitError) throw error;
      const table = readTextTable(file.name, bytes);
      if (table !== undefined && table.records.length > 0) {
        read.texts.push(describeRecords(file, bytes, table, error.message));
        return;
      }
      if (isMarkdownName(file.name)) {
        read.texts.push(await describeDocument(file, bytes));
        return;
      }
      if (!(error instanceof RunningTextError) || !/\.txt$/i.test(file.name)) throw error;
      read.texts.push(describeText(file, bytes));
    }
  }

  async #readArchive(archive: File, entries: readonly string[]): Promise<FoundFiles> {
    if (entries.length === 0) {
      throw new StudioError('BadInput', `${archive.name} is an empty or truncated zip file.`);
    }
    const { signal } = this.#options;
    const onBytes = (done: Bytes) => this.#report({ name: archive.name, size: 0 }, done);
    const read = await this.read(await listPackedFiles(archive, entries, { signal, onBytes }), archive.name);
    const { rejected, ...used } = read;
    const [first] = rejected;
    if (first !== undefined && Object.values(used).every(({ length }) => length === 0)) {
      const some = rejected.length === 1 ? 'The file' : `None of the ${rejected.length} files`;
      const verdict = rejected.length === 1 ? 'cannot be used' : 'can be used, the first because';
      throw new StudioError('BadInput', `${some} in ${archive.name} ${verdict}: ${first.error.message}`);
    }
    return read;
  }

  /** Reports progress at the start of each file, and ten times a second. */
  #report({ name, size }: Pick<File, 'name' | 'size'>, done: Bytes): void {
    const now = performance.now();
    if (name === this.#reported.name && now - this.#reported.at < REPORT_EVERY) return;
    this.#reported = { name, at: now };
    this.#options.onProgress({ task: 'reading', name, done, total: size, unit: 'bytes' });
  }
}

function merge(into: FoundFiles, { encoder, ...others }: FoundFiles): void {
  if (encoder.length > 0) into.encoder = encoder;
  for (const [kind, files] of Object.entries(others)) (into[kind as keyof typeof others] as unknown[]).push(...files);
}
