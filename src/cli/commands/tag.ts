import { decodeLines, decodeText, inChosenEncoding } from '../../data/files/decode-text.ts';
import { ProblemLog } from '../../data/files/problem-log.ts';
import { readTextTable, type TextTable } from '../../data/corpora/texts/text-table.ts';
import { formatConll } from '../../data/corpora/columns/write-conll.ts';
import { tagKind } from '../../data/corpus.ts';
import { columnNames } from '../../data/vocabulary/features.ts';
import { openDocument } from '../../documents/registry.ts';
import { StudioError } from '../../lib/errors.ts';
import { annotate } from '../../tagging/scores/predictions.ts';
import { Examples } from '../../tagging/texts/examples.ts';
import { joinedSentences } from '../../tagging/texts/blocks.ts';
import { tagAsConll, tagInChunks, textSentences } from '../../tagging/texts/chunks.ts';
import { recordSentences, tagRecords, writeRecords } from '../../tagging/texts/records.ts';
import { taggedFileWriter, WRITTEN } from '../../tagging/texts/text-files.ts';
import type { TaggedChunk, TextSentence } from '../../tagging/tagged-text.ts';
import { defineCommand } from '../parsing/command.ts';
import {
  argument,
  fraction,
  furtherArguments,
  maybeOneOf,
  oneOf,
  text,
  texts,
  toggle,
  whole,
  type ValuesOf,
} from '../parsing/flags.ts';
import { DEVICE, ENCODING, MODEL_ENCODER } from '../parsing/shared-flags.ts';
import { UsageError } from '../parsing/usage.ts';
import { EntityTableFile, TABLE } from '../tag/entity-table-file.ts';
import { loadEncoder } from '../inputs/encoder.ts';
import { claimFolder, exists, writeAtomically } from '../files.ts';
import { count } from '../format.ts';
import { SpellingNoter } from '../tag/spelling-note.ts';
import { largeText, largeTextSentences } from '../tag/large-text.ts';
import { loadModel, reportProblems, type LoadedModel } from '../inputs/inputs.ts';
import { readInput } from '../tag/read-input.ts';
import { tagTexts } from '../tag/text-classes.ts';
import { corpusIn, isTaggedAsDocument, isUnannotated, plainText } from '../tag/tag-kinds.ts';
import { joinTokens, sentenceOfLine, sentencesOfLines } from '../inputs/line-sentences.ts';
import { tabled, type Tagged } from '../tag/tabled.ts';
import { linesAsTheyCome, listInputs, targetsIn } from '../tag/tag-inputs.ts';
import type { TagInput } from '../tag/tag-input.ts';
import type { Terminal } from '../terminal.ts';

const FORMATS = ['conll', 'jsonl', 'csv', 'table'] as const;

const ARGS = { model: argument('MODEL'), files: furtherArguments('[FILE…]') };

const FLAGS = {
  input: oneOf(
    ['auto', 'text', 'lines', 'conll'],
    'auto',
    `auto (default): conll if the last column has tags of a known scheme or the file is in another corpus format; records (JSON objects with a text, a table with a column of texts, a page of HTML with --format table); a document (Word, OpenDocument, mail, PDF, HTML), whose paragraphs are separated by blank lines; else text
text: plain text, split into sentences and tokens
lines: one sentence per line, split into tokens
conll: sentences that are already tokenised: CoNLL columns, CoNLL-U or JSON lines`,
  ),
  format: maybeOneOf(
    FORMATS,
    `conll (default): one token and its tag per line; a corpus gets one more column
jsonl: one object per sentence with its tokens, entities and their probabilities
csv: one row per entity: sentence (from 1; of records, their id), type, text, start, end, probability
table: of records, one row each, with all its fields and a column per type
A model of texts with a class writes the class and its probability of each text: csv (default), jsonl with the probabilities of all classes, or table.
Offsets count Unicode code points: in the whole text; with --input lines in the line; in a corpus in the tokens joined by spaces. With several files, JSON lines have a field file, and CSV a column file`,
  ),
  textField: texts(
    'NAME',
    'a field (a column) with texts to tag; may be repeated; default: inferred. Each record keeps its id, its order and its other fields',
  ),
  table: TABLE,
  encoding: ENCODING,
  out: text('DIR', 'write one result file per input file to DIR'),
  resume: toggle(
    'with --out: leave out files whose result is in DIR, because a run was interrupted. Use the same model and options as before',
  ),
  encoder: MODEL_ENCODER,
  leastSure: whole(
    'N',
    'write only the N sentences with the lowest confidence, lowest first, as CoNLL, to be corrected and trained on. The confidence of a sentence is that of its least probable tag',
  ),
  minConfidence: fraction(
    'P',
    'entities with a lower confidence are to be reviewed: CSV has a column review, JSON lines a field; default: the threshold of the model, if it has one (tagsmith calibrate)',
  ),
  device: DEVICE,
};

type TagValues = ValuesOf<typeof ARGS & typeof FLAGS>;

interface TagOptions extends TagValues {
  format: (typeof FORMATS)[number];
  /** Undefined: none is given. */
  givenFormat: TagValues['format'];
}

export const command = defineCommand({
  name: 'tag',
  place: 6,
  summary: 'tag text, files and folders',
  about: `
Tags files or standard input (also as -). In a folder or a zip archive, all text files and documents are tagged, by their
extensions, including subfolders. MODEL is a model.zip or its folder. With --input lines, standard input is tagged line by line as it
arrives. A model of texts with one class gives one to each record, to each line with --input lines, or else to each file.`,
  args: ARGS,
  flags: FLAGS,
  check(values): TagOptions {
    const { format = 'conll', leastSure, out, files, input, textField, minConfidence } = values;
    const options = { ...values, format, givenFormat: values.format };
    if (minConfidence !== undefined && (format === 'conll' || format === 'table')) {
      throw new UsageError(
        `--min-confidence marks entities, which ${format} does not list: use --format csv or jsonl.`,
      );
    }
    if (textField.length > 0 && input !== 'auto')
      throw new UsageError(`--text-field is for records: remove --input ${input}.`);
    if (values.encoding !== undefined && input === 'lines' && (files.length === 0 || files.includes('-'))) {
      throw new UsageError('Standard input is read line by line in UTF-8: remove --encoding, or name a file.');
    }
    if (leastSure !== undefined && format !== 'conll') {
      throw new UsageError(`--least-sure writes conll only: remove --format ${format}.`);
    }
    if (values.resume && out === undefined)
      throw new UsageError('--resume goes on with the results in a folder: add --out DIR.');
    if (out === undefined || (leastSure === undefined && files.length > 0)) return options;
    const reason =
      leastSure === undefined ? 'name the files to tag' : 'remove --least-sure, which lists sentences of all files';
    throw new UsageError(`--out writes a file for each file: ${reason}.`);
  },
  run: tag,
});

async function tag(terminal: Terminal, options: TagOptions): Promise<void> {
  const { format, leastSure, out } = options;
  const inputs = await listInputs(options.files, (text) => terminal.note(text));
  const targets = out === undefined ? [] : targetsIn(out, inputs, format === 'table' ? 'csv' : format);
  const encoder = options.encoder === undefined ? undefined : await loadEncoder(terminal, options.encoder);
  const loaded = await loadModel(options.model, options.device, encoder);
  if (options.minConfidence !== undefined) {
    loaded.model.confidence = { ...loaded.model.confidence, threshold: options.minConfidence };
  }
  if (tagKind(loaded.model.style) === 'classes') return tagTexts(terminal, loaded, inputs, options);
  const hasReview = loaded.model.confidence?.threshold !== undefined;
  const areJoined = inputs.length > 1 && out === undefined;
  const done = new Set<string>();
  if (options.resume && out !== undefined) {
    await claimFolder(out);
    for (const [i, { within }] of inputs.entries()) if (await exists(targets[i]!)) done.add(within);
    terminal.note(`${count(done.size)} of ${count(inputs.length)} results are in ${out}.`);
  }
  const table =
    options.table === undefined ? undefined : await EntityTableFile.open(options.table, (name) => done.has(name));
  const tagged = (input: TagInput) => tabled(tagInput(terminal, loaded, input, options, areJoined), input, table);
  if (leastSure !== undefined) {
    terminal.write(await leastSureOf(chunksOf(inputs.map(tagged)), leastSure));
  } else if (out !== undefined) {
    for (const [i, input] of inputs.entries()) {
      if (done.has(input.within)) continue;
      const write = taggedFileWriter(textFormat(format), { hasReview });
      await writeAtomically(targets[i]!, written(tagged(input), write));
      terminal.note(`Wrote ${targets[i]}.`);
    }
  } else {
    const write = taggedFileWriter(textFormat(format), { hasFiles: inputs.length > 1, hasReview });
    for (const input of inputs) {
      for await (const piece of tagged(input)) {
        terminal.write(typeof piece === 'string' ? piece : write(piece, input.name));
      }
    }
  }
  if (table !== undefined) terminal.note(`Wrote ${options.table} and ${await table.close()}.`);
}

async function* written(
  pieces: AsyncIterable<Tagged>,
  write: (chunk: TaggedChunk) => string,
): AsyncGenerator<string, void> {
  for await (const piece of pieces) yield typeof piece === 'string' ? piece : write(piece);
}

async function* tagInput(
  terminal: Terminal,
  { model, stored }: LoadedModel,
  { name: given, path, packed }: TagInput,
  { input, format, leastSure, textField, table: entityTable, encoding }: TagOptions,
  areJoined: boolean,
): AsyncGenerator<Tagged, void> {
  const needsTags = format === 'conll' && leastSure === undefined && entityTable === undefined;
  const spelling = new SpellingNoter(terminal, given, model);
  const tag = (texts: Iterable<TextSentence> | AsyncIterable<TextSentence>) => {
    const sentences = spelling.seen(texts);
    return needsTags
      ? tagAsConll(model, sentences, stored)
      : tagInChunks(model, sentences, stored, { wanted: WRITTEN[textFormat(format)] });
  };
  const inputColumns = columnNames(model.vocabulary.features);
  if (path === undefined && input === 'lines') {
    let isEmpty = true;
    for await (const lines of linesAsTheyCome(process.stdin)) {
      isEmpty = false;
      yield* tag(lines.map(sentenceOfLine));
    }
    if (isEmpty) yield* tag([]); // the output for an empty text
    return;
  }
  const mayBeText = input === 'text' || (input === 'auto' && format !== 'table' && textField.length === 0);
  const noteColumns = (file: string) =>
    terminal.note(`Reading ${file} as text. If it has columns with one token per line, use --input conll.`);
  const isText = async (beginning: Uint8Array<ArrayBuffer>) => {
    if (input === 'text') return true;
    const found = await plainText(given.replace(/\.gz$/i, ''), beginning, inputColumns);
    if (found.isText && found.hasColumns === true) noteColumns(given);
    return found.isText;
  };
  const large =
    path !== undefined && packed === undefined && mayBeText ? await largeText(path, isText, encoding) : undefined;
  if (large !== undefined) {
    reportProblems(terminal, { file: given, problems: large.problems, moreProblems: 0 });
    yield* tag(largeTextSentences(large));
    return;
  }
  const read = await readInput({ name: given, path, packed }, format === 'table' || textField.length > 0);
  const { name } = read;
  if (input === 'auto' && textField.length === 0 && (await isTaggedAsDocument(read, format))) {
    const { blocks, notes } = await openDocument({ ...read, encoding });
    notes.forEach((note) => terminal.note(`${name}: ${note}`));
    yield* tag(joinedSentences(blocks));
    return;
  }
  const bytes = inChosenEncoding(read.bytes, encoding);
  const { corpus, hasColumns = false } = textField.length > 0 ? {} : corpusIn(name, bytes, input, inputColumns);
  const table =
    input === 'auto' && (corpus === undefined || isUnannotated(corpus))
      ? readTextTable(name, bytes, textField)
      : undefined;
  if (textField.length > 0 && table === undefined) {
    throw new StudioError('BadInput', `${name} has no records with a field of texts. Remove --text-field.`);
  }
  if (table !== undefined && (corpus === undefined || !table.names.some((field) => /^(tokens|words)$/.test(field)))) {
    if (areJoined && (format === 'csv' || format === 'table')) {
      throw new StudioError('BadInput', `${name} has records: their tables are written to a file each. Add --out DIR.`);
    }
    reportTable(terminal, name, table);
    const wanted = WRITTEN[format === 'conll' ? 'conll' : 'csv']; // records have tokens in conll only
    const chunks = tagInChunks(model, spelling.seen(recordSentences(table)), stored, { wanted });
    if (leastSure !== undefined) {
      yield* chunks;
      return;
    }
    const tagged = await tagRecords(table, format, chunks);
    const { contents, warning } = writeRecords(table, format, tagged, model.confidence?.threshold !== undefined);
    if (warning !== undefined) terminal.note(`${name}: ${warning}`);
    yield contents;
    return;
  }
  if (format === 'table') {
    throw new StudioError(
      'BadInput',
      `${name} has no records: --format table is for JSON, tables and pages. Choose another --format.`,
    );
  }
  if (corpus === undefined) {
    if (hasColumns) noteColumns(name);
    yield* tag(sentencesOf(terminal, name, bytes, input));
    return;
  }
  reportProblems(terminal, corpus);
  if (format === 'conll' && leastSure === undefined) {
    spelling.see(corpus.sentences.flatMap(({ tokens }) => tokens));
    yield await annotate(model, corpus, bytes, stored);
  } else {
    yield* tag(corpus.sentences.map(({ tokens, document, columns }) => ({ ...joinTokens(tokens), document, columns })));
  }
}

async function* chunksOf(inputs: readonly AsyncIterable<Tagged>[]): AsyncGenerator<TaggedChunk, void> {
  for (const input of inputs) for await (const piece of input) if (typeof piece !== 'string') yield piece;
}

/** The `most` sentences that the model is least sure of as CoNLL, least sure first. */
export async function leastSureOf(
  chunks: AsyncIterable<TaggedChunk> | Iterable<TaggedChunk>,
  most: number,
): Promise<string> {
  const examples = new Examples(most);
  for await (const chunk of chunks) examples.add(chunk);
  return formatConll(examples.leastSure.map(({ tokens, tags }) => [tokens, tags]));
}

/** A table is of records only: `tagInput` refuses other inputs. */
function textFormat(format: TagOptions['format']): Exclude<TagOptions['format'], 'table'> {
  return format === 'table' ? 'csv' : format;
}

function reportTable(terminal: Terminal, file: string, { records, reason, problems }: TextTable): void {
  terminal.note(
    `Reading ${file} as ${records.length === 1 ? '1 record' : `${records.length} records`}. The texts are ${reason}.`,
  );
  reportProblems(terminal, { file, problems, moreProblems: 0 });
}

function sentencesOf(
  terminal: Terminal,
  file: string,
  bytes: Uint8Array,
  input: TagOptions['input'],
): Iterable<TextSentence> {
  const log = new ProblemLog(file);
  const sentences =
    input === 'lines' ? sentencesOfLines(decodeLines(file, bytes, log)) : textSentences(decodeText(file, bytes, log));
  reportProblems(terminal, { file, problems: log.problems, moreProblems: log.more });
  return sentences;
}
