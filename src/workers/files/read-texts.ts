import { requireReadable } from '../../data/corpora/read-corpus.ts';
import { LimitError } from '../../data/files/limits.ts';
import type { Corpus, CorpusOptions, Problem } from '../../data/corpus.ts';
import { labelledText } from '../../data/corpora/doubts/labelled-text.ts';
import { detectFormat } from '../../data/corpora/formats/registry.ts';
import { describeTable } from '../../data/corpora/texts/table-reading.ts';
import { readTextTable, withRefusal, type TextTable } from '../../data/corpora/texts/text-table.ts';
import type { LegacyEncoding } from '../../data/encodings.ts';
import { decodeLines, decodeText, encodingReading, inChosenEncoding } from '../../data/files/decode-text.ts';
import { ProblemLog } from '../../data/files/problem-log.ts';
import { shownName } from '../../data/files/shown-name.ts';
import { textOfBlocks } from '../../documents/document.ts';
import { openDocument } from '../../documents/registry.ts';
import { codePointOffsets } from '../../lib/code-points.ts';
import { StudioError } from '../../lib/errors.ts';
import type { FileId, TextFile } from '../wire/payloads.ts';

/** A file of running text, of a document, or of records with texts, and its description. */
export interface ReadText {
  file: File;
  /** The text of a document; undefined: the file is text, which is read on demand. */
  text?: string;
  /** Of records: why they are no corpus. */
  refusal?: string;
  description: Omit<TextFile, 'id'>;
}

/** A loaded file of text. */
export interface LoadedText extends ReadText {
  id: FileId;
}

/** @param chosen its encoding @throws StudioError BadInput if the bytes are not text */
export function describeText(file: File, bytes: Uint8Array<ArrayBuffer>, chosen?: LegacyEncoding): ReadText {
  const { name, size } = file;
  const log = new ProblemLog(name);
  const text = decodeText(name, inChosenEncoding(bytes, chosen), log);
  const characters = codePointOffsets(text)(text.length);
  const message = labelledText(text);
  if (message !== undefined) log.add({ line: 0, severity: 'warning', kind: 'words', message });
  const { problems, more: moreProblems } = log;
  const encoding = encodingReading(bytes, chosen);
  return {
    file,
    description: { name: shownName(name), size, characters, problems, moreProblems, table: undefined, encoding },
  };
}

/**
 * @param found in the bytes, in the encoding that was chosen
 * @param refusal why it is not a corpus
 */
export function describeRecords(
  file: File,
  bytes: Uint8Array,
  found: TextTable,
  refusal: string,
  chosen?: LegacyEncoding,
): ReadText {
  const { name, size } = file;
  const table = withRefusal(name, found, refusal);
  const characters = table.records.reduce(
    (sum, { texts }) => sum + texts.reduce((length, text) => length + codePointOffsets(text)(text.length), 0),
    0,
  );
  const problems = [...table.problems];
  const encoding = encodingReading(bytes, chosen);
  return {
    file,
    refusal,
    description: {
      name: shownName(name),
      size,
      characters,
      problems,
      moreProblems: 0,
      table: describeTable(table),
      encoding,
    },
  };
}

/** The same text in another encoding; undefined: the one that is guessed. @throws StudioError BadInput if it is not text in it */
export async function reread(
  { file, description, refusal = '' }: ReadText,
  chosen?: LegacyEncoding,
): Promise<ReadText> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (description.isDocument) return describeDocument(file, bytes, [], chosen);
  if (description.table === undefined) return describeText(file, bytes, chosen);
  const table = readTextTable(file.name, inChosenEncoding(bytes, chosen));
  if (table === undefined) throw new StudioError('BadInput', `${file.name} has no records in this encoding.`);
  return describeRecords(file, bytes, table, refusal, chosen);
}

/**
 * A file that is no list of names: a corpus, or else records or running text.
 *
 * @param readCorpus reads it as a corpus
 * @throws StudioError BadInput if it is no text, or exceeds a limit
 */
export async function readCorpusOrText(
  file: File,
  options: CorpusOptions,
  readCorpus: (file: File, options: CorpusOptions) => Promise<Corpus>,
): Promise<{ corpus: Corpus } | ReadText> {
  try {
    const corpus = await readCorpus(file, options);
    requireReadable(corpus);
    return { corpus };
  } catch (error) {
    if (!(error instanceof StudioError) || error instanceof LimitError) throw error;
    const bytes = new Uint8Array(await file.arrayBuffer());
    const table = readTextTable(file.name, inChosenEncoding(bytes, options.encoding));
    return table === undefined || table.records.length === 0
      ? describeText(file, bytes, options.encoding)
      : describeRecords(file, bytes, table, error.message, options.encoding);
  }
}

/** A file that was read as texts with a class, without them: records, or running text. @throws StudioError BadInput if it has no texts */
export async function readAsTexts<Id>({
  id,
  file,
  options: { encoding: chosen },
}: {
  id: Id;
  file: File;
  options: Pick<CorpusOptions, 'encoding'>;
}): Promise<ReadText & { id: Id }> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const table = readTextTable(file.name, inChosenEncoding(bytes, chosen));
  if (table === undefined) {
    const { format } = detectFormat(file.name, decodeLines(file.name, bytes, new ProblemLog(file.name)));
    if (format !== 'classTexts') throw new StudioError('BadInput', `${file.name} has no texts to tag or annotate.`);
    return { id, ...describeText(file, bytes, chosen) };
  }
  return { id, ...describeRecords(file, bytes, table, 'Their classes are not used.', chosen) };
}

/** @param remarks what else is to be said of it @throws StudioError BadInput if the document cannot be read, or has no text */
export async function describeDocument(
  file: File,
  bytes: Uint8Array<ArrayBuffer>,
  remarks: readonly string[] = [],
  chosen?: LegacyEncoding,
): Promise<ReadText> {
  const { name, size } = file;
  const { blocks, notes, encoding } = await openDocument({ name, bytes, encoding: chosen });
  const text = textOfBlocks(blocks);
  if (text.trim() === '') throw new StudioError('BadInput', `${name} has no text to tag. ${notes.join(' ')}`.trim());
  const characters = codePointOffsets(text)(text.length);
  const problems = [...remarks, ...notes].map((note) => documentProblem(name, note));
  return {
    file,
    text,
    description: {
      name: shownName(name),
      size,
      characters,
      isDocument: true,
      problems,
      moreProblems: 0,
      table: undefined,
      encoding,
    },
  };
}

/** What could not be read of a document. */
function documentProblem(file: string, message: string): Problem {
  return { file, line: 0, severity: 'warning', kind: 'document', message };
}

/** The text of a loaded file, and its table if it has records. */
export async function readLoaded({
  file,
  text,
  description,
}: LoadedText): Promise<{ name: string; text: string; table: TextTable | undefined }> {
  if (text !== undefined) return { name: file.name, text, table: undefined };
  const bytes = inChosenEncoding(new Uint8Array(await file.arrayBuffer()), description.encoding?.chosen);
  if (description.table !== undefined) {
    return { name: file.name, text: '', table: readTextTable(file.name, bytes, description.table.textFields)! };
  }
  return { name: file.name, text: decodeText(file.name, bytes, new ProblemLog(file.name)), table: undefined };
}
