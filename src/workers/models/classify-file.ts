import type { TextTable } from '../../data/corpora/texts/text-table.ts';
import type { StoredVectors } from '../../data/vectors/stored-vectors.ts';
import { StudioError } from '../../lib/errors.ts';
import type { TaggerModel } from '../../model/model.ts';
import { classRows, writeClasses } from '../../tagging/texts/class-files.ts';
import { classifyTexts } from '../../tagging/texts/classified.ts';
import type { RecordFormat } from '../../tagging/texts/records.ts';
import { UnknownLettersTally } from '../../tagging/texts/unknown-letters.ts';
import type { TagReport } from '../wire/payloads.ts';

/** Records that are shown. */
const SHOWN = 100;
const CELL = 400; // characters

/**
 * Classifies a loaded text, or the records of a table, with a model that gives each text one class.
 *
 * @param onText called with the number of texts classified so far
 * @throws StudioError BadInput for a format of tokens; Cancelled
 */
export async function classifyFile(
  model: TaggerModel,
  stored: StoredVectors | undefined,
  { text, table }: { text: string; table: TextTable | undefined },
  format: RecordFormat | undefined,
  options: { signal: AbortSignal; onText: (done: number) => void },
): Promise<{ written: Blob[] | undefined; found: Omit<TagReport, 'file' | 'seconds'> }> {
  if (format === 'conll' || (format === 'table' && table === undefined)) {
    throw new StudioError('BadInput', 'The model gives each text one class: choose JSON lines or CSV.');
  }
  const texts = table?.records.map(({ id, value, texts: own }) => ({ id, value, text: own.join('\n') })) ?? [
    { id: '1', text },
  ];
  const classified = await classifyTexts(model, texts, stored, options);
  const file = format && writeClasses(classified, format);
  const letters = new UnknownLettersTally(model);
  const counts = new Map<string, number>();
  for (const { classes, tokens } of classified) {
    tokens.forEach((token) => letters.add(token.text));
    const [best] = classes;
    if (best !== undefined) counts.set(best.type, (counts.get(best.type) ?? 0) + 1);
  }
  const [header, ...rows] = classRows(classified, SHOWN);
  const cut = (cell: string) => (cell.length > CELL ? `${cell.slice(0, CELL)}…` : cell);
  return {
    written: file && [new Blob([file.contents])],
    found: {
      sentences: texts.length,
      tokens: classified.reduce((sum, { tokens }) => sum + tokens.length, 0),
      types: Array.from(counts, ([type, count]) => ({ type, count })).sort((a, b) => b.count - a.count),
      first: [],
      leastSure: [],
      records: table && {
        count: table.records.length,
        header: header!,
        rows: rows.map((row) => row.map(cut)),
        warning: file?.warning,
      },
      unknownLetters: letters.found,
    },
  };
}
