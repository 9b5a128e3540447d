import { decodeHead } from '../files/decode-text.ts';
import { rareSeparators, splitColumns } from '../corpora/columns/split-columns.ts';
import { isUsualType } from '../tags/usual-types.ts';
import { BULLET, GROUP } from './lists/name-lines.ts';
import { looksLikeJsonNames } from './lists/looks-like-json-names.ts';

/** Bytes at the start of a file that are examined. */
const HEAD = 64 * 1024;
const MIN_LINES = 3;
const MOST_WORDS = 6;
const MOST_CHARACTERS = 80;
/** Minimum share of the lines that are short, distinct, and do not end like a sentence. */
const SHARE = 0.9;
/** Minimum share of distinct last words in lines of several words; in files of columns, the last word is a tag. */
const DISTINCT_ENDS = 0.3;
/** Maximum share of blank lines; a corpus has one after each sentence. */
const BLANK_SHARE = 0.05;

/** Minimum share of names of several words in a table. */
const SEVERAL = 0.2;
/** Columns of GeoNames: latitude and longitude are the fifth and the sixth. */
const GEO_NAMES = 19;
/** Share of lines that are sentences without a full stop, above which lines are a text. */
const PROSE_SHARE = 0.5;

/** Largest share of distinct values of a column that repeats them. */
const REPEATED = 0.4;

/** Maximum size of JSON, which is parsed as a whole. */
const MOST_JSON = 4 << 20;
/** Columns that may stand beside names in a list. */
const BESIDE =
  /^(?:|id|item|uri|url|qid|index|type|label|class|category|alias(?:es)?|synonyms?|alt_?names?|counts?|freq(?:uency)?|rank|population)$/i;

const TAG = /^[BIESLUMW][-_:.]\S|\S[-_:.][BIESLUMW]$/;

const FILE_NAME = /gazetteer|lexicon|(^|[^\p{L}])(names|lists?)([^\p{L}]|$)/iu;

/**
 * Whether a file is a list of names: a `.csv` or `.tsv` with the header `name`, and with nothing else but types, further names, numbers and
 * addresses; JSON of names; or lines with a name each. Lines must be short, distinct and not blank, and begin with a capital letter unless the
 * file name indicates a list.
 */
export function looksLikeNames(file: string, bytes: Uint8Array): boolean {
  const [, extension = ''] = /\.(csv|tsv|txt|lst|list|gaz|dic|json|jsonl|ndjson|ya?ml|md)$/i.exec(file) ?? [];
  const isJson = /^(json|jsonl|ndjson)$/i.test(extension);
  if (extension === '' || (isJson && bytes.length > MOST_JSON)) return false;
  const text = decodeHead(isJson ? bytes : bytes.subarray(0, HEAD));
  if (isJson) return looksLikeJsonNames(text, (name) => isShort(name) && isCapital(name));
  const lines = text.split(/\r\n|\n|\r(?!\n)/);
  if (bytes.length > HEAD) lines.pop(); // may be incomplete
  while (lines.at(-1)?.trim() === '') lines.pop();
  const written = lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('# '));
  const outline = namesInOutline(written);
  if (/^(ya?ml|md)$/i.test(extension) && outline === undefined) return false;
  if (/^md$/i.test(extension) && !FILE_NAME.test(file)) return false; // other ones are documents
  const filled = outline ?? written;
  const hasFewBlanks = outline !== undefined || lines.length - written.length <= BLANK_SHARE * lines.length + 1;
  if (hasFewBlanks && isTableOfNames(file, filled)) return true;
  if (/^[ct]sv$/i.test(extension)) return hasNameHeader(lines.find((line) => !/^\uFEFF?sep=.$/i.test(line)) ?? '');
  const rows = filled.map((line) => splitColumns(line, ' '));
  const several = rows.filter(({ length }) => length > 1).map((row) => row.at(-1)!);
  const isName = (line: string) => isShort(line) && (FILE_NAME.test(file) || isCapital(line));
  return (
    filled.length >= MIN_LINES &&
    hasFewBlanks &&
    filled.filter(isName).length >= SHARE * filled.length &&
    new Set(filled).size >= SHARE * filled.length &&
    new Set(several).size >= DISTINCT_ENDS * several.length &&
    !isTable(filled) &&
    (FILE_NAME.test(file) || filled.filter(isProse).length < PROSE_SHARE * filled.length)
  );
}

/**
 * The names in lines that all have a bullet, perhaps below lines with their types; undefined for other lines. In YAML, an item with a colon is an
 * object, and in Markdown, one with brackets a link or a task.
 */
function namesInOutline(lines: readonly string[]): string[] | undefined {
  const items = lines.filter((line) => line !== '---' && !GROUP.test(line));
  const areItems = items.length > 0 && items.every((line) => BULLET.test(line) && !/:\s|[[\]{}]/.test(line));
  return areItems ? items.map((line) => line.replace(BULLET, '')) : undefined;
}

/** Whether a line of four words or more has two in lower case: `Ada lives in Norrby`, and not `Bank of England`. */
function isProse(line: string): boolean {
  const words = splitColumns(line, ' ');
  return words.length > 3 && words.filter((word) => /^\p{Ll}+$/u.test(word)).length > 1;
}

function isShort(line: string): boolean {
  return (
    splitColumns(line, ' ').length <= MOST_WORDS &&
    line.length <= MOST_CHARACTERS &&
    !line.includes('\t') &&
    !/[!?;:。！？।؟]$|\p{Ll}{3,}\.$/u.test(line)
  );
}

const isCapital = (line: string) => /^["'‘“(]?[\p{Lu}\p{Lt}\p{Lo}\p{N}]/u.test(line);

/** Whether lines are names of several words with usual types, whatever their order, or places of GeoNames. Tokens have no spaces. */
function isTableOfNames(file: string, lines: readonly string[]): boolean {
  if (lines.length < MIN_LINES) return false;
  return ['\t', ',', ';', '|'].some((separator) => {
    const rows = lines.map((line) => splitColumns(line, separator));
    const width = rows[0]!.length;
    if (rows.some(({ length }) => length !== width)) return false;
    const [first, second] = [0, 1].map((c) => rows.map((row) => row[c] ?? ''));
    if (width === GEO_NAMES && separator === '\t')
      return first!.every((id) => /^\d+$/.test(id)) && rows.every((row) => [row[4]!, row[5]!].every(isDegrees));
    const names = width !== 2 ? [] : second!.every(isUsualType) ? first! : first!.every(isUsualType) ? second! : [];
    const severalWords = names.filter((name) => name.includes(' ')).length;
    return (
      new Set(names).size >= SHARE * lines.length && (FILE_NAME.test(file) || severalWords >= SEVERAL * lines.length)
    );
  });
}

const isDegrees = (cell: string) => /^-?\d{1,3}(\.\d+)?$/.test(cell);

/** Whether lines have equally many cells, and a column as tables of tokens have. `Vale, Ada` is a name. */
function isTable(lines: readonly string[]): boolean {
  return [',', ';', '|', ' ', ...rareSeparators(lines)].some((separator) => {
    const rows = lines.map((line) => splitColumns(line, separator));
    const { length: columns } = rows[Math.floor(rows.length / 2)]!; // not of the header
    const fitting = rows.filter(({ length }) => length === columns);
    if (columns < 2 || fitting.length < SHARE * rows.length) return false;
    const cells = Array.from({ length: columns }, (_, c) => fitting.map((row) => row[c]!));
    if (cells.some((column) => areAllTags(column) || areAllTags(column.slice(1)))) return true; // perhaps below a name
    const repeating = cells.filter((column) => new Set(column).size <= REPEATED * column.length);
    if (separator !== ' ') return repeating.length > 0;
    // First names are repeated as well.
    const areNumbers = (column: readonly string[]) =>
      column.filter((cell) => /^\d+(\.\d+)?$/.test(cell)).length >= SHARE * column.length;
    const areTags = (column: readonly string[]) => new Set(column.filter((cell) => TAG.test(cell))).size > 1;
    return repeating.some(areTags) || (repeating.length > 0 && cells.some(areNumbers));
  });
}

/** Whether cells are tags, and not all outside. */
function areAllTags(cells: readonly string[]): boolean {
  return cells.every((cell) => TAG.test(cell) || cell === 'O') && cells.some((cell) => cell !== 'O');
}

function hasNameHeader(line: string): boolean {
  const separator = ['\t', ';', '|'].find((one) => line.includes(one)) ?? ',';
  const columns = splitColumns(line.replace(/^\uFEFF/, ''), separator);
  const names = columns.filter((column) => /^names?$/i.test(column) || /^[a-z]+Label$/.test(column));
  return names.length > 0 && (columns.length <= 2 || columns.every((one) => names.includes(one) || BESIDE.test(one)));
}
