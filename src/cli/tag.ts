import { decodeLines, decodeText } from '../data/decode-text.ts';
import { ProblemLog } from '../data/problem-log.ts';
import { readCorpus } from '../data/read-corpus.ts';
import { tokenize } from '../data/tokenizer.ts';
import { annotatedCorpus } from '../pipeline/annotate.ts';
import { tagInParts, textSentences } from '../pipeline/tag-parts.ts';
import { tagSentences } from '../pipeline/tag-text.ts';
import { taggedFileWriter } from '../pipeline/tagged-files.ts';
import type { TextSentence } from '../pipeline/tagged-text.ts';
import type { TagOptions } from './arguments.ts';
import { readBytes, readStandardInput } from './files.ts';
import { loadModel, tellProblems, type LoadedModel } from './inputs.ts';
import type { Terminal } from './terminal.ts';

/** `tagsmith tag` */
export async function tagCommand(terminal: Terminal, options: TagOptions): Promise<void> {
  const loaded = await loadModel(options.model, options.device);
  const name = options.file ?? 'standard input';
  const bytes = options.file === undefined ? await readStandardInput() : await readBytes(options.file);
  if (options.input === 'conll') terminal.write(await tagCorpus(terminal, loaded, name, bytes, options));
  else await tagPlain(terminal, loaded, name, bytes, options);
}

async function tagPlain(
  terminal: Terminal,
  { model, stored }: LoadedModel,
  file: string,
  bytes: Uint8Array,
  { input, format }: TagOptions,
): Promise<void> {
  const log = new ProblemLog(file);
  const sentences =
    input === 'lines' ? sentencesOfLines(decodeLines(file, bytes, log)) : textSentences(decodeText(file, bytes, log));
  tellProblems(terminal, { file, problems: log.problems, moreProblems: log.more });
  const write = taggedFileWriter(format);
  for await (const part of tagInParts(model, sentences, stored)) terminal.write(write(part));
}

async function tagCorpus(
  terminal: Terminal,
  { model, stored }: LoadedModel,
  file: string,
  bytes: Uint8Array,
  { format }: TagOptions,
): Promise<string> {
  const corpus = readCorpus(file, bytes);
  tellProblems(terminal, corpus);
  const sentences = corpus.sentences.map(({ tokens }) => joinTokens(tokens));
  const tagged = await tagSentences(
    model,
    sentences.map(({ tokens }) => tokens),
    stored,
  );
  if (format !== 'conll') return taggedFileWriter(format)({ sentences, tagged });
  const tags = tagged.map(({ tokens }) => tokens.map(({ tag }) => tag));
  return annotatedCorpus(bytes, corpus, { tags, style: model.style }, model.style);
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
