import { formatCell } from '../../lib/csv.ts';
import type { Corpus } from '../corpus.ts';
import { decodeWithEncoding } from '../files/decode-text.ts';
import { patchBytes, type Patch } from '../files/patch-bytes.ts';
import { ProblemLog } from '../files/problem-log.ts';
import { columnRange, type Separator } from './columns.ts';
import { ConllLayout } from './conll-lines.ts';
import { readConlluLine } from './conllu.ts';
import { correctJson } from './corrected-json.ts';
import { correctedTags } from './corrected-tags.ts';
import type { Correction } from './correction.ts';

/**
 * Writes a corpus file with corrected labels, in its original format, tag style and encoding. Everything else is preserved byte for byte.
 * An excluded sentence is removed with the blank line after it; in CoNLL-U with its comments, in JSON with its object.
 *
 * @param bytes the file that `corpus` was read from
 * @param corrections by index of the sentence
 * @returns the parts of the file
 * @throws StudioError BadCorpus if a tag is missing in the label names of the file
 */
export function writeCorrected(
  bytes: Uint8Array<ArrayBuffer>,
  corpus: Corpus,
  corrections: ReadonlyMap<number, Correction>,
): Uint8Array<ArrayBuffer>[] {
  const decoded = decodeWithEncoding(corpus.file, bytes, new ProblemLog(corpus.file));
  const { text } = decoded;
  const terminator = text.includes('\n') ? '\n' : '\r';
  const lines = text.split(terminator);
  const starts = startsOf(lines);
  const patches =
    corpus.format === 'jsonl'
      ? correctJson({ text, lines, starts }, corpus, corrections)
      : correctLines(lines, starts, corpus, corrections);
  return patchBytes(bytes, decoded, patches);
}

/** File name of a corrected corpus, such as `CORPUS.corrected.conll`. */
export function correctedFileName({ file }: Pick<Corpus, 'file'>): string {
  const [, stem = file, extension = ''] = /^(.+)(\.[^.]+)$/.exec(file) ?? [];
  return `${stem}.corrected${extension}`;
}

/** The offset of each line, for one-character terminators. */
function startsOf(lines: readonly string[]): number[] {
  let at = 0;
  return lines.map(({ length }) => {
    const start = at;
    at += length + 1;
    return start;
  });
}

function correctLines(
  lines: readonly string[],
  starts: readonly number[],
  corpus: Corpus,
  corrections: ReadonlyMap<number, Correction>,
): Patch[] {
  const places = corpus.sentences.flatMap(({ tokens }, sentence) => tokens.map((_, t) => ({ sentence, t })));
  const newTags = new Map<number, string[]>();
  for (const [sentence, correction] of corrections) {
    if (correction === 'excluded') continue;
    newTags.set(sentence, correctedTags(corpus.style, corpus.sentences[sentence]!, correction.spans));
  }
  const contents = lines.map((line) => line.replace(/\r$/, ''));
  const { kindOf, separator } = layoutOf(contents, corpus);
  const patches: Patch[] = [];
  const hasBlocks = corpus.format === 'conllu'; // comments and other lines belong to the sentence
  let next = 0;
  let isAfterExcluded = false;
  let block = 0;
  for (const [i, content] of contents.entries()) {
    const from = starts[i]!;
    const after = starts[i + 1] ?? from + lines[i]!.length;
    const kind = kindOf(content);
    if (kind !== 'token') {
      if (isAfterExcluded && (kind === 'blank' || hasBlocks)) patches.push({ from, to: after, text: '' });
      if (kind !== 'blank') continue;
      isAfterExcluded = false;
      block = after;
      continue;
    }
    const { sentence, t } = places[next++]!;
    const isExcluded = corrections.get(sentence) === 'excluded';
    if (isExcluded && !isAfterExcluded && hasBlocks && block < from) patches.push({ from: block, to: from, text: '' });
    isAfterExcluded = isExcluded;
    if (isExcluded) {
      patches.push({ from, to: after, text: '' });
      continue;
    }
    const tag = newTags.get(sentence)?.[t];
    if (tag === undefined || tag === corpus.sentences[sentence]!.tags[t]) continue;
    patches.push(tagPatch(content, from, separator, corpus.tagColumn, tag));
  }
  return patches;
}

/** The layout of the lines, as the reader of the format detected it. */
function layoutOf(lines: readonly string[], { format, tagColumn }: Corpus) {
  if (format === 'conllu') return { kindOf: (line: string) => readConlluLine(line).kind, separator: '\t' as const };
  const layout = new ConllLayout(lines, tagColumn);
  let inSentence = false;
  const kindOf = (line: string) => {
    const { kind } = layout.read(line, inSentence);
    inSentence = kind === 'token' || (inSentence && (kind === 'comment' || kind === 'unreadable'));
    return kind;
  };
  return { kindOf, separator: layout.separator };
}

/** Replaces the tag in its cell, keeping quotes. */
function tagPatch(line: string, from: number, separator: Separator, tagColumn: number, tag: string): Patch {
  const [start, end] = columnRange(line, separator, tagColumn)!;
  const isCsv = separator === ',' || separator === ';';
  const text =
    line[start] === '"' && isCsv ? `"${tag.replaceAll('"', '""')}"` : isCsv ? formatCell(tag, separator) : tag;
  return { from: from + start, to: from + end, text };
}
