import { formatCell } from '../../lib/csv.ts';
import { StudioError } from '../../lib/errors.ts';
import type { Corpus, Span } from '../corpus.ts';
import { decodeText } from '../files/decode-text.ts';
import { ProblemLog } from '../files/problem-log.ts';
import { tagsOfSpans } from '../tags/tag-spans.ts';
import { splitColumns, type Separator } from './columns.ts';
import { ConllLayout } from './conll-lines.ts';
import { readConlluLine } from './conllu.ts';
import { isObject, isStrings } from './json-values.ts';
import { readJsonRecords, TAG_FIELDS } from './jsonl.ts';

/** What becomes of a sentence: it gets other spans, or it is left out. */
export type Correction = { spans: readonly Span[] } | 'excluded';

/**
 * A corpus file with corrected labels, in its own format and tag style. Everything else stays as it is, line by line; an excluded sentence
 * leaves with the blank line after it.
 *
 * @param bytes the file that `corpus` was read from
 * @param corrections by index of the sentence
 * @throws StudioError BadCorpus for JSON whose labels are not tags in words
 */
export function writeCorrected(
  bytes: Uint8Array,
  corpus: Corpus,
  corrections: ReadonlyMap<number, Correction>,
): string {
  const lines = decodeText(corpus.file, bytes, new ProblemLog(corpus.file)).split(/(?<=\n)/); // with their ends
  return corpus.format === 'jsonl'
    ? correctedJson(lines, corpus, corrections)
    : correctedLines(lines, corpus, corrections);
}

/** `CORPUS.corrected.conll`, and so on. */
export function correctedFileName({ file }: Pick<Corpus, 'file'>): string {
  const [, stem = file, extension = ''] = /^(.+)(\.[^.]+)$/.exec(file) ?? [];
  return `${stem}.corrected${extension}`;
}

function correctedLines(
  lines: readonly string[],
  corpus: Corpus,
  corrections: ReadonlyMap<number, Correction>,
): string {
  const places = corpus.sentences.flatMap(({ tokens }, sentence) => tokens.map((_, t) => ({ sentence, t })));
  const newTags = new Map<number, string[]>();
  for (const [sentence, correction] of corrections) {
    const { length } = corpus.sentences[sentence]!.tokens;
    if (correction !== 'excluded') newTags.set(sentence, tagsOfSpans(corpus.style, correction.spans, length));
  }
  const { kindOf, separator } = layoutOf(lines, corpus);
  const output: string[] = [];
  let next = 0;
  let isAfterExcluded = false;
  for (const line of lines) {
    const content = line.replace(/\r?\n$/, '');
    const kind = kindOf(content);
    if (kind !== 'token') {
      if (!(isAfterExcluded && kind === 'blank')) output.push(line);
      if (kind === 'blank') isAfterExcluded = false;
      continue;
    }
    const { sentence, t } = places[next++]!;
    isAfterExcluded = corrections.get(sentence) === 'excluded';
    if (isAfterExcluded) continue;
    const tag = newTags.get(sentence)?.[t];
    const isSame = tag === undefined || tag === corpus.sentences[sentence]!.tags[t];
    output.push(isSame ? line : withTag(content, separator, corpus.tagColumn, tag) + line.slice(content.length));
  }
  return output.join('');
}

/** Reads lines as the reader of the format did. */
function layoutOf(lines: readonly string[], { format, tagColumn }: Corpus) {
  if (format === 'conllu') return { kindOf: (line: string) => readConlluLine(line).kind, separator: '\t' as const };
  const layout = new ConllLayout(
    lines.map((line) => line.replace(/\r?\n$/, '')),
    tagColumn,
  );
  let inSentence = false;
  const kindOf = (line: string) => {
    const { kind } = layout.read(line, inSentence);
    inSentence = kind === 'token' || (inSentence && (kind === 'comment' || kind === 'unreadable'));
    return kind;
  };
  return { kindOf, separator: layout.separator };
}

function withTag(line: string, separator: Separator, tagColumn: number, tag: string): string {
  if (separator === ' ') {
    let column = -1;
    return line.replaceAll(/[^ \t]+/g, (cell) => (++column === tagColumn ? tag : cell));
  }
  if (separator === '\t') return line.split('\t').with(tagColumn, tag).join('\t');
  const cells = splitColumns(line, separator).with(tagColumn, tag);
  return cells.map((cell) => formatCell(cell, separator)).join(separator);
}

function correctedJson(
  lines: readonly string[],
  { file, sentences, style }: Corpus,
  corrections: ReadonlyMap<number, Correction>,
): string {
  const changes = new Map<string, string | undefined>(); // by line as parsed; undefined: left out
  let next = 0;
  for (const record of readJsonRecords(file, lines, new ProblemLog(file))) {
    const own = record.sentences.map(() => next++);
    const changed = own.filter((index) => corrections.has(index));
    if (changed.length === 0) continue;
    const field = TAG_FIELDS.find((name) => isStrings(record.value[name]));
    if (field === undefined || own.length !== 1) {
      throw new StudioError(
        'BadCorpus',
        `The labels of ${file} are not tags in words, such as "ner_tags": ["O", "B-PER"], so corrections cannot be written into it. ` +
          'Save the corpus as CoNLL columns, and correct that.',
      );
    }
    const correction = corrections.get(own[0]!)!;
    const tags =
      correction === 'excluded' ? undefined : tagsOfSpans(style, correction.spans, sentences[own[0]!]!.tokens.length);
    changes.set(JSON.stringify(record.value), tags && JSON.stringify({ ...record.value, [field]: tags }));
  }
  return lines
    .map((line) => {
      if (line.trim() === '') return line;
      const parsed: unknown = JSON.parse(line);
      const key = isObject(parsed) ? JSON.stringify(parsed) : undefined;
      if (key === undefined || !changes.has(key)) return line;
      const changed = changes.get(key);
      return changed === undefined ? '' : changed + /\r?\n$|$/.exec(line)![0];
    })
    .join('');
}
