import { formatCell } from '../../../lib/csv.ts';
import { StudioError } from '../../../lib/errors.ts';
import type { ColumnLayout, Separator } from '../../column-layout.ts';
import { isNumber, oddNumber } from '../../files/odd-numbers.ts';
import type { ReadingQuestion } from '../../corpus.ts';
import { firstLines, isFilled } from '../../files/text-lines.ts';
import type { ProblemLog } from '../../files/problem-log.ts';
import { isQuotable, splitColumns } from '../columns/split-columns.ts';
import { nameOf, readConll } from '../columns/conll.ts';
import { ConllLines } from '../columns/conll-lines.ts';
import { correctItems, correctLines } from '../columns/corrected-lines.ts';
import { hasIntents } from '../layout/items.ts';
import { numberedSpans, oddWords } from '../layout/odd-columns.ts';
import { isPlain, predictedMark } from '../layout/sample.ts';
import type { RawCorpus } from '../raw-corpus.ts';
import { type Format, type Predictions, SCORES } from './format.ts';
import { linesOrColumns } from './tag-lines.ts';

/** Columns: one token per line, blank lines between sentences. Holds tokens and one layer of spans that do not overlap. */
export const conll: Format = {
  detect: () => ({ score: SCORES.default, reason: 'no other format fits' }),
  read({ file, lines, problems }, options) {
    const raw = readConll(file, lines, problems, options);
    checkNumbers(file, raw, problems);
    if (raw.layout?.items !== undefined && firstLines(lines, SAMPLED_SENTENCES).some(hasIntents)) {
      const message = 'The intents behind the words of each sentence (<=>) were not read.';
      problems.add({ line: 0, severity: 'warning', kind: 'intents', message });
    }
    const odd = oddWords(raw.sentences.slice(0, SAMPLED_SENTENCES));
    if (odd !== undefined) problems.add({ line: 0, severity: 'warning', kind: 'words', message: odd });
    const isChosen = options.tagColumn !== undefined;
    const question = isChosen
      ? raw.question
      : (numbered(lines, raw) ?? raw.question ?? linesOrColumns(lines, raw.layout!) ?? joinedBy(lines, raw));
    return question === undefined ? raw : { ...raw, question };
  },
  predict: (lines, { layout }, { tags, style }) => appendColumn(new ConllLines(lines, layout!), tags, style),
  correct({ lines, starts }, corpus, corrections) {
    const layout = corpus.layout!;
    const contents = lines.map((line) => line.replace(/\r+$/, ''));
    if (layout.items !== undefined) return correctItems({ lines: contents, starts }, layout, corpus, corrections);
    const reader = new ConllLines(contents, layout);
    let inSentence = false;
    const kindOf = (line: string) => {
      const { kind } = reader.read(line, inSentence);
      inSentence = kind === 'token' || (inSentence && (kind === 'comment' || kind === 'unreadable'));
      return kind;
    };
    return correctLines(
      { lines, starts },
      { kindOf, separator: layout.separator, form: layout.tags },
      corpus,
      corrections,
    );
  },
};

/**
 * Adds another column at the end, so that the last two columns are gold and predicted, as conlleval expects. It is named in the header or,
 * without one, by a first line that conlleval reads as a token outside. Lines of whole sentences become one line per token.
 */
function appendColumn(reader: ConllLines, sentences: Predictions['tags'], style: Predictions['style']): string {
  const { layout } = reader;
  const tags = sentences.flat();
  const hasSpaces = tags.some((tag) => tag.includes(' '));
  const isSplit = layout.separator === ' ' && (hasSpaces || layout.items !== undefined);
  const separator: Separator = isSplit ? '\t' : layout.separator;
  const isCsv = isQuotable(separator);
  // Only columns separated by commas or semicolons are quoted.
  const cell = (tag: string) => (isCsv ? formatCell(tag, separator) : tag);
  const append = (line: string, columns: readonly string[], tag: string) =>
    `${isSplit ? columns.join('\t') : complete(line, columns, layout)}${separator}${cell(tag)}`;
  const outside = style.letters.outside || 'O';
  const output: string[] = [];
  if (layout.header === undefined && tags.length > 0) {
    const mark = [predictedMark(layout.columns), ...Array.from({ length: layout.columns }, () => cell(outside))];
    output.push(mark.join(separator));
  }
  let token = 0;
  let inSentence = false;
  for (const line of reader.lines) {
    const read = reader.read(line, inSentence);
    const { kind } = read;
    if (kind === 'token') output.push(append(line, read.columns, tags[token++]!));
    else if (kind === 'sentence') output.push(...read.rows.map((row) => append('', row, tags[token++]!)), '');
    else if (kind === 'header') output.push(append(line, read.columns, 'predicted'));
    else if (kind === 'document' && read.columns.length > 0)
      output.push(append(line, read.columns, style.letters.outside || '-X-'));
    else output.push(line);
    inSentence = kind === 'token' || (inSentence && (kind === 'comment' || kind === 'unreadable'));
  }
  return output.join('\n');
}

/** A line with exactly its columns: empty cells at its end count in a file with tabs. */
function complete(line: string, columns: readonly string[], { separator }: ColumnLayout): string {
  if (separator !== '\t') return line.replace(/[ \t]+$/, '');
  const written = line.split('\t');
  if (written.length > columns.length) return written.slice(0, columns.length).join('\t');
  return line.replace(/ +$/, '') + '\t'.repeat(columns.length - written.length);
}

function numbered(lines: Iterable<string>, { layout }: RawCorpus): ReadingQuestion | undefined {
  if (layout === undefined || layout.columns < 3 || !layout.isTagged) return undefined;
  const sample = firstLines(lines, SAMPLED_SENTENCES, isPlain);
  const rows = sample.map((line) => splitColumns(line, layout.separator));
  return numberedSpans(rows[0]?.join() === layout.header?.join() ? rows.slice(1) : rows, layout);
}

/** A tag before a word, and behind it. A cell may have millions of characters. */
const TAG_FIRST = /^(?:O|[BIESLUMW][-_]\p{L}[\p{L}\p{N}_-]{0,100})([^\p{L}\p{N}\s"'_-])\S/u;
const JOINED = /^\S{1,500}?([^\p{L}\p{N}\s])(?:O|[BIESLUMW]-\p{L}\S{0,100})$/u;

/** `HOME=/root`, `numpy==1.2`. */
const SETTING = /^[\p{L}\p{N}_.[\]-]{1,100}(?:[=~<>!:]=|=)[^=]/u;

type Found = (RegExpExecArray | null)[];

function countOf(found: Found): number {
  return found.filter((match) => match !== null).length;
}

/** The question for a file of one column whose cells may be words with their tags: `Ada:B-PER`. */
function joinedBy(lines: Iterable<string>, { layout }: RawCorpus): ReadingQuestion | undefined {
  if (layout?.columns !== 1) return undefined;
  const cells = firstLines(lines, SAMPLED_SENTENCES, isFilled).map((cell) => cell.trim());
  const [behind, before, settings] = [JOINED, TAG_FIRST, SETTING].map((joined) =>
    cells.map((cell) => joined.exec(cell)),
  ) as [Found, Found, Found];
  const words = { label: 'no, these are words without tags', settings: { tagColumn: 0, tokenColumn: 0 } };
  const [place, found] = countOf(behind) >= countOf(before) ? ['behind', behind] : ['before', before];
  const by = found.find((match) => match !== null)?.[1];
  const isTagged = cells.some((cell) => (place === 'behind' ? !/\bO$/.test(cell) : !/^O\b/.test(cell)));
  if (by !== undefined && isTagged && found.filter((match) => match?.[1] === by).length >= 0.9 * cells.length)
    return {
      what: `Is the tag of each word ${place} ${by}?`,
      reason: `The lines have one column, and look like words and tags joined by ${by}. In that case, write a tab in place of ${by}.`,
      options: [words],
    };
  const table = tableOf(cells);
  if (table !== undefined)
    return {
      what: 'Are these tokens, or rows of a table?',
      reason: `The lines have one column, and ${table}.`,
      options: [{ ...words, label: 'tokens without tags' }],
    };
  if (countOf(settings) < 0.9 * cells.length) return undefined;
  return {
    what: 'Are these settings, or tokens?',
    reason: `The lines look like names with their values, such as ${cells[0]!.slice(0, 40)}.`,
    options: [{ ...words, label: 'tokens without tags' }],
  };
}

/** Why cells of one column may be rows of a table; undefined if nothing tells so. */
function tableOf(cells: readonly string[]): string | undefined {
  if (cells.length < 2) return undefined;
  for (const by of [',', ';', '|'] as const) {
    const [first = [], ...others] = cells.map((cell) => cell.split(by));
    const areRows = others.every((row) => row.length === first.length && row.some((part) => part !== ''));
    if (first.length > 1 && areRows)
      return `each has as many parts separated by ${nameOf(by)}, as in ${cells[0]!.slice(0, 40)}`;
  }
  const below = cells.slice(1);
  return below.every(isNumber) ? `all below ${cells[0]!.slice(0, 40)} are numbers, such as ${below[0]}` : undefined;
}

/** Number of sentences examined for numbers in place of tags. */
const SAMPLED_SENTENCES = 1000;

/**
 * Rejects numbers as tags: they are not tags, or they are ids of tags whose names are in another file.
 *
 * @throws StudioError BadInput if they are not integers
 */
function checkNumbers(file: string, { sentences, tagColumn }: RawCorpus, problems: ProblemLog): void {
  const tags = new Set(sentences.slice(0, SAMPLED_SENTENCES).flatMap((sentence) => sentence.tags));
  if (tags.size === 0 || ![...tags].every((tag) => isNumber(tag) || oddNumber(tag) !== undefined)) return;
  const [example] = tags;
  if (![...tags].every((tag) => /^\d+$/.test(tag))) {
    throw new StudioError(
      'BadInput',
      `${file} has numbers such as ${example} in column ${tagColumn + 1}, where tags are expected. It may contain word vectors with fewer than 5 dimensions, or scores. Expected one token per line with its tag.`,
    );
  }
  problems.add({
    line: 0,
    severity: 'warning',
    kind: 'numbers',
    message: `The tags in column ${tagColumn + 1} are numbers, such as ${example}: each was read as a separate tag, without spans. If they stand for tags, replace them with the names of the tags; if they are not tags, choose another tag column.`,
  });
}
