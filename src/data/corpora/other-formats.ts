import { StudioError } from '../../lib/errors.ts';

/** How text files begin that have lines, and columns of a kind, but no token a line. */
const OTHERS: readonly [RegExp, name: string][] = [
  [/^\s*<\?xml\s/, 'an XML document'],
  [/^\s*<!doctype\s/i, 'an HTML page'],
  [/^\{\\rtf/, 'an RTF document'],
  [/^\d+\|t\|/, 'PubTator annotations'],
  [/^T\d+\t\S+ \d+ \d+(;\d+ \d+)*\t/, 'BRAT annotations, which stand apart from their text'],
];

/** @throws StudioError BadInput for a text in a known format that is not read */
export function refuseOtherFormats(file: string, lines: readonly string[]): void {
  const first = lines.find((line) => line.trim() !== '') ?? '';
  const format = /\.(md|markdown)$/i.test(file)
    ? 'a Markdown document'
    : OTHERS.find(([start]) => start.test(first))?.[1];
  if (format === undefined) return;
  throw new StudioError(
    'BadInput',
    `${file} is ${format}. Expected CoNLL columns (one token a line with its tag), JSON lines or CoNLL-U: convert it to one of them first.`,
  );
}

/** A cell that begins as a list of strings does in Python: not the token `"["`. */
const LIST = /(?:^|[,;\t]) *"?\[ *['"](?![,;\t]|$)/;

/** Lines in which lists are looked for. */
const SAMPLED_LINES = 100;

/**
 * Refuses tables with a sentence a row, its tags in one cell.
 *
 * @throws StudioError BadInput where half of the lines have a list in a cell
 */
export function refuseSentenceRows(file: string, lines: readonly string[]): void {
  const sample = lines.slice(0, SAMPLED_LINES);
  const first = sample.findIndex((line) => LIST.test(line));
  const filled = sample.filter((line) => line.trim() !== '');
  if (first < 0 || 2 * filled.filter((line) => LIST.test(line)).length < filled.length) return;
  throw new StudioError(
    'BadInput',
    `${file} has a whole sentence a row: a cell of line ${first + 1} is a list. Expected a row for each token, with its tag: split the lists (in pandas, with ast.literal_eval and explode), or write JSON lines with "tokens" and "tags".`,
  );
}
