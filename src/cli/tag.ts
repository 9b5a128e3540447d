import { decodeLines, decodeText } from '../data/files/decode-text.ts';
import { ProblemLog } from '../data/files/problem-log.ts';
import type { Corpus } from '../data/corpus.ts';
import { readCorpus, requireUsable } from '../data/corpora/read-corpus.ts';
import { formatConll } from '../data/corpora/write-conll.ts';
import { tokenize } from '../data/text/tokenizer.ts';
import { StudioError } from '../lib/errors.ts';
import { annotate } from '../tagging/predictions.ts';
import { Examples } from '../tagging/examples.ts';
import { tagInChunks, textSentences } from '../tagging/chunks.ts';
import { taggedFileWriter } from '../tagging/text-files.ts';
import type { TaggedChunk, TextSentence } from '../tagging/tagged-text.ts';
import type { TagOptions } from './options.ts';
import { readBytes, readStandardInput } from './files.ts';
import { loadModel, reportProblems } from './inputs.ts';
import type { Terminal } from './terminal.ts';

/** `tagsmith tag`: tags a corpus or a text and writes it to standard output. */
export async function tagCommand(terminal: Terminal, options: TagOptions): Promise<void> {
  const { input, format, leastSure } = options;
  const { model, stored } = await loadModel(options.model, options.device);
  const name = options.file ?? 'standard input';
  const bytes = options.file === undefined ? await readStandardInput() : await readBytes(options.file);
  const corpus = corpusIn(terminal, name, bytes, input);
  if (corpus === undefined) return writeTagged(sentencesOf(terminal, name, bytes, input));
  reportProblems(terminal, corpus);
  if (format === 'conll' && leastSure === undefined)
    return terminal.write(await annotate(model, corpus, bytes, stored));
  return writeTagged(corpus.sentences.map(({ tokens }) => joinTokens(tokens)));

  async function writeTagged(sentences: Iterable<TextSentence>): Promise<void> {
    const chunks = tagInChunks(model, sentences, stored);
    if (leastSure !== undefined) return terminal.write(await leastSureOf(chunks, leastSure));
    const write = taggedFileWriter(format);
    for await (const chunk of chunks) terminal.write(write(chunk));
  }
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
function corpusIn(terminal: Terminal, name: string, bytes: Uint8Array, input: TagOptions['input']): Corpus | undefined {
  if (input === 'conll') return readCorpus(name, bytes);
  if (input !== 'auto') return undefined;
  try {
    const corpus = readCorpus(name, bytes);
    requireUsable(corpus);
    if (corpus.format !== 'conll' || corpus.style.scheme !== 'none') return corpus;
    terminal.note(`Reading ${name} as text. If it has columns with one token per line, use --input conll.`);
  } catch (error) {
    if (!(error instanceof StudioError)) throw error; // not a corpus; its problems as text are reported when it is read as text
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
function sentencesOfLines(lines: string[]): TextSentence[] {
  if (lines.at(-1) === '') lines.pop(); // after the final line break
  return lines.map((text) => ({ text, tokens: tokenize(text).flat() }));
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
