import { inChosenEncoding } from '../../data/files/decode-text.ts';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { looksLikeRecipe, readRecipeFile } from '../../config/recipe-file.ts';
import { describeReading, readingLine } from '../../data/corpora/describe-reading.ts';
import { readWithLabels } from '../../data/corpora/json/label-info.ts';
import { describeQuestion, requireReadable } from '../../data/corpora/read-corpus.ts';
import type { Corpus } from '../../data/corpus.ts';
import { readTextTable, withRefusal, type TextTable } from '../../data/corpora/texts/text-table.ts';
import { looksLikeNames } from '../../data/features/looks-like-names.ts';
import { readNames } from '../../data/features/read-names.ts';
import { LimitError } from '../../data/files/limits.ts';
import { sniff } from '../../data/files/sniff.ts';
import { readVectors } from '../../data/vectors/read-vectors.ts';
import { StudioError } from '../../lib/errors.ts';
import type { FileContents } from '../../runs/inputs.ts';
import type { Bytes } from '../../lib/units.ts';
import { defineCommand } from '../parsing/command.ts';
import { folderCorpora, packedCorpora, readCorpusFile, readPackedCorpus, splitCorpora } from '../inputs/corpus-file.ts';
import { furtherArguments, required, toggle, type ValuesOf } from '../parsing/flags.ts';
import { exists, openFile, openVectors, readBytes, readCorpusBytes } from '../files.ts';
import { problemLines } from '../format.ts';
import { MODEL_FILE, readModelFile } from '../inputs/inputs.ts';
import { flagsOfReading, READING, readingOf } from '../parsing/shared-flags.ts';
import type { Terminal } from '../terminal.ts';

const ARGS = { files: required(furtherArguments('FILE…'), 'a FILE') };

const FLAGS = {
  ...READING,
  json: toggle(
    'print one object per file, on a line of its own: file, format, and of a corpus sentences, tokens, documents, entities (by type), columns (their roles), scheme, outside, problems; of a table of texts records, fields, textFields; of a file that cannot be read error',
  ),
};

/** Bytes that tell the kind of a file. */
const HEAD: Bytes = 1 << 16;

type InfoOptions = ValuesOf<typeof ARGS & typeof FLAGS>;

export const command = defineCommand({
  name: 'info',
  place: 12,
  summary: 'how files are read',
  about: `
Prints how each file is read: its format and, for a corpus, its sentences, tokens, entities, columns and problems,
and the question, if the reader cannot decide. Also describes tables of texts, lists of names, models, recipes and
word vectors, and each file of a zip archive or a folder.`,
  args: ARGS,
  flags: FLAGS,
  run: info,
});

async function info(terminal: Terminal, options: InfoOptions): Promise<void> {
  const failures: StudioError[] = [];
  let count = 0;
  for (const path of options.files) {
    for (const { name, describe } of await parts(path, options)) {
      count++;
      try {
        const { record, lines } = await describe();
        terminal.print(
          options.json
            ? JSON.stringify({ file: name, ...record })
            : [name, ...lines.map((line) => `  ${line}`)].join('\n'),
        );
      } catch (error) {
        if (!(error instanceof StudioError)) throw error;
        failures.push(error);
        if (options.json) terminal.print(JSON.stringify({ file: name, error: error.message }));
      }
    }
  }
  if (count === 1 && failures.length === 1) throw failures[0]!;
  if (failures.length === 0) return;
  for (const { message } of failures) terminal.note(message);
  throw new StudioError('BadInput', `${failures.length} of ${count} files cannot be read.`);
}

/** A file to describe: one that was given, or one in a zip archive. */
interface Part {
  name: string;
  describe: () => Promise<Description>;
}

/** A file itself, or the files of a folder, of a zip archive with several, or of a JSON file with several splits. */
async function parts(path: string, options: InfoOptions): Promise<Part[]> {
  const isZip = /\.zip$/i.test(path);
  const packed = isZip
    ? await packedCorpora(path)
    : (await isModel(path))
      ? undefined
      : ((await folderCorpora(path)) ?? (await splitCorpora(path)));
  if (packed === undefined || (isZip && packed.length < 2))
    return [{ name: path, describe: () => describe(path, options) }];
  return packed.map((file) => ({
    name: `${path}/${file.name}`,
    describe: async () => describeCorpus(await readPackedCorpus(file, Boolean(options.classField)), options),
  }));
}

/** Whether a folder has a model. */
async function isModel(folder: string): Promise<boolean> {
  return (await exists(join(folder, MODEL_FILE))) || (await exists(join(folder, 'config.json')));
}

interface Description {
  record: object;
  lines: string[];
}

async function describe(path: string, options: InfoOptions): Promise<Description> {
  const bytes = await headOf(path);
  if (bytes !== undefined && looksLikeRecipe(new TextDecoder().decode(bytes))) return describeRecipe(path);
  const kind = bytes === undefined ? { kind: 'bundle' as const } : await sniff(new File([bytes], path));
  if (kind.kind === 'bundle') return describeModel(path);
  if (kind.kind === 'vectors') return describeVectors(path);
  if (kind.kind === 'document') {
    throw new StudioError('BadInput', `${path} is ${kind.name}, not plain text. Save it as ${kind.saveAs}.`);
  }
  const file = await readCorpusFile(path, { keepsRows: Boolean(options.classField) });
  const names = { ...file, bytes: inChosenEncoding(file.bytes, options.encoding) };
  return looksLikeNames(file.name, names.bytes) ? describeNames(names) : describeCorpus(file, options);
}

/** A list of names, as the page recognises one. @throws StudioError BadInput */
function describeNames({ name, bytes }: FileContents): Description {
  const { lists, problems, moreProblems } = readNames(name, bytes);
  const counts = lists.map((list) => ({ name: list.name, names: list.names.length }));
  const shown = counts.map((list) => `${list.name} (${list.names})`).join(', ');
  return {
    record: { format: 'names', lists: counts, problems, moreProblems },
    lines: [`names, for --gazetteer or --names: ${shown}`, ...problemLines(name, problems, moreProblems)],
  };
}

/** A corpus, or else a table of texts. @throws StudioError BadInput */
function describeCorpus({ name, bytes, labels }: FileContents, options: InfoOptions): Description {
  let corpus: Corpus;
  try {
    ({ corpus } = readWithLabels(name, bytes, readingOf(options, name), labels));
    const hasTexts = corpus.sentences.length === 0 && readTextTable(name, bytes) !== undefined;
    if (hasTexts) requireReadable(corpus);
  } catch (error) {
    if (!(error instanceof StudioError) || error instanceof LimitError) throw error;
    const table = readTextTable(name, inChosenEncoding(bytes, options.encoding));
    if (table === undefined || table.records.length === 0) throw error;
    return describeRecords(name, withRefusal(name, table, error.message));
  }
  const record = describeReading(corpus);
  const { question } = corpus;
  const answers = question?.options.map(({ label, settings }) => `  ${flagsOfReading(settings)}: ${label}`) ?? [];
  return {
    record,
    lines: [
      readingLine(record),
      ...record.reasons,
      ...problemLines(name, corpus.problems, corpus.moreProblems),
      ...(question === undefined ? [] : [`asks: ${describeQuestion({ ...question, options: [] })}`, ...answers]),
    ],
  };
}

function describeRecords(
  name: string,
  { kind, names, textFields, others, reason, records, problems }: TextTable,
): Description {
  const record = {
    format: 'records',
    kind,
    records: records.length,
    fields: names,
    textFields,
    otherTexts: others,
    problems: problems.map(({ line, severity, kind: what, message }) => ({ line, severity, kind: what, message })),
  };
  return {
    record,
    lines: [
      `records with texts, not annotated: ${records.length}; fields ${names.join(', ')}`,
      `the texts are ${reason}`,
      ...problemLines(name, problems, 0),
    ],
  };
}

/** What tells the kind of a file: its beginning, or all of an archive. Undefined for a folder. */
async function headOf(path: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const info = await stat(path).catch(() => undefined); // opening the file reports the error
  if (info?.isDirectory()) return undefined;
  const file = await openFile(path);
  const head = new Uint8Array(await file.slice(0, HEAD).arrayBuffer());
  return head[0] === 0x50 && head[1] === 0x4b ? readBytes(path) : head;
}

async function describeModel(path: string): Promise<Description> {
  const { bundle } = await readModelFile(path);
  const { config, style, vocabulary } = bundle;
  const record = {
    format: 'model',
    scheme: style.scheme,
    outside: style.letters.outside,
    tags: vocabulary.tags,
    config,
  };
  return { record, lines: [`model: ${vocabulary.tags.length} tags, scheme ${style.scheme}`] };
}

async function describeRecipe(path: string): Promise<Description> {
  const text = new TextDecoder().decode(await readCorpusBytes(path));
  const { presetId, config, seeds } = readRecipeFile(path, text);
  return {
    record: { format: 'recipe', preset: presetId, seeds, config },
    lines: [`recipe: preset ${presetId}, ${seeds} seeds`],
  };
}

async function describeVectors(path: string): Promise<Description> {
  const { words, vectors, problems, moreProblems } = await readVectors(await openVectors(path), { wanted: new Set() });
  const { dimensions } = vectors;
  return {
    record: { format: 'vectors', words, dimensions, problems, moreProblems },
    lines: [`vectors: ${words} words of ${dimensions} dimensions`, ...problemLines(path, problems, moreProblems)],
  };
}
