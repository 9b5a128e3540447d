import type { LegacyEncoding } from '../data/encodings.ts';
import type {
  DocumentEntity,
  RedactionProject,
  RestoredDocument,
  TextDocument,
  WritingOptions,
  WrittenDocument,
} from './documents.ts';
import type { FileSource } from './files.ts';
import type { RecordEntity, Records, RecordsFormat } from './records.ts';
import type { TrainingEvent, TrainOptions } from './run.ts';

export { Tagger } from '../runtime/entry.ts';

/**
 * Trains a tagger (character CNN, BiLSTM, CRF) with a preset and settings. Training only proceeds while an event is requested: to pause,
 * request the next one later. Leaving the loop ends training. A thread can train one model at a time.
 *
 *     for await (const event of train({ train: 'train.conll', dev: 'dev.conll' })) {
 *       if (event.kind === 'epoch') console.log(event.report.epoch, event.report.dev.overall.f1);
 *     }
 *
 * @throws Error with a `code`, such as `BadInput`, `BadConfig`, `BadCorpus`, `BadVectors`, `NoDevice`, `NonFiniteLoss`
 */
export async function* train(options: TrainOptions): AsyncGenerator<TrainingEvent, void> {
  const { trainModel } = await import('./run.ts');
  yield* trainModel(options);
}

/**
 * Reads texts that are not annotated as records with their ids and other fields: JSON objects, the rows of a table (CSV, TSV, Excel,
 * OpenDocument), or a page of HTML.
 *
 *     const file = await readRecords('reviews.csv');
 *     const found = [];
 *     const values = file.records.map(({ value }) => value);
 *     for await (const { entities } of tagger.tagRecords(values, { text: file.textFields })) found.push(entities);
 *     await writeFile('reviews.predicted.csv', await writeRecords(file, found, 'table'));
 *
 * @throws Error with the code `BadInput` if there are no texts in the file, or a field in `textFields` does not exist
 */
export async function readRecords(
  file: FileSource,
  options: {
    /** The fields with the texts. Default: inferred. */
    textFields?: readonly string[];
    /** The encoding, if the file is not UTF-8. Default: the likeliest one. */
    encoding?: LegacyEncoding;
  } = {},
): Promise<Records> {
  const { readRecordsFile } = await import('./records.ts');
  return readRecordsFile(file, options.textFields ?? [], options.encoding);
}

/**
 * Writes tagged records in their order. `table`: CSV with a row per record, its fields and a column per type; `csv`: a row per entity, with
 * the id of its record; `jsonl`: the objects with `predicted_entities`. Offsets in the file count code points. Tables begin with a byte
 * order mark; their cells are not altered, also those that a spreadsheet may evaluate as formulas.
 *
 * @param entities of each record, as `Tagger.tagRecords` yields them
 */
export async function writeRecords(
  records: Records,
  entities: readonly (readonly RecordEntity[])[],
  format: RecordsFormat,
): Promise<string> {
  const { formatRecords } = await import('./records.ts');
  return formatRecords(records, entities, format);
}

/**
 * Reads a document: Word, OpenDocument, Excel, mail, PDF with a text layer, HTML, Markdown, text.
 *
 *     const document = await readDocument('letter.docx');
 *     const found = [];
 *     for await (const { entities } of tagger.stream(document.text)) found.push(...entities);
 *     const { name, bytes } = await redactDocument(document, found);
 *     await writeFile(`redacted/${name}`, bytes);
 *
 * @throws Error with the code `BadInput` if it is damaged, of a kind that is not read, or exceeds a limit
 */
export async function readDocument(
  file: FileSource,
  options: {
    /** The encoding, if the document is text that is not UTF-8. Default: the likeliest one, or what it declares. */
    encoding?: LegacyEncoding;
  } = {},
): Promise<TextDocument> {
  const { readDocumentFile } = await import('./documents.ts');
  return readDocumentFile(file, options.encoding);
}

/** Writes a document again, in its format, with these entities in the colours of their types. A PDF becomes HTML. @throws as `redactDocument` */
export async function markDocument(
  document: TextDocument,
  entities: readonly DocumentEntity[],
): Promise<WrittenDocument> {
  return redactDocument(document, entities, { as: 'mark' });
}

/**
 * Writes a document again, in its format, with these entities replaced, as well as other occurrences of their names and the parts of
 * persons' names. Copies that do not show are removed: metadata, comments, tracked changes. The result is searched for every name.
 * A model misses names: read the result before you pass it on.
 *
 * @throws Error with the code `BadInput` if a name is still in the result, or an entity is not within one paragraph
 */
export async function redactDocument(
  document: TextDocument,
  entities: readonly DocumentEntity[],
  options: WritingOptions = {},
): Promise<WrittenDocument> {
  const { write } = await import('./documents.ts');
  return write(document, entities, options);
}

/**
 * What several documents share: their pseudonyms and, with a passphrase, a key file with which the names can be put back.
 *
 * @throws Error with the code `BadInput` if the passphrase is not that of the key
 */
export async function redactionProject(
  options: {
    /** Without one, there is no key file. */
    passphrase?: string;
    /** The key file of an earlier run, whose pseudonyms go on. */
    key?: FileSource;
  } = {},
): Promise<RedactionProject> {
  const { openProject } = await import('./documents.ts');
  return openProject(options.passphrase, options.key);
}

/**
 * Puts the names back into a document that `redactDocument` or `tagsmith redact` has written, also if it was edited since.
 *
 * @throws Error with the code `BadInput` if the passphrase is not that of the key
 */
export async function restoreDocument(
  file: FileSource,
  options: { key: FileSource; passphrase: string },
): Promise<RestoredDocument> {
  const { restore } = await import('./documents.ts');
  return restore(file, options.key, options.passphrase);
}
