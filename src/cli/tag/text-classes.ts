import type { LegacyEncoding } from '../../data/encodings.ts';
import type { Terminal } from '../terminal.ts';
import type { TagInput } from './tag-input.ts';
import { linesAsTheyCome, targetsIn } from './tag-inputs.ts';
import { UsageError } from '../parsing/usage.ts';
import type { LoadedModel } from '../inputs/inputs.ts';
import { writeAtomically } from '../files.ts';
import { SpellingNoter } from './spelling-note.ts';
import { readInput } from './read-input.ts';
import { classifyTexts } from '../../tagging/texts/classified.ts';
import { tagKind } from '../../data/corpus.ts';
import { readTextTable } from '../../data/corpora/texts/text-table.ts';
import { decodeText, inChosenEncoding } from '../../data/files/decode-text.ts';
import { ProblemLog } from '../../data/files/problem-log.ts';
import { isOnlyDocument, openDocument } from '../../documents/registry.ts';
import { StudioError } from '../../lib/errors.ts';
import { type ClassFormat, type ClassifiedText, writeClasses } from '../../tagging/texts/class-files.ts';
import { corpusIn, type InputKind } from './tag-kinds.ts';

/** A text to classify. */
type InputText = Omit<ClassifiedText, 'classes'>;

/** The texts of lines, one each. */
function textsOfLines(lines: Iterable<string>): InputText[] {
  return [...lines].map((text, i) => ({ id: String(i + 1), text }));
}

/**
 * The texts of a file: its records, the texts of a corpus with classes, or its lines; else the whole file is one text.
 *
 * @throws StudioError BadInput for a corpus of tokens
 */
async function textsIn(
  { name, bytes: written }: { name: string; bytes: Uint8Array<ArrayBuffer> },
  input: InputKind,
  { textField: textFields, encoding }: Pick<ClassOptions, 'textField' | 'encoding'>,
): Promise<InputText[]> {
  const bytes = inChosenEncoding(written, encoding);
  const log = new ProblemLog(name);
  if (input === 'lines')
    return textsOfLines(
      decodeText(name, bytes, log)
        .replace(/\r?\n$/, '')
        .split(/\r?\n/),
    );
  if (input === 'auto') {
    const found = textFields.length > 0 ? undefined : corpusIn(name, bytes, 'auto', [], 'classes').corpus;
    const isText = found?.format === 'conll' && found.columns < 2; // a word per line is a text
    const corpus = isText ? undefined : found;
    if (corpus !== undefined && tagKind(corpus.style) !== 'classes') throw hasTokens(name);
    const table = readTextTable(name, bytes, textFields);
    if (table !== undefined) {
      return table.records.map(({ id, value, texts }) => ({ id, value, text: texts.join('\n') }));
    }
    if (corpus !== undefined) {
      return corpus.sentences.map(({ tokens }, i) => ({ id: String(i + 1), text: tokens.join(' ') }));
    }
    if (await isOnlyDocument({ name, bytes: written })) {
      const { blocks } = await openDocument({ name, bytes: written, encoding });
      return [{ id: '1', text: blocks.map(({ text }) => text).join('\n\n') }];
    }
  }
  if (input === 'conll') throw hasTokens(name);
  return [{ id: '1', text: decodeText(name, bytes, log) }];
}

function hasTokens(name: string): StudioError {
  return new StudioError(
    'BadInput',
    `${name} has tokens, but the model gives each text one class. Pass texts: a table or JSON lines with a text each, or a text per line with --input lines.`,
  );
}

/** The options of `tag` that matter, or are refused. */
interface ClassOptions {
  /** Undefined: none is given. */
  givenFormat: 'conll' | ClassFormat | undefined;
  leastSure: number | undefined;
  table: string | undefined;
  minConfidence: number | undefined;
  out: string | undefined;
  input: InputKind;
  textField: readonly string[];
  encoding: LegacyEncoding | undefined;
}

/** Writes the class of each text, for a model that gives each text one class. */
export async function tagTexts(
  terminal: Terminal,
  loaded: LoadedModel,
  inputs: readonly TagInput[],
  options: ClassOptions,
): Promise<void> {
  const { givenFormat = 'csv', leastSure, table, minConfidence, out, input: kind } = options;
  const flag = { '--least-sure': leastSure, '--table': table, '--min-confidence': minConfidence };
  const [refused] = Object.entries(flag).find(([, value]) => value !== undefined) ?? [];
  if (refused !== undefined)
    throw new UsageError(`${refused} is for entities, but the model gives each text one class.`);
  if (givenFormat === 'conll')
    throw new UsageError(
      '--format conll is for tokens, but the model gives each text one class: use csv, jsonl or table.',
    );
  const format = givenFormat;
  const hasFiles = inputs.length > 1 && out === undefined;
  if (hasFiles && format === 'table')
    throw new UsageError('--format table writes a file for each file: add --out DIR.');
  const targets = out === undefined ? [] : targetsIn(out, inputs, format === 'table' ? 'csv' : format);
  let isFirst = true;
  let lines = 0;
  for (const [i, input] of inputs.entries()) {
    const spelling = new SpellingNoter(terminal, input.name, loaded.model);
    const batches =
      input.path === undefined && kind === 'lines'
        ? linesAsTheyCome(process.stdin)
        : [await textsIn(await readInput(input, true), kind, options)];
    for await (const batch of batches) {
      const texts = batch.map((text) => (typeof text === 'string' ? { id: String(++lines), text } : text));
      spelling.see(texts.map(({ text }) => text));
      const place = { ...(hasFiles && { file: input.name }), isFirst: isFirst || out !== undefined };
      const { contents, warning } = writeClasses(
        await classifyTexts(loaded.model, texts, loaded.stored),
        format,
        place,
      );
      if (warning !== undefined) terminal.note(`${input.name}: ${warning}`);
      isFirst = false;
      if (out === undefined) terminal.write(contents);
      else await writeAtomically(targets[i]!, contents);
    }
    if (out !== undefined) terminal.note(`Wrote ${targets[i]}.`);
  }
}
