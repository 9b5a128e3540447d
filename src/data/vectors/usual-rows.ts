import { StudioError } from '../../lib/errors.ts';
import { type EncodingReading, LEGACY_ENCODINGS, type LegacyEncoding } from '../encodings.ts';
import { encodingReading } from '../files/decode-text.ts';
import { isUtf8 } from '../files/text-lines.ts';
import { hashWord } from '../../lib/word-hash.ts';
import { encodingChoices, isMostlyUtf8 } from '../files/legacy-encodings.ts';
import {
  firstLines,
  isHeader,
  isUsual,
  ROW_SPLITS,
  type RowChoices,
  type RowForm,
  rowForm,
  usualRow,
} from '../files/vector-rows.ts';
import { requireLine } from './line-splitter.ts';
import { WordIndex } from './word-index.ts';

/** How the text of vectors is written that is not what the reader takes: UTF-8, LF, and words and numbers with spaces between. */
export interface VectorsForm {
  /** Undefined if rows are as usual, or are no rows. */
  rows: RowForm | undefined;
  encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | LegacyEncoding;
  /** What a person should know of it. */
  notes: readonly string[];
}

/** What a person may choose of the form of a text of vectors; the rest is inferred. Plain data. */
export interface VectorsChoices extends RowChoices {
  encoding?: LegacyEncoding | undefined;
}

/** How a text of vectors is read, and what a person needs to read it otherwise. Plain data. */
export interface VectorsReading {
  form: Required<RowChoices>;
  chosen: VectorsChoices;
  /** What may be between the words and the numbers: the rows are vectors with each of them. */
  splits: readonly RowForm['split'][];
  /** How the encoding was guessed or chosen; undefined: it needs no choice. */
  encoding: EncodingReading | undefined;
  /** First rows as they are written, and their words; empty: the row is left out. */
  rows: readonly (readonly [written: string, word: string])[];
}

const [CR, LF] = [0x0d, 0x0a];

/** Rows that a person sees. */
const ROWS = 5;
const WRITTEN = 60; // characters

/**
 * The form of a text of vectors, undefined if it is as usual, and how it is read, undefined if it has no rows.
 *
 * @param name for messages
 * @param head its first bytes
 * @throws StudioError BadVectors if there are numbers only
 */
export function vectorsForm(
  name: string,
  head: Uint8Array,
  choices: VectorsChoices = {},
): { form: VectorsForm | undefined; reading: VectorsReading | undefined } {
  const encoding = encodingOf(head, choices.encoding);
  const text = new TextDecoder(encoding).decode(head, { stream: true });
  const asChosen = rowForm(text, choices);
  const chosen = asChosen === undefined ? { encoding: choices.encoding } : choices; // of another file of this name
  const form = asChosen ?? rowForm(text);
  if (form?.hasWords === false) {
    throw new StudioError(
      'BadVectors',
      `${name} has rows of numbers without words. Write the word in front of each row, such as with: paste words.txt ${name} > vectors.txt`,
    );
  }
  const skipsNames = form?.hasNames === true && chosen.hasNames === true;
  const rows = form === undefined || (isUsual(form) && !skipsNames) ? undefined : form;
  const hasMacLines = head.includes(CR) && !head.includes(LF);
  const isAsUsual = rows === undefined && encoding === 'utf-8' && !hasMacLines;
  const remark = chosen.encoding === undefined ? noteOn(encoding) : [];
  return {
    form: isAsUsual ? undefined : { rows, encoding, notes: [...(rows === undefined ? [] : notesOn(rows)), ...remark] },
    reading:
      form &&
      readingOf(
        text,
        { ...form, hasNames: rows?.hasNames ?? false },
        chosen,
        encodingReading(wholeLines(head), chosen.encoding),
      ),
  };
}

function readingOf(
  text: string,
  form: RowForm,
  chosen: VectorsChoices,
  encoding: EncodingReading | undefined,
): VectorsReading {
  const { split, hasNames, isNumbered, hasCounts, words } = form;
  const lines = firstLines(text).slice(isHeader(firstLines(text)[0]!) ? 1 : 0);
  const below = lines.slice(hasNames ? 1 : 0, (hasNames ? 1 : 0) + ROWS);
  return {
    form: { split, hasNames, isNumbered, hasCounts, words: words?.name ?? 'asWritten' },
    chosen,
    splits: ROW_SPLITS.filter((other) => other === split || rowForm(text, { ...chosen, split: other })?.hasWords),
    encoding,
    rows: below.map((line) => {
      const row = usualRow(line, form) ?? line;
      return [line.slice(0, WRITTEN), row.slice(0, Math.max(0, row.indexOf(' ')))];
    }),
  };
}

/** The lines of a text in usual form. Lines that are no rows stay as they are, and words that are left out are blank lines. */
export async function* usualRows(
  chunks: AsyncIterable<Uint8Array<ArrayBuffer>>,
  { rows, encoding }: VectorsForm,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const decoder = new TextDecoder(encoding);
  const encoder = new TextEncoder();
  const seen = new WordIndex();
  let isFirst = true;

  function usual(line: string): string {
    const wasFirst = isFirst;
    if (line.trim() !== '') isFirst = false;
    if (rows === undefined) return line;
    if (wasFirst && (rows.hasNames || (rows.words !== undefined && isHeader(line)))) return '';
    const row = usualRow(line, rows);
    if (row === undefined || row === '' || rows.words === undefined) return row ?? line;
    const word = row.slice(0, row.indexOf(' '));
    return seen.add(hashWord(word)) ? row : ''; // two words that differ in what was left off
  }

  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop()!;
    requireLine(rest.length);
    if (lines.length > 0) yield encoder.encode(lines.map((line) => `${usual(line)}\n`).join(''));
  }
  for (const line of (rest + decoder.decode()).split(/\r\n?|\n/))
    if (line !== '') yield encoder.encode(`${usual(line)}\n`);
}

/** The last character of a head may be cut. */
function wholeLines(head: Uint8Array): Uint8Array {
  const end = head.lastIndexOf(LF);
  return head.subarray(0, end < 0 ? head.length : end);
}

function encodingOf(head: Uint8Array, chosen: LegacyEncoding | undefined): VectorsForm['encoding'] {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  const lines = wholeLines(head);
  if (chosen !== undefined && !isUtf8(lines)) return chosen;
  if (isMostlyUtf8(lines)) return 'utf-8';
  return encodingChoices(lines)[0]?.encoding ?? 'windows-1252';
}

function noteOn(encoding: VectorsForm['encoding']): string[] {
  if (encoding === 'utf-8' || encoding === 'utf-16le' || encoding === 'utf-16be') return [];
  return [
    `The file is not UTF-8 and was read as ${LEGACY_ENCODINGS[encoding]}. If words look wrong, choose another encoding, or save the file as UTF-8.`,
  ];
}

function notesOn({ isNumbered, hasCounts, words }: RowForm): string[] {
  return [
    ...(isNumbered ? ['Each line begins with its number, which was left off.'] : []),
    ...(hasCounts ? ['The first number of each line is how often the word occurs; it is no part of the vector.'] : []),
    ...(words === undefined ? [] : [words.note]),
  ];
}
