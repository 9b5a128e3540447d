import { StudioError } from '../lib/errors.ts';

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
