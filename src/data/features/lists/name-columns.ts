import { isUsualType } from '../../tags/usual-types.ts';

/** Which columns of a table have names, and which their types. Plain data. */
export interface ChosenColumns {
  /** One, or several that are joined: a first and a last name. */
  names: readonly number[];
  aliases: readonly number[];
  /** Undefined: the table has no types. */
  type?: number | undefined;
  /** Whether the first line names them. Fields of JSON always have names. */
  hasHeader: boolean;
}

export interface NameColumns extends ChosenColumns {
  /** Whether a reader has to be told of the choice. */
  isGuess: boolean;
}

/** Names of a column of names, the surest first. */
const NAME_HEADERS = [
  /^(?:(?:full|entity|preferred|canonical)[ _-]?)?(?:names?|entity|entities|terms?|text|surface(?:[ _-]?form)?|mention|pattern)$/i,
  /^(?!(?:file|user|first|given|fore|middle|last|sur|family|domain|alt|alternate|other)[ _-]?name)\p{L}+[ _-]?(?:name|Label)$/u,
  /^(?:city|town|village|place|location|country|region|state|company|organi[sz]ation|person|people|drug|disease|gene|product|brand|surname|last[ _-]?name|forename|first[ _-]?name|title|value|word|phrase)s?$/i,
  /^label$/i,
];
const FIRST_NAME = /^(?:first|given|fore)(?:[ _-]?names?)?$/i;
const LAST_NAME = /^(?:last|sur|family)(?:[ _-]?names?)?$/i;
const TYPE_HEADER = /^(?:(?:entity|ner|name|semantic)[ _-]?)?(?:types?|label|tag|class|category|kind)$/i;
const ALIAS_HEADER =
  /^(?:alias(?:es)?|synonyms?|aka|also[ _-]?known[ _-]?as|variants?|\w*alt_?labels?|(?:alt|alternate|alternative|other)[ _-]?names?)$/i;

const NUMBER = /^[-+]?[\d.,\s]{0,30}\d\s?%?$/;
/** Numbers of databases, and addresses. */
const CODE = /^(?:<?https?:\/\/\S{1,500}|[A-Z]{1,4}[-_:]?\d[\w-]{0,20}|[\da-f]{8}-[\da-f-]{27})$/;
const UPPER_CASE = /^[\p{Lu}][\p{Lu}\d_-]{1,30}$/u;
/** Minimum share of the cells of a column that are of a form. */
const SHARE = 0.9;
const MOST_TYPES = 40;
/** Columns of a table without a header in which types are looked for. */
const MOST_TYPED_COLUMNS = 4;

/** @param rows the first ones of the file; their cells are trimmed */
export function nameColumns(rows: readonly (readonly string[])[]): NameColumns {
  const [first = [], ...others] = rows;
  return isHeader(first, others) ? columnsByHeader(first, others) : byContents(rows);
}

/** Whether cells are types: usual ones, or in capitals and repeated. Names in capitals are rarely repeated. */
export function areTypes(cells: readonly string[]): boolean {
  const distinct = new Set(cells);
  if (distinct.size === 0 || distinct.size > MOST_TYPES) return false;
  return [...distinct].every(isUsualType) || (all(cells, UPPER_CASE) && 2 * distinct.size <= cells.length);
}

/** Whether a column is called name, or the like. */
export const isNameHeader = (cell: string) => NAME_HEADERS[0]!.test(cell);

/** Whether the first row of a table names its columns. */
export function isHeader(first: readonly string[], others: readonly (readonly string[])[]): boolean {
  const known = [...NAME_HEADERS, TYPE_HEADER, ALIAS_HEADER];
  const isKnown = (cell: string) => known.some((header) => header.test(cell)) && !UPPER_CASE.test(cell);
  const isAboveNumbers = (cell: string, c: number) => {
    const below = filled(others, c);
    return cell !== '' && !NUMBER.test(cell) && below.length > 1 && all(below, NUMBER);
  };
  const areParts = [FIRST_NAME, LAST_NAME].every((part) => first.some((cell) => part.test(cell)));
  return !first.some((cell) => NUMBER.test(cell)) && (areParts || first.some(isKnown) || first.some(isAboveNumbers));
}

/** @param header the names of the columns */
export function columnsByHeader(header: readonly string[], rows: readonly (readonly string[])[]): NameColumns {
  const columns = header.map((_, c) => c);
  const find = (pattern: RegExp, but?: number) => columns.find((c) => c !== but && pattern.test(header[c]!));
  const aliases = columns.filter((c) => ALIAS_HEADER.test(header[c]!));
  const isFree = (c: number) => !aliases.includes(c);
  const [name, named, subject, label] = NAME_HEADERS.map((pattern) =>
    columns.find((c) => isFree(c) && pattern.test(header[c]!)),
  );
  const [given, family] = [find(FIRST_NAME), find(LAST_NAME)];
  const surely = name ?? named;
  const names =
    surely !== undefined ? [surely] : given !== undefined && family !== undefined ? [given, family] : undefined;
  const other = names ?? (subject === undefined ? undefined : [subject]);
  const typed = columns.find((c) => TYPE_HEADER.test(header[c]!) && !(other ?? []).includes(c));
  // A column called label has names if no other one has, and its cells differ.
  const isNameLabel = other === undefined && label !== undefined && !isRepeating(filled(rows, label));
  const type = isNameLabel && typed === label ? find(TYPE_HEADER, label) : typed;
  const chosen =
    other ??
    (isNameLabel
      ? [label]
      : [
          textColumn(
            rows,
            columns.filter((c) => c !== type && isFree(c)),
          ),
        ]);
  const used = new Set([...chosen, ...aliases, ...(type === undefined ? [] : [type])]);
  const isNamed = name !== undefined || (names === undefined && columns.length <= 2 && type !== undefined);
  return { names: chosen, aliases, type, hasHeader: true, isGuess: !isNamed || used.size < columns.length };
}

function byContents(rows: readonly (readonly string[])[]): NameColumns {
  const width = rows.reduce((most, { length }) => Math.max(most, length), 1);
  const columns = Array.from({ length: width }, (_, c) => c);
  const texts = columns.filter((c) => {
    const cells = filled(rows, c);
    return cells.length > 0 && !areNumbers(cells);
  });
  const type = texts.length > 1 && texts.length <= MOST_TYPED_COLUMNS ? typeColumn(rows, texts) : undefined;
  const codes = columns.filter((c) => c !== type && !texts.includes(c) && !all(filled(rows, c), NUMBER));
  const rest = texts.filter((c) => c !== type);
  const name = textColumn(rows, rest.length > 0 ? rest : codes.length > 0 ? codes : columns);
  const areUsual = type === undefined || areTypes(filled(rows, type));
  const isGuess = !areUsual || width > (type === undefined ? 1 : 2);
  return { names: [name], aliases: [], type, hasHeader: false, isGuess };
}

/** The column of types of a table without a header. */
function typeColumn(rows: readonly (readonly string[])[], columns: readonly number[]): number | undefined {
  const cellsOf = new Map(columns.map((c) => [c, filled(rows, c)]));
  const usual = columns.find((c) => [...new Set(cellsOf.get(c))].every(isUsualType));
  const upper = columns.filter((c) => all(cellsOf.get(c)!, UPPER_CASE) && new Set(cellsOf.get(c)).size <= MOST_TYPES);
  const isWord = (cell: string) => /^\p{L}[\p{L}\d_-]{1,30}$/u.test(cell);
  const repeating = columns.find((c) => cellsOf.get(c)!.every(isWord) && isRepeating(cellsOf.get(c)!));
  return usual ?? (upper.length === 1 ? upper[0] : undefined) ?? repeating;
}

/** The first of the columns whose cells differ. */
function textColumn(rows: readonly (readonly string[])[], columns: readonly number[]): number {
  const isText = (c: number) => filled(rows, c).length > 0 && !areNumbers(filled(rows, c));
  const texts = columns.filter(isText);
  return texts.find((c) => !isRepeating(filled(rows, c))) ?? texts[0] ?? columns[0] ?? 0;
}

function isRepeating(cells: readonly string[]): boolean {
  const { size } = new Set(cells);
  return size <= MOST_TYPES && cells.length > 1 && 2 * size <= cells.length + 1;
}

/** Whether cells are numbers, or those of a database. */
export function areNumbers(cells: readonly string[]): boolean {
  return all(cells, NUMBER) || all(cells, CODE);
}

function filled(rows: readonly (readonly string[])[], column: number): string[] {
  return rows.flatMap((row) => (row[column] === undefined || row[column] === '' ? [] : [row[column]]));
}

function all(cells: readonly string[], pattern: RegExp): boolean {
  return cells.length > 0 && cells.filter((cell) => pattern.test(cell)).length >= SHARE * cells.length;
}
