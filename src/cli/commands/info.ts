import { stat } from 'node:fs/promises';
import { looksLikeRecipe, readRecipeFile } from '../../config/recipe-file.ts';
import { describeReading, readingLine } from '../../data/corpora/describe-reading.ts';
import { describeQuestion, readCorpus } from '../../data/corpora/read-corpus.ts';
import { sniff } from '../../data/files/sniff.ts';
import { readVectors } from '../../data/vectors/read-vectors.ts';
import { StudioError } from '../../lib/errors.ts';
import type { Bytes } from '../../lib/units.ts';
import { defineCommand } from '../command.ts';
import { readCorpusFile } from '../corpus-file.ts';
import { furtherArguments, required, toggle, type ValuesOf } from '../flags.ts';
import { openFile, readBytes, readCorpusBytes } from '../files.ts';
import { problemLines } from '../format.ts';
import { readModelFile } from '../inputs.ts';
import { flagsOfReading, READING, readingOf } from '../shared-flags.ts';
import type { Terminal } from '../terminal.ts';

const ARGS = { files: required(furtherArguments('FILE…'), 'a FILE') };

const FLAGS = {
  ...READING,
  json: toggle(
    'print one object per file, on a line of its own: file, format, and of a corpus sentences, tokens, documents, entities (by type), columns (their roles), scheme, outside, problems',
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
and the question, if the reader cannot decide. Also describes models, recipes and word vectors.`,
  args: ARGS,
  flags: FLAGS,
  run: info,
});

async function info(terminal: Terminal, options: InfoOptions): Promise<void> {
  const failures: StudioError[] = [];
  for (const path of options.files) {
    try {
      const { record, lines } = await describe(path, options);
      terminal.print(
        options.json
          ? JSON.stringify({ file: path, ...record })
          : [path, ...lines.map((line) => `  ${line}`)].join('\n'),
      );
    } catch (error) {
      if (!(error instanceof StudioError)) throw error;
      if (options.files.length === 1) throw error;
      failures.push(error);
      terminal.note(error.message);
    }
  }
  if (failures.length > 0) {
    throw new StudioError('BadInput', `${failures.length} of ${options.files.length} files cannot be read.`);
  }
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
  const { name, bytes: contents } = await readCorpusFile(path);
  const corpus = readCorpus(name, contents, readingOf(options, name));
  const record = describeReading(corpus);
  const { question } = corpus;
  const answers = question?.options.map(({ label, settings }) => `  ${flagsOfReading(settings)}: ${label}`) ?? [];
  return {
    record,
    lines: [
      readingLine(record),
      ...record.reasons,
      ...problemLines(path, corpus.problems, corpus.moreProblems),
      ...(question === undefined ? [] : [`asks: ${describeQuestion({ ...question, options: [] })}`, ...answers]),
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
  const { words, vectors, problems, moreProblems } = await readVectors(await openFile(path), { wanted: new Set() });
  const { dimensions } = vectors;
  return {
    record: { format: 'vectors', words, dimensions, problems, moreProblems },
    lines: [`vectors: ${words} words of ${dimensions} dimensions`, ...problemLines(path, problems, moreProblems)],
  };
}
