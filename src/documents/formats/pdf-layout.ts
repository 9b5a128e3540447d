/** A stretch of text on a page, as pdf.js returns it. Points from the lower left corner; `y` is that of the baseline. */
export interface PdfItem {
  text: string;
  x: number;
  y: number;
  width: number;
  /** Size of the font. */
  size: number;
  isRightToLeft: boolean;
}

/** The letters of a stretch of text: ligatures and Arabic forms as letters, and in order where pdf.js turns the ligature of lam and alef around. */
export function readableText(text: string): string {
  return text
    .replaceAll(/[\uFB00-\uFDFF\uFE70-\uFEFC]+/g, (forms) => forms.normalize('NFKC'))
    .replaceAll(/\u0627([\u0622\u0623\u0625])\u0644/g, '\u0627\u0644$1'); // no word has two of alef in a row
}

/** A line of a page. */
interface Line {
  text: string;
  x: number;
  end: number;
  y: number;
  size: number;
}

/** Narrowest gap between columns, in sizes of the font. */
const COLUMN_GAP = 1;
/** Fewest lines of a column, and characters of its lines on average: others are tables and forms, which are read by rows. */
const COLUMN_LINES = 5;
const COLUMN_CHARACTERS = 15;
/** Distance of lines beyond which there may be columns only above or only below, in sizes of the font. */
const BAND_GAP = 1.5;
/** Distance of lines beyond which a paragraph begins, relative to the usual distance. */
const PARAGRAPH_GAP = 1.35;
/** Most lines at the top and at the bottom of a page that may be repeated, and the space that sets them apart, in sizes of the font. */
const MARGIN_LINES = 2;
const MARGIN_GAP = 1.8;

/** The paragraphs of a document by page. Lines that are repeated at the top or bottom of pages are in the first of them only. */
export function pdfParagraphs(pages: readonly (readonly PdfItem[])[]): string[][] {
  const visible = pages.map((items) => items.filter(({ text }) => text.trim() !== ''));
  const margins = visible.map(marginsOf);
  const repeated = repeatedKeys(margins);
  const seen = new Set<string>();
  return visible.map((items, i) => {
    const gone = new Set(
      margins[i]!.flatMap(({ key, row }) => {
        const isFirst = !seen.has(key);
        seen.add(key);
        return repeated.has(key) && !isFirst ? row : [];
      }),
    );
    const own = new Set(margins[i]!.flatMap(({ row }) => row));
    const [top, bottom] = [margins[i]!.filter(({ isTop }) => isTop), margins[i]!.filter(({ isTop }) => !isTop)];
    const linesOfMargin = (margin: readonly Margin[]) =>
      margin.flatMap(({ row }) => (gone.has(row[0]!) ? [] : [lineOf(row).text]));
    const body = paragraphsOf(linesOf(items.filter((item) => !own.has(item))));
    return [...linesOfMargin(top), ...body, ...linesOfMargin(bottom)];
  });
}

/** A line at the top or bottom of a page, with space between it and the text. */
interface Margin {
  row: readonly PdfItem[];
  /** Equal for lines at the same place with the same text, apart from numbers. */
  key: string;
  isTop: boolean;
}

function marginsOf(items: readonly PdfItem[]): Margin[] {
  const rows = itemRows(items);
  const isApart = (i: number) => rows[i]![0]!.y - rows[i + 1]![0]!.y > MARGIN_GAP * rows[i]![0]!.size;
  const marginOf = (row: readonly PdfItem[], isTop: boolean): Margin => {
    const { text, y } = lineOf(row);
    return { row, key: `${Math.round(y / 4)} ${text.replaceAll(/\d+/g, '#')}`, isTop };
  };
  if (rows.length < 2 + MARGIN_LINES) return [];
  const top = rows.slice(0, MARGIN_LINES).findLastIndex((_, i) => isApart(i)) + 1;
  const last = rows.length - 1;
  const bottom = [1, 0].find((more) => isApart(last - 1 - more)) ?? -1;
  return [
    ...rows.slice(0, top).map((row) => marginOf(row, true)),
    ...rows.slice(rows.length - 1 - bottom).map((row) => marginOf(row, false)),
  ];
}

/** The lines of a text in reading order. */
function linesOf(items: readonly PdfItem[]): Line[] {
  const parts = columnsOf(items) ?? bandsOf(items);
  return parts === undefined ? rowsOf(items) : parts.flatMap(linesOf);
}

/** Items left and right of a vertical gap through all of them; undefined without columns. */
function columnsOf(items: readonly PdfItem[]): [PdfItem[], PdfItem[]] | undefined {
  const size = median(items.map((item) => item.size));
  const byStart = items.toSorted((a, b) => a.x - b.x);
  let end = -Infinity;
  for (const [i, item] of byStart.entries()) {
    if (i > 0 && item.x - end >= COLUMN_GAP * size) {
      const [left, right] = [byStart.slice(0, i), byStart.slice(i)];
      if ([left, right].every(isColumn)) {
        const isReversed = items.filter(({ isRightToLeft }) => isRightToLeft).length > items.length / 2;
        const inLeft = new Set(left);
        const columns = [items.filter((one) => inLeft.has(one)), items.filter((one) => !inLeft.has(one))] as const;
        return isReversed ? [columns[1], columns[0]] : [...columns];
      }
    }
    end = Math.max(end, item.x + item.width);
  }
  return undefined;
}

function isColumn(items: readonly PdfItem[]): boolean {
  const rows = rowsOf(items);
  const characters = rows.reduce((sum, { text }) => sum + text.length, 0);
  return rows.length >= COLUMN_LINES && characters / rows.length >= COLUMN_CHARACTERS;
}

/** Items above and below the largest vertical distance; undefined if all lines are close. */
function bandsOf(items: readonly PdfItem[]): [PdfItem[], PdfItem[]] | undefined {
  const rows = items.toSorted((a, b) => b.y - a.y);
  let [best, at] = [BAND_GAP * median(items.map(({ size }) => size)), -1];
  for (let i = 1; i < rows.length; i++) {
    const distance = rows[i - 1]!.y - rows[i]!.y;
    if (distance > best) [best, at] = [distance, i];
  }
  return at < 0 ? undefined : [rows.slice(0, at), rows.slice(at)];
}

/** Lines of items with the same baseline, from top to bottom. */
function rowsOf(items: readonly PdfItem[]): Line[] {
  return itemRows(items).map(lineOf);
}

function itemRows(items: readonly PdfItem[]): PdfItem[][] {
  const rows: PdfItem[][] = [];
  for (const item of items.toSorted((a, b) => b.y - a.y)) {
    const row = rows.at(-1);
    if (row !== undefined && Math.abs(row[0]!.y - item.y) < 0.5 * Math.max(row[0]!.size, item.size)) row.push(item);
    else rows.push([item]);
  }
  return rows;
}

function lineOf(row: readonly PdfItem[]): Line {
  const isReversed = row.filter(({ isRightToLeft }) => isRightToLeft).length > row.length / 2;
  const sorted = row.toSorted((a, b) => (isReversed ? b.x - a.x : a.x - b.x));
  let text = '';
  let last: PdfItem | undefined;
  for (const item of sorted) {
    const gap = last === undefined ? 0 : isReversed ? last.x - item.x - item.width : item.x - last.x - last.width;
    text += last !== undefined && gap > 0.15 * item.size && !/\s$/.test(text) ? ` ${item.text}` : item.text;
    last = item;
  }
  const end = Math.max(...row.map(({ x, width }) => x + width));
  const { y, size } = sorted[0]!;
  return { text: text.replaceAll(/\s+/g, ' ').trim(), x: Math.min(...row.map(({ x }) => x)), end, y, size };
}

function paragraphsOf(lines: readonly Line[]): string[] {
  const distances = lines.slice(1).map(({ y }, i) => lines[i]!.y - y);
  const usual = median(distances.filter((distance) => distance > 0));
  const paragraphs: string[] = [];
  lines.forEach((line, i) => {
    const before = lines[i - 1];
    const distance = before === undefined ? Infinity : before.y - line.y;
    const isNew =
      before === undefined ||
      distance > PARAGRAPH_GAP * usual ||
      (distance < 0 && !isContinued(before.text)) || // the next column
      Math.abs(line.size - before.size) > 0.1 * before.size ||
      (line.x - before.x > line.size && /^\p{Lu}/u.test(line.text) && distance > 0);
    if (isNew) paragraphs.push(line.text);
    else paragraphs.push(joined(paragraphs.pop()!, line.text));
  });
  return paragraphs;
}

function isContinued(text: string): boolean {
  return !/[.!?:]["”»’)]?$/.test(text);
}

/** Two lines of a paragraph; a hyphen at the end of a line is removed before a small letter. */
function joined(before: string, line: string): string {
  if (/\p{L}[\u00AD]$/u.test(before)) return before.slice(0, -1) + line;
  if (/\p{L}[-\u2010]$/u.test(before)) return /^\p{Ll}/u.test(line) ? before.slice(0, -1) + line : before + line;
  return `${before} ${line}`;
}

/** Lines that at least half of the pages have in their margins. */
function repeatedKeys(pages: readonly (readonly Margin[])[]): Set<string> {
  const counts = new Map<string, number>();
  for (const key of pages.flatMap((margins) => [...new Set(margins.map((margin) => margin.key))]))
    counts.set(key, (counts.get(key) ?? 0) + 1);
  const least = Math.max(3, pages.length / 2);
  return new Set([...counts].filter(([, count]) => count >= least).map(([key]) => key));
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}
