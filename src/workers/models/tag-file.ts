import { tagKind } from '../../data/corpus.ts';
import type { Seconds } from '../../lib/units.ts';
import { inChosenEncoding } from '../../data/files/decode-text.ts';
import { readTextTable, type TextTable } from '../../data/corpora/texts/text-table.ts';
import { StudioError } from '../../lib/errors.ts';
import { Examples } from '../../tagging/texts/examples.ts';
import { recordRows } from '../../data/corpora/texts/record-files.ts';
import { recordSentences, tagRecords, writeRecords, type RecordFormat } from '../../tagging/texts/records.ts';
import { tagInChunks, textSentences } from '../../tagging/texts/chunks.ts';
import { taggedFileWriter } from '../../tagging/texts/text-files.ts';
import type { TaggedChunk, TextSentence } from '../../tagging/tagged-text.ts';
import { UnknownLettersTally } from '../../tagging/texts/unknown-letters.ts';
import { ProgressReporter } from '../wire/progress.ts';
import type { FileId, RecordRows, TaggedFile, TagReport } from '../wire/payloads.ts';
import type { Params } from '../wire/protocol.ts';
import { classifyFile } from './classify-file.ts';
import type { LoadedFiles } from '../files/loaded-files.ts';
import type { ModelContext } from './model-slot.ts';

/**
 * Tags a loaded text, the records of a table, or the texts of a corpus with a class for each, and writes the result if a format is given.
 *
 * @throws StudioError BadInput, NotReady, Cancelled
 */
export async function tagFile(
  { emit, files, models }: Pick<ModelContext, 'emit' | 'files' | 'models'>,
  { id, format }: Params<'tagFile'>,
  signal: AbortSignal,
): Promise<TaggedFile> {
  const startedAt = performance.now();
  const { name, text, table } = await textsOf(files, id);
  const sizes = table?.records.map(({ texts }) => texts.reduce((sum, { length }) => sum + length, 0)) ?? [text.length];
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const progress = new ProgressReporter(emit, { task: 'tagging', name, total, unit: 'characters' });
  try {
    const { written, found } = await models.useSnapshot(async (model, stored) => {
      if (tagKind(model.style) === 'classes') {
        const onText = (count: number) => progress.report(sizes.slice(0, count).reduce((sum, size) => sum + size, 0));
        return classifyFile(model, stored, { text, table }, format, { signal, onText });
      }
      // Created in the task, which restarts if the device is lost.
      const hasReview = model.confidence?.threshold !== undefined;
      const tally = new Tally();
      const letters = new UnknownLettersTally(model);
      const examples = new Examples();
      let [records, done] = [0, 0];
      const wanted = { tokens: true, otherReadings: format === 'jsonl' && table === undefined }; // examples have tokens
      async function* tagged(sentences: Iterable<TextSentence>): AsyncGenerator<TaggedChunk, void> {
        for await (const chunk of tagInChunks(model, sentences, stored, { wanted, signal })) {
          yield chunk;
          tally.add(chunk);
          examples.add(chunk);
          for (const { tokens } of chunk.sentences) tokens.forEach((token) => letters.add(token.text));
          const last = chunk.sentences.at(-1);
          const current = table === undefined ? 0 : (last?.document ?? 0);
          while (records < current) done += sizes[records++]!;
          progress.report(done + (last?.tokens.at(-1)?.end ?? 0));
        }
      }
      const { written, rows } =
        table === undefined
          ? { written: await writeText(tagged(textSentences(text)), format, hasReview), rows: undefined }
          : await writeTable(table, tagged(recordSentences(table)), format, hasReview);
      const { first, leastSure } = examples;
      return { written, found: { ...tally.counts(), first, leastSure, records: rows, unknownLetters: letters.found } };
    });
    const seconds: Seconds = (performance.now() - startedAt) / 1000;
    return {
      written: format &&
        written && { name: predictedName(name, format, table !== undefined), contents: new Blob(written) },
      report: { file: name, ...found, seconds },
    };
  } finally {
    progress.end();
  }
}

async function textsOf(
  files: LoadedFiles,
  id: FileId,
): Promise<{ name: string; text: string; table: TextTable | undefined }> {
  if (files.texts.file(id) !== undefined) return files.texts.read(id);
  const { file: name, style, encoding } = files.corpus(id);
  const table =
    tagKind(style) === 'classes' ? readTextTable(name, inChosenEncoding(await files.bytes(id), encoding)) : undefined;
  if (table !== undefined) return { name, text: '', table };
  throw new StudioError('BadInput', `${name} has tokens, not texts. Score it, or save the predictions for it.`);
}

/** `notes.predicted.jsonl`, `table.predicted.csv`, `table.entities.csv` */
function predictedName(name: string, format: RecordFormat, hasRecords: boolean): string {
  const stem = name.replace(hasRecords ? /\.(txt|csv|tsv|tab|jsonl?|ndjson|x?html?)$/i : /\.txt$/i, '');
  if (format === 'table') return `${stem}.predicted.csv`;
  return `${stem}.${format === 'csv' && hasRecords ? 'entities' : 'predicted'}.${format}`;
}

/** Begins tables of entities, so that spreadsheets read them as UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

async function writeText(
  chunks: AsyncIterable<TaggedChunk>,
  format: RecordFormat | undefined,
  hasReview: boolean,
): Promise<Blob[] | undefined> {
  if (format === 'table') throw new StudioError('BadInput', 'A text has no records: choose another format.');
  const write = format && taggedFileWriter(format, { hasReview });
  const written = format === 'csv' ? [new Blob([BYTE_ORDER_MARK])] : [];
  for await (const chunk of chunks) if (write) written.push(new Blob([write(chunk)])); // browsers may move blobs to disk
  return write && written;
}

/** Records that are shown. */
const SHOWN = 100;
const CELL = 400; // characters

async function writeTable(
  table: TextTable,
  chunks: AsyncIterable<TaggedChunk>,
  format: RecordFormat | undefined,
  hasReview: boolean,
): Promise<{ written: Blob[] | undefined; rows: RecordRows }> {
  const tagged = await tagRecords(table, format, chunks);
  const file = format && writeRecords(table, format, tagged, hasReview);
  const [header, ...rows] = recordRows(table, tagged.entities, SHOWN);
  const cut = (cell: string) => (cell.length > CELL ? `${cell.slice(0, CELL)}…` : cell);
  return {
    written: file && [new Blob([file.contents])],
    rows: {
      count: table.records.length,
      header: header!,
      rows: rows.map((row) => row.map(cut)),
      warning: file?.warning,
    },
  };
}

/** Counts sentences, tokens and types over chunks. */
class Tally {
  #sentences = 0;
  #tokens = 0;
  readonly #types = new Map<string, number>();

  add({ tagged }: TaggedChunk): void {
    for (const sentence of tagged) {
      this.#sentences++;
      this.#tokens += sentence.tokens.length;
      for (const { type } of sentence.entities) this.#types.set(type, (this.#types.get(type) ?? 0) + 1);
    }
  }

  counts(): Pick<TagReport, 'sentences' | 'tokens' | 'types'> {
    const types = Array.from(this.#types, ([type, count]) => ({ type, count })).sort((a, b) => b.count - a.count);
    return { sentences: this.#sentences, tokens: this.#tokens, types };
  }
}
