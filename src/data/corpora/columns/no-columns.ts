import { StudioError } from '../../../lib/errors.ts';
import type { ColumnLayout } from '../../column-layout.ts';
import { LIMITS } from '../../files/limits.ts';
import type { ProblemLog } from '../../files/problem-log.ts';
import { firstLines, isFilled } from '../../files/text-lines.ts';
import { hasSchemeLetter } from '../../tags/tag-style.ts';
import { rejectBracketedTypes } from '../doubts/other-formats.ts';
import { looksLikeRunningText, RunningTextError } from '../doubts/running-text.ts';
import { roleOfName } from '../layout/names.ts';
import { isPlain } from '../layout/sample.ts';
import { isTextName, isUnspacedText } from '../texts/text-fields.ts';
import { ALL, rareSeparators, splitColumns } from './split-columns.ts';

/** In characters. */
const LONG_LINE = 20_000;

/** Minimum words of a cell that counts as text. */
const MIN_WORDS_OF_TEXT = 3;
/** Share of cells with spaces from which on a column has short texts, not tokens. */
const SPACED_SHARE = 0.4;

/** Lines examined to recognize running text. */
const SAMPLED_LINES = 1000;

/** @throws StudioError BadInput if the lines are sentences, not columns */
export function rejectRunningText(
  file: string,
  lines: Iterable<string>,
  { columns, separator, items }: ColumnLayout,
): void {
  if (items !== undefined) return;
  const filled = firstLines(lines, SAMPLED_LINES).filter(isFilled);
  const isText =
    separator === ' ' &&
    (2 * filled.filter((line) => isUnspacedText(line) && !/\s/.test(line.trim())).length > filled.length ||
      looksLikeRunningText(filled.map((line) => splitColumns(shortened(line), separator, ALL))));
  if (!isText && columns <= LIMITS.columns.max) return;
  rejectBracketedTypes(file, lines);
  throw new RunningTextError(file);
}

/** The first and last part of a long line, enough to detect running text. */
function shortened(line: string): string {
  return line.length > LONG_LINE ? `${line.slice(0, LONG_LINE / 2)} ${line.slice(-LONG_LINE / 2)}` : line;
}

/** @throws StudioError BadInput if the header names offsets, but no words: spans whose text is in another file */
export function rejectOffsetsAlone(file: string, { header = [] }: ColumnLayout): void {
  const names = header.map(roleOfName);
  if (names.includes('token') || names.filter((name) => name === 'offset').length < 2) return;
  throw new StudioError(
    'BadInput',
    `${file} has offsets of spans (${header.join(', ')}), but not the words or texts they refer to. Expected one token per row with its tag, or texts with their spans.`,
  );
}

/**
 * @throws StudioError BadInput if a column contains whole texts, as in a table for text classification. Beside tags of a scheme, texts in
 * another column than that of the tokens are notes.
 */
export function rejectTexts(
  file: string,
  lines: Iterable<string>,
  { separator, tokenColumn, tagColumn, isTagged, columns, header }: ColumnLayout,
): void {
  if (separator === ' ' || columns < 2) return;
  const split = firstLines(lines, SAMPLED_LINES, isPlain).map((line) => splitColumns(line, separator));
  const sampled = split.filter(({ length }) => length > 1); // `EOS` ends a sentence
  const isNamed = header !== undefined || sampled[0]?.some(isTextName);
  const rows = isNamed ? sampled.slice(1) : sampled;
  const hasTags = isTagged && rows.filter((row) => hasSchemeLetter(row[tagColumn] ?? '')).length >= 0.9 * rows.length;
  const areTexts = (column: number) => {
    const cells = rows.flatMap((row) => row[column]?.trim() || []);
    const texts = cells.filter((cell) => splitColumns(cell, ' ').length >= MIN_WORDS_OF_TEXT || isUnspacedText(cell));
    return 2 * texts.length > cells.length && (column === tokenColumn || 2 * new Set(texts).size > cells.length);
  };
  const candidates = Array.from({ length: hasTags ? 0 : columns }, (_, column) => column);
  // Tokens with spaces are usual in tables with tabs, as in Vietnamese; short texts are usual in others.
  const words = separator === '\t' || hasTags ? [] : rows.flatMap((row) => row[tokenColumn]?.trim() || []);
  const haveSpaces = words.filter((word) => /\S\s\S/.test(word)).length > SPACED_SHARE * words.length;
  const found = haveSpaces ? tokenColumn : [tokenColumn, ...candidates].find(areTexts);
  if (found === undefined) return;
  throw new StudioError(
    'BadInput',
    `${file} has a text in each row (column ${found + 1}), not a token. Expected one token per row, with its tag. The texts can be tagged (tagsmith tag) or annotated. If a column has the class of each text, name it with --class-field NAME.`,
  );
}

/** Lines from which it is no chance that they have the same character. */
const FEWEST_LINES = 5;

/** Tells what may separate columns, where each line was read as one word. */
export function reportSeparator(lines: Iterable<string>, problems: ProblemLog): void {
  const sample = firstLines(lines, SAMPLED_LINES, isPlain);
  const [separator] = sample.length < FEWEST_LINES ? [] : rareSeparators(sample);
  if (separator === undefined) return;
  const message = `Each line was read as one word, but nearly all have ${separator}. If it separates words from tags, replace it with a tab.`;
  problems.add({ line: 0, severity: 'warning', kind: 'columns', message });
}
