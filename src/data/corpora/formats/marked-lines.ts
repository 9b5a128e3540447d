import { firstLines, isFilled } from '../../files/text-lines.ts';
import { BARE_NOTE, marksIn, marksOf, otherOrEntities, withoutMarks } from '../marks.ts';
import { tableRows, type TableRows } from '../texts/table-rows.ts';
import { type CorpusSource, type Format, SCORES } from './format.ts';
import { corpusOfTexts, type WrittenDocument } from './texts.ts';

/** Lines examined. */
const SAMPLED_LINES = 50;

/** A text in each line, with its entities marked: `[Oslo](LOC)`. In a table, the cells of one column are the texts. */
export const markedLines: Format = {
  detect(_file, lines) {
    const marks = marksIn(firstLines(lines, SAMPLED_LINES, isFilled));
    return marks && { score: SCORES.shape, reason: `entities are marked as in ${marks.first}` };
  },
  read(source, options) {
    const corpus = corpusOfTexts(source, documentsOf(source), options);
    if (options.scheme !== undefined) return corpus;
    const marks = marksIn(firstLines(source.lines, SAMPLED_LINES, isFilled))!;
    return marks.areSure ? corpus : { ...corpus, question: otherOrEntities(marks) };
  },
};

/** A text in each line, or in each row of a table, with its entities marked. */
function* documentsOf({ file, lines }: CorpusSource): Generator<WrittenDocument, void> {
  for (const { line, text } of textsOf(file, [...lines])) {
    const notes = marksOf(text).some(({ form }) => form === 'bare') ? [BARE_NOTE] : [];
    yield { line, id: file, content: { texts: [{ ...withoutMarks(text), notes }] } };
  }
}

/** The lines; in a table, the cells of the column with most marks. */
function textsOf(file: string, lines: readonly string[]): { line: number; text: string }[] {
  const table = tableRows(file, lines.join('\n'));
  if (table === undefined || (table.header.length === 1 && !/\.(csv|tsv)$/i.test(file)))
    return lines.flatMap((text, i) => (isFilled(text) ? [{ line: i + 1, text }] : []));
  const column = markedColumn(table);
  return table.rows.map(({ line, cells }) => ({ line, text: cells[column] ?? '' }));
}

/** The column of a table with most marks. */
export function markedColumn({ header, rows }: TableRows): number {
  const counts = header.map((_, c) => rows.filter(({ cells }) => marksOf(cells[c] ?? '').length > 0).length);
  return counts.indexOf(Math.max(...counts));
}
