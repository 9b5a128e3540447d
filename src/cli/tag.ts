import { decodeLines, decodeText } from '../data/files/decode-text.ts';
import { ProblemLog } from '../data/files/problem-log.ts';
import type { Corpus } from '../data/corpus.ts';
import { readCorpus, requireUsable } from '../data/corpora/read-corpus.ts';
import { formatConll } from '../data/corpora/write-conll.ts';
import { columnNames } from '../data/vocabulary/features.ts';
import { tokenize } from '../data/text/tokenizer.ts';
import { StudioError } from '../lib/errors.ts';
import { annotate } from '../tagging/predictions.ts';
import { Examples } from '../tagging/examples.ts';
import { tagInChunks, textSentences } from '../tagging/chunks.ts';
import { taggedFileWriter } from '../tagging/text-files.ts';
import type { TaggedChunk, TextSentence } from '../tagging/tagged-text.ts';
import type { TagOptions } from './options.ts';
import { loadEncoder } from './encoder.ts';
import { readCorpusBytes, readStandardInput, writeAtomically } from './files.ts';
import { loadModel, reportProblems, type LoadedModel } from './inputs.ts';
import { linesAsTheyCome, listInputs, targetsIn, type TagInput } from './tag-inputs.ts';
import type { Terminal } from './terminal.ts';

/** A chunk of a text, or a whole corpus with a column of tags. */
type Tagged = TaggedChunk | string;

/** `tagsmith tag`: tags corpora and texts, and writes them to standard output, or to one file each. */
export async function tagCommand(terminal: Terminal, options: TagOptions): Promise<void> {
  const { format, leastSure, out } = options;
  const inputs = await listInputs(options.files);
  const targets = out === undefined ? [] : targetsIn(out, inputs, format);
  const encoder = options.encoder === undefined ? undefined : await loadEncoder(terminal, options.encoder);
  const loaded = await loadModel(options.model, options.device, encoder);
  const tagged = (input: TagInput) => tagInput(terminal, loaded, input, options);
  if (leastSure !== undefined) {
    return terminal.write(await leastSureOf(chunksOf(inputs.map(tagged)), leastSure));
  }
  if (out !== undefined) {
    for (const [i, input] of inputs.entries()) {
      const write = taggedFileWriter(format);
      let text = '';
      for await (const piece of tagged(input)) text += typeof piece === 'string' ? piece : write(piece);
      await writeAtomically(targets[i]!, text);
      terminal.note(`Wrote ${targets[i]}.`);
    }
    return;
  }
  const write = taggedFileWriter(format, inputs.length > 1);
  for (const input of inputs) {
    for await (const piece of tagged(input)) {
      terminal.write(typeof piece === 'string' ? piece : write(piece, input.name));
    }
  }
}

async function* tagInput(
  terminal: Terminal,
  { model, stored }: LoadedModel,
  { name, path }: TagInput,
  { input, format, leastSure }: TagOptions,
): AsyncGenerator<Tagged, void> {
  const tag = (sentences: Iterable<TextSentence>) => tagInChunks(model, sentences, stored);
  if (path === undefined && input === 'lines') {
    let isEmpty = true;
    for await (const lines of linesAsTheyCome(process.stdin)) {
      isEmpty = false;
      yield* tag(lines.map(sentenceOfLine));
    }
    if (isEmpty) yield* tag([]); // the output for an empty text
    return;
  }
  const bytes = path === undefined ? await readStandardInput() : await readCorpusBytes(path);
  const corpus = corpusIn(terminal, name, bytes, input, columnNames(model.vocabulary.features));
  if (corpus === undefined) {
    yield* tag(sentencesOf(terminal, name, bytes, input));
    return;
  }
  reportProblems(terminal, corpus);
  if (format === 'conll' && leastSure === undefined) yield await annotate(model, corpus, bytes, stored);
  else
    yield* tag(corpus.sentences.map(({ tokens, document, columns }) => ({ ...joinTokens(tokens), document, columns })));
}

async function* chunksOf(inputs: readonly AsyncIterable<Tagged>[]): AsyncGenerator<TaggedChunk, void> {
  for (const input of inputs) for await (const piece of input) if (typeof piece !== 'string') yield piece;
}

/** The `count` sentences that the model is least sure of as CoNLL, least sure first. */
export async function leastSureOf(
  chunks: AsyncIterable<TaggedChunk> | Iterable<TaggedChunk>,
  count: number,
): Promise<string> {
  const examples = new Examples(count);
  for await (const chunk of chunks) examples.add(chunk);
  return formatConll(examples.leastSure.map(({ tokens, tags }) => [tokens, tags]));
}

/** The corpus in the input; undefined if it is to be read as text. */
function corpusIn(
  terminal: Terminal,
  name: string,
  bytes: Uint8Array,
  input: TagOptions['input'],
  inputColumns: readonly string[],
): Corpus | undefined {
  if (input === 'conll') return readCorpus(name, bytes, { inputColumns });
  if (input !== 'auto') return undefined;
  try {
    const corpus = readCorpus(name, bytes, { inputColumns });
    requireUsable(corpus);
    if (corpus.format !== 'conll' || corpus.style.scheme !== 'none') return corpus;
    terminal.note(`Reading ${name} as text. If it has columns with one token per line, use --input conll.`);
  } catch (error) {
    if (!(error instanceof StudioError)) throw error; // not a corpus; reading it as text reports its problems
  }
  return undefined;
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

/** One sentence per line, regardless of punctuation. */
function* sentencesOfLines(lines: Iterable<string>): Generator<TextSentence> {
  let before: string | undefined;
  for (const line of lines) {
    if (before !== undefined) yield sentenceOfLine(before);
    before = line;
  }
  if (before) yield sentenceOfLine(before); // no sentence after the final line break
}

function sentenceOfLine(text: string): TextSentence {
  return { text, tokens: tokenize(text).flat() };
}

/** Joins tokens by spaces and computes their offsets. */
function joinTokens(words: readonly string[]): TextSentence {
  let end = -1;
  const tokens = words.map((text) => {
    const start = end + 1;
    end = start + text.length;
    return { text, start, end };
  });
  return { text: words.join(' '), tokens };
}
