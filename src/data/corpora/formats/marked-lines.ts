import { firstLines, isFilled } from '../../files/text-lines.ts';
import { anyMarksIn, BARE_NOTE, type MarksFound, otherOrEntities, withoutMarks } from '../marks.ts';
import { tableRows } from '../texts/table-rows.ts';
import { type CorpusSource, type Format, SCORES } from './format.ts';
import { corpusOfTexts, type WrittenDocument } from './texts.ts';

/** Lines examined. */
const SAMPLED_LINES = 50;

/** A text in each line, with its entities marked: `[Oslo](LOC)`. In a table, the cells of one column are the texts. */
export const markedLines: Format = {
  detect(file, lines) {
    const marks = textsIn(file, firstLines(lines, SAMPLED_LINES, isFilled)).marks;
    return marks && { score: SCORES.shape, reason: `entities are marked as in ${marks.first}` };
  },
  read(source, options) {
    const { texts, marks, left } = textsIn(source.file, [...source.lines]);
    if (left !== undefined) {
      const message = `What stands in front of each text, such as ${left}, was not read.`;
      source.problems.add({ line: 0, severity: 'warning', kind: 'columns', message });
    }
    const corpus = corpusOfTexts(source, documentsOf(source, texts, marks!), options);
    return options.scheme !== undefined || marks!.areSure ? corpus : { ...corpus, question: otherOrEntities(marks!) };
  },
};

function* documentsOf(
  { file }: CorpusSource,
  texts: readonly Line[],
  { find, areBare }: MarksFound,
): Generator<WrittenDocument, void> {
  for (const { line, text } of texts) {
    const notes = areBare && find(text).some(({ form }) => form === 'bare') ? [BARE_NOTE] : [];
    yield { line, id: file, content: { texts: [{ ...withoutMarks(text, find), notes }] } };
  }
}

interface Line {
  line: number;
  text: string;
}

/** The lines with their marks; in a table, also of tabs without a header, the cells of the column with most marks. */
function textsIn(
  file: string,
  lines: readonly string[],
): { texts: Line[]; marks?: MarksFound | undefined; left?: string } {
  const table = tableRows(file, lines.join('\n'));
  const filled = lines.flatMap((text, i) => (isFilled(text) ? [{ line: i + 1, text }] : []));
  const isTable = table !== undefined && ((table.isNamed && table.header.length > 1) || /\.(csv|tsv)$/i.test(file));
  const rows = isTable ? table.rows : filled.map(({ line, text }) => ({ line, cells: text.split('\t') }));
  const width = rows[0]?.cells.length ?? 0;
  if (width === 0 || (!isTable && (width === 1 || rows.some(({ cells }) => cells.length !== width))))
    return { texts: filled, marks: marksOfTexts(filled) };
  const columns = Array.from({ length: width }, (_, c) =>
    rows.map(({ line, cells }) => ({ line, text: cells[c] ?? '' })),
  );
  const found = columns.map((texts) => ({ texts, marks: marksOfTexts(texts) }));
  const counts = found.map(({ texts, marks }) => texts.slice(0, SAMPLED_LINES).filter(({ text }) => marks && marks.find(text).length > 0).length); // prettier-ignore
  const best = counts.indexOf(Math.max(...counts));
  const left = isTable || best === 0 ? undefined : rows[0]!.cells[0]!;
  return { ...found[best]!, ...(left && { left }) };
}

function marksOfTexts(texts: readonly Line[]): MarksFound | undefined {
  return anyMarksIn(texts.slice(0, SAMPLED_LINES).map(({ text }) => text));
}
