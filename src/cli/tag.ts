import { decodeLines, decodeText } from '../data/decode-text.ts';
import { ProblemLog } from '../data/problem-log.ts';
import { readCorpus } from '../data/read-corpus.ts';
import { tokenize } from '../data/tokenizer.ts';
import { annotatedCorpus } from '../pipeline/annotate.ts';
import { tagSentences } from '../pipeline/tag-text.ts';
import type { TagOptions } from './arguments.ts';
import { readBytes, readStandardInput } from './files.ts';
import { loadModel, tellProblems, type LoadedModel } from './inputs.ts';
import { conllLines, jsonLines, type TextSentence } from './tag-output.ts';
import type { Terminal } from './terminal.ts';

/** `tagsmith tag` */
export async function tagCommand(terminal: Terminal, options: TagOptions): Promise<void> {
  const loaded = await loadModel(options.model, options.device);
  const name = options.file ?? 'standard input';
  const bytes = options.file === undefined ? await readStandardInput() : await readBytes(options.file);
  const output = options.input === 'conll' ? tagCorpus : tagPlain;
  terminal.write(await output(terminal, loaded, name, bytes, options));
}

async function tagPlain(
  terminal: Terminal,
  { model, stored }: LoadedModel,
  file: string,
  bytes: Uint8Array,
  { input, format }: TagOptions,
): Promise<string> {
  const log = new ProblemLog(file);
  const sentences =
    input === 'lines' ? sentencesOfLines(decodeLines(file, bytes, log)) : sentencesOfText(decodeText(file, bytes, log));
  tellProblems(terminal, { file, problems: log.problems, moreProblems: log.more });
  const tokens = sentences.map((sentence) => sentence.tokens);
  const tagged = await tagSentences(model, tokens, stored);
  return format === 'jsonl' ? jsonLines(sentences, tagged) : conllLines(tagged);
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
  if (format === 'jsonl') return jsonLines(sentences, tagged);
  const tags = tagged.map(({ tokens }) => tokens.map(({ tag }) => tag));
  return annotatedCorpus(bytes, corpus, { tags, style: model.style }, model.style);
}

function sentencesOfText(text: string): TextSentence[] {
  return tokenize(text).map((tokens) => ({ text, tokens }));
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
