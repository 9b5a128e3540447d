import { firstLines, isFilled } from '../../files/text-lines.ts';
import { Losses } from '../layout/losses.ts';
import { isIntentTree } from '../intent-tree.ts';
import { ofCells } from '../records/kinds/intent-trees.ts';
import type { RecordContent } from '../records/record.ts';
import { ofSlotCells, type SlotColumns, slotColumnsOf } from '../records/slot-cells.ts';
import { type CorpusSource, type Format, SCORES } from './format.ts';
import { corpusOfTexts, PLACES_OF_TOKENS, type WrittenDocument } from './texts.ts';

const SAMPLED_LINES = 200;
/** Share of the lines that must have a tree. */
const MIN_SHARE = 0.9;

const cellsOf = (line: string) => line.split('\t').map(unquoted);
const hasTree = (line: string) => cellsOf(line).some(isIntentTree);

/**
 * A line for each utterance, with its tree of intents and slots in one of the cells between tabs, or its slots and their offsets; perhaps
 * below a header.
 */
export const treeLines: Format = {
  detect(_file, lines) {
    const [first = '', ...others] = firstLines(lines, SAMPLED_LINES, isFilled);
    const rows = hasTree(first) ? [first, ...others] : others;
    if (rows.length > 0 && rows.filter(hasTree).length >= MIN_SHARE * rows.length)
      return { score: SCORES.signature, reason: 'its lines have trees of intents (IN:) and slots (SL:)' };
    return (
      columnsIn(lines) && { score: SCORES.signature, reason: 'its lines have utterances with the offsets of slots' }
    );
  },
  read(source, options) {
    const losses = new Losses('lines');
    const columns = columnsIn(source.lines);
    const read = (cells: string[]) => (columns === undefined ? ofCells(cells, options) : ofSlotCells(cells, columns));
    const documents = [...documentsOf(source, losses, read)];
    const corpus = corpusOfTexts(source, documents, { ...options, ...PLACES_OF_TOKENS });
    const question = losses.question(documents.length + losses.count, options) ?? corpus.question;
    return { ...corpus, hasDocuments: false, ...(question && { question }) };
  },
};

/** The columns of slots without trees, perhaps below a header. */
function columnsIn(lines: Iterable<string>): SlotColumns | undefined {
  const rows = firstLines(lines, SAMPLED_LINES, isFilled).map(cellsOf);
  if (rows.some((row) => row.some(isIntentTree))) return undefined;
  return slotColumnsOf(rows) ?? slotColumnsOf(rows.slice(1));
}

function* documentsOf(
  { file, lines, problems }: CorpusSource,
  losses: Losses,
  read: (cells: string[]) => RecordContent | string | undefined,
): Generator<WrittenDocument, void> {
  let line = 0;
  let isFirst = true;
  for (const text of lines) {
    line++;
    if (!isFilled(text)) continue;
    const content = read(cellsOf(text));
    const isHeader = isFirst && content === undefined;
    isFirst = false;
    if (typeof content === 'object') yield { line, id: file, content };
    else if (!isHeader) {
      const message = `${content ?? 'Found no intents with slots.'} The line was skipped.`;
      problems.add({ ...losses.add(line, { message }), line, severity: 'error', kind: 'intent-trees', excerpt: text });
    }
  }
}

/** A cell without its quotes. */
function unquoted(cell: string): string {
  return /^".*"$/.test(cell) ? cell.slice(1, -1).replaceAll('""', '"') : cell;
}
