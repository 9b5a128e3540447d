import { decodeLines, decodeText } from '../data/decode-text.ts';
import { ProblemLog } from '../data/problem-log.ts';
import { readCorpus } from '../data/read-corpus.ts';
import { tokenize } from '../data/tokenizer.ts';
import { annotate } from '../pipeline/annotate.ts';
import { tagInParts, textSentences } from '../pipeline/tag-parts.ts';
import { taggedFileWriter } from '../pipeline/tagged-files.ts';
import type { TextSentence } from '../pipeline/tagged-text.ts';
import type { TagOptions } from './arguments.ts';
import { readBytes, readStandardInput } from './files.ts';
import { loadModel, tellProblems } from './inputs.ts';
import type { Terminal } from './terminal.ts';

/** `tagsmith tag` */
export async function tagCommand(terminal: Terminal, options: TagOptions): Promise<void> {
  const { input, format } = options;
  const { model, stored } = await loadModel(options.model, options.device);
  const name = options.file ?? 'standard input';
  const bytes = options.file === undefined ? await readStandardInput() : await readBytes(options.file);
  if (input !== 'conll') return writeTagged(sentencesOf(terminal, name, bytes, input));

  const corpus = readCorpus(name, bytes);
  tellProblems(terminal, corpus);
  if (format === 'conll') return terminal.write(await annotate(model, corpus, bytes, stored));
  return writeTagged(corpus.sentences.map(({ tokens }) => joinTokens(tokens)));

  async function writeTagged(sentences: Iterable<TextSentence>): Promise<void> {
    const write = taggedFileWriter(format);
    for await (const part of tagInParts(model, sentences, stored)) terminal.write(write(part));
  }
}

function sentencesOf(
  terminal: Terminal,
  file: string,
  bytes: Uint8Array,
  input: 'text' | 'lines',
): Iterable<TextSentence> {
  const log = new ProblemLog(file);
  const sentences =
    input === 'lines' ? sentencesOfLines(decodeLines(file, bytes, log)) : textSentences(decodeText(file, bytes, log));
  tellProblems(terminal, { file, problems: log.problems, moreProblems: log.more });
  return sentences;
}

/** A sentence a line, whatever full stops it has. */
function sentencesOfLines(lines: string[]): TextSentence[] {
  if (lines.at(-1) === '') lines.pop(); // the end of the last line begins no other
  return lines.map((text) => ({ text, tokens: tokenize(text).flat() }));
}

function joinTokens(words: readonly string[]): TextSentence {
  let end = -1;
  const tokens = words.map((text) => {
    const start = end + 1;
    end = start + text.length;
    return { text, start, end };
  });
  return { text: words.join(' '), tokens };
}
