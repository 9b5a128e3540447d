import { StudioError } from '../../lib/errors.ts';
import { LEGACY_ENCODINGS, type LegacyEncoding } from '../encodings.ts';
import { hashWord } from '../../lib/word-hash.ts';
import { encodingChoices, isMostlyUtf8 } from '../files/legacy-encodings.ts';
import { isHeader, isUsual, type RowForm, rowForm, usualRow } from '../files/vector-rows.ts';
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

const [CR, LF] = [0x0d, 0x0a];

/**
 * The form of a text of vectors, undefined if it is as usual.
 *
 * @param name for messages
 * @param head its first bytes
 * @throws StudioError BadVectors if there are numbers only
 */
export function vectorsForm(name: string, head: Uint8Array): VectorsForm | undefined {
  const encoding = encodingOf(head);
  const form = rowForm(new TextDecoder(encoding).decode(head, { stream: true }));
  if (form?.hasWords === false) {
    throw new StudioError(
      'BadVectors',
      `${name} has rows of numbers without words. Write the word in front of each row, such as with: paste words.txt ${name} > vectors.txt`,
    );
  }
  const rows = form === undefined || isUsual(form) ? undefined : form;
  const hasMacLines = head.includes(CR) && !head.includes(LF);
  if (rows === undefined && encoding === 'utf-8' && !hasMacLines) return undefined;
  return { rows, encoding, notes: [...(rows === undefined ? [] : notesOn(rows)), ...noteOn(encoding)] };
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

function encodingOf(head: Uint8Array): VectorsForm['encoding'] {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  const end = head.lastIndexOf(LF);
  const lines = head.subarray(0, end < 0 ? head.length : end); // the last character may be cut
  if (isMostlyUtf8(lines)) return 'utf-8';
  return encodingChoices(lines)[0]?.encoding ?? 'windows-1252';
}

function noteOn(encoding: VectorsForm['encoding']): string[] {
  if (encoding === 'utf-8' || encoding === 'utf-16le' || encoding === 'utf-16be') return [];
  return [
    `The file is not UTF-8 and was read as ${LEGACY_ENCODINGS[encoding]}. If words look wrong, save the file as UTF-8.`,
  ];
}

function notesOn({ isNumbered, hasCounts, words }: RowForm): string[] {
  return [
    ...(isNumbered ? ['Each line begins with its number, which was left off.'] : []),
    ...(hasCounts ? ['The first number of each line is how often the word occurs; it is no part of the vector.'] : []),
    ...(words === undefined ? [] : [words.note]),
  ];
}
