import { expect, test } from 'vitest';
import { pdfParagraphs, readableText, type PdfItem } from './pdf-layout.ts';

const SIZE = 10;

/** Lines of text from a position downwards. */
const lines = (x: number, y: number, ...texts: string[]): PdfItem[] =>
  texts.map((text, i) => ({ text, x, y: y - 12 * i, width: 5 * text.length, size: SIZE, isRightToLeft: false }));

const COLUMN = [
  'The otters of Norrby are',
  'known for their patience',
  'with tourists who feed the',
  'wrong fish to the young',
  'ones in the early spring.',
];

test('columns are read one after the other, below a title', () => {
  const second = COLUMN.map((line) => line.replace('otters', 'badgers'));
  const page = [
    ...lines(100, 760, 'A title over both columns of the page'),
    ...lines(40, 700, ...COLUMN),
    ...lines(320, 700, ...second),
  ];
  expect(pdfParagraphs([page.toReversed()])).toEqual([
    ['A title over both columns of the page', COLUMN.join(' '), second.join(' ')],
  ]);
});

test('words that were hyphenated at the end of a line are joined; other hyphens stay', () => {
  const page = lines(40, 700, 'The chan-', 'cellor met Anna-', 'Maria of the Otter\u00AD', 'haus.');
  expect(pdfParagraphs([page])).toEqual([['The chancellor met Anna-Maria of the Otterhaus.']]);
});

test('headers and footers that are repeated are read once, and the text next to them always', () => {
  const pages = [1, 2, 3].map((n) => [
    ...lines(40, 800, 'Case of Ada Vale'),
    ...lines(40, 700, 'The same first line', `in all pages of case ${n},`, 'and in the last.'),
    ...lines(300, 30, `Page ${n}`),
  ]);
  expect(pdfParagraphs(pages)).toEqual([
    ['Case of Ada Vale', 'The same first line in all pages of case 1, and in the last.', 'Page 1'],
    ['The same first line in all pages of case 2, and in the last.'],
    ['The same first line in all pages of case 3, and in the last.'],
  ]);
});

test('a table of short cells is read by rows, and right-to-left lines from the right', () => {
  const table = [0, 1, 2, 3, 4, 5].flatMap((i) => [
    ...lines(40, 700 - 12 * i, `Name ${i}`),
    ...lines(300, 700 - 12 * i, `${i} kg`),
  ]);
  expect(pdfParagraphs([table])[0]!.join(' ')).toContain('Name 0 0 kg Name 1 1 kg');
  const item = (text: string, x: number): PdfItem => ({ text, x, y: 500, width: 30, size: SIZE, isRightToLeft: true });
  expect(pdfParagraphs([[item('السيد', 40), item('محمد', 80)]])).toEqual([['محمد السيد']]);
});

test('ligatures are read as letters, and those of lam and alef in order', () => {
  expect(readableText('\uFB01nd')).toBe('find');
  expect(readableText('\u0627\uFEF7\u0648\u0644')).toBe('\u0627\u0644\u0623\u0648\u0644');
  expect(readableText('\u0627\u0623\u0644\u0648\u0644')).toBe('\u0627\u0644\u0623\u0648\u0644');
  expect(readableText('\u0623\u0644\u0641')).toBe('\u0623\u0644\u0641');
});
