import { assert } from '../../lib/assert.ts';
import { formatCell } from '../../lib/csv.ts';
import type { Corpus, CorpusFormat, Span, TagStyle } from '../corpus.ts';
import { decodeLines } from '../files/decode-text.ts';
import { ProblemLog } from '../files/problem-log.ts';
import { TagReader } from '../tags/tag-spans.ts';
import { ConllLayout } from './conll-lines.ts';
import { CONLLU, readConlluLine } from './conllu.ts';
import { jsonEntities, locateTokens } from './json-entities.ts';
import { readJsonRecords, type SentenceRecord } from './jsonl.ts';

export interface Predictions {
  /** The tags of each sentence of the corpus, [T] each. */
  tags: readonly (readonly string[])[];
  /** The style of these tags: that of the corpus or, if it is not tagged, of the model. */
  style: TagStyle;
}

/**
 * Adds predictions to the user's file. Lines that could not be read stay as they are, so that the
 * rows still match the original.
 *
 * - CoNLL: another column at the end, so that the last two columns are gold and predicted, as conlleval expects.
 * - JSON lines: the fields `predicted_tags` and `predicted_entities`, with character offsets if the object has a `text`, and
 *   `predicted_tokens` if it has a text with spans.
 * - CoNLL-U: entities as `NER=` in MISC; tags without a scheme replace those of the tag column.
 *
 * @param bytes the file that `corpus` was read from
 */
export function writePredictions(bytes: Uint8Array, corpus: Corpus, { tags, style }: Predictions): string {
  for (const [i, { tokens }] of corpus.sentences.entries()) {
    assert(
      tags[i]?.length === tokens.length,
      () => `predictions: ${tags[i]?.length} tags for the ${tokens.length} tokens of sentence ${i}`,
    );
  }
  const lines = decodeLines(corpus.file, bytes, new ProblemLog(corpus.file));
  switch (corpus.format) {
    case 'conll':
      return appendColumn(new ConllLayout(lines, corpus.tagColumn), tags.flat(), style);
    case 'conllu':
      return fillColumn(lines, corpus.tagColumn, tags.flat(), style);
    case 'jsonl':
      return addFields(lines, tags, style);
    default:
      return corpus.format satisfies never;
  }
}

function appendColumn(layout: ConllLayout, tags: readonly string[], style: TagStyle): string {
  const { separator } = layout;
  // Only columns separated by commas or semicolons are quoted.
  const cell = (tag: string) => (separator === ',' || separator === ';' ? formatCell(tag, separator) : tag);
  const append = (line: string, tag: string) => `${line.replace(/[ \t]+$/, '')}${separator}${cell(tag)}`;
  const output: string[] = [];
  let token = 0;
  let inSentence = false;
  for (const line of layout.lines) {
    const { kind } = layout.read(line, inSentence);
    if (kind === 'token') output.push(append(line, tags[token++]!));
    else if (kind === 'header') output.push(append(line, 'predicted'));
    else if (kind === 'document') output.push(append(line, style.letters.outside || '-X-'));
    else output.push(line);
    inSentence = kind === 'token' || (inSentence && (kind === 'comment' || kind === 'unreadable'));
  }
  return output.join('\n');
}

function fillColumn(lines: Iterable<string>, tagColumn: number, tags: readonly string[], style: TagStyle): string {
  const output: string[] = [];
  let token = 0;
  for (const line of lines) {
    const read = readConlluLine(line);
    if (read.kind === 'token') output.push(withTag(read.columns, tagColumn, tags[token++]!, style).join('\t'));
    else output.push(line);
  }
  return output.join('\n');
}

function withTag(columns: readonly string[], tagColumn: number, tag: string, style: TagStyle): string[] {
  if (style.scheme === 'none') return columns.with(tagColumn, tag);
  const kept = columns[CONLLU.misc]!.split('|').filter((item) => item !== '_' && !item.startsWith('NER='));
  return columns.with(CONLLU.misc, [...kept, `NER=${tag}`].join('|'));
}

function addFields(lines: Iterable<string>, tags: readonly (readonly string[])[], style: TagStyle): string {
  const reader = new TagReader(style);
  let next = 0;
  const lineOf = ({ value, sentences, located }: SentenceRecord) => {
    if (sentences.length === 0) return JSON.stringify(value);
    const tokens = sentences.flatMap((sentence) => sentence.tokens);
    const predicted = sentences.map(() => tags[next++]!);
    const { text } = value;
    const places = located ?? (typeof text === 'string' ? locateTokens(text, tokens) : undefined);
    return JSON.stringify({
      ...value,
      ...(located !== undefined && { predicted_tokens: tokens }),
      predicted_tags: predicted.flat(),
      ...(style.scheme !== 'none' && { predicted_entities: jsonEntities(spansOf(predicted, reader), tokens, places) }),
    });
  };
  const output: string[] = [];
  for (const record of readJsonRecords('', lines, new ProblemLog(''))) output.push(`${lineOf(record)}\n`);
  return output.join('');
}

/** The spans of successive sentences. Token indices count from the start of the first sentence. */
function spansOf(sentences: readonly (readonly string[])[], reader: TagReader): Span[] {
  let first = 0;
  return sentences.flatMap((tags) => {
    const offset = first;
    first += tags.length;
    return reader.read(tags).spans.map(({ start, end, type }) => ({ start: start + offset, end: end + offset, type }));
  });
}

/** Extensions that operating systems associate with a program, unlike `.train` or `.testa`. */
const USUAL_EXTENSIONS: Record<CorpusFormat, readonly string[]> = {
  conll: ['conll', 'txt', 'tsv', 'bio', 'iob', 'iob2'],
  conllu: ['conllu', 'txt'],
  jsonl: ['jsonl', 'json', 'ndjson'],
};

/** File name of a corpus with predictions: `dev.txt` gives `dev.predicted.txt`, `eng.testa` `eng.testa.predicted.conll`. */
export function predictionsFileName({ file, format }: Pick<Corpus, 'file' | 'format'>): string {
  const [, stem, extension] = /^(.+)\.([^.]+)$/.exec(file) ?? [];
  return stem !== undefined && extension !== undefined && USUAL_EXTENSIONS[format].includes(extension.toLowerCase())
    ? `${stem}.predicted.${extension}`
    : `${file}.predicted.${format}`;
}
