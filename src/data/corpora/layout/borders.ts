import type { ColumnRole } from '../../column-layout.ts';
import type { Column } from './column.ts';
import type { Sample } from './sample.ts';

const END_MARKS = ['EndOfSentence', 'PySBDSegment'];

/** Whether cells mark where sentences end (HIPE). */
export function hasMarks({ profile }: Column): boolean {
  return [...profile.values.keys()].some((value) => END_MARKS.some((mark) => value.includes(mark)));
}

/** What divides the file into sentences and documents. */
export function bordersOf({ blocks }: Sample, columns: readonly Column[], given: readonly ColumnRole[]) {
  const roles = [...given];
  const hasBlankLines = (blocks.at(-1) ?? 0) > 0;
  const ids = columns
    .filter(({ index }) => roles[index] === 'sentence')
    .toSorted((a, b) => b.profile.runs - a.profile.runs);
  const isNamed = ({ index, named }: Column) => named === 'sentence' || named === roles[index];
  const unnamed = ids.filter((column) => !isNamed(column));
  const sentences = (blocks.at(-1) ?? 0) + 1;
  for (const column of unnamed) {
    const { runs, rows, runsAtStarts } = column.profile;
    const isFinest = column === ids[0];
    const isSentence = hasBlankLines ? runs >= 0.8 * sentences || runsAtStarts < 0.5 : isFinest && rows / runs <= 80;
    if (!isSentence || !isFinest) roles[column.index] = 'document';
  }
  const documents = roles.flatMap((role, c) => (role === 'document' ? c : []));
  for (const column of documents.slice(0, -1)) if (columns[column]!.named !== 'document') roles[column] = 'ignore';
  const sentence = roles.indexOf('sentence');
  const document = roles.indexOf('document');
  const index = columns.find(({ index: c, profile }) => roles[c] === 'index' && profile.restarts > 0);
  const marks = columns.find(({ index: c }) => roles[c] === 'marks');
  const values = marks === undefined ? [] : [...marks.profile.values.keys()];
  const mark = END_MARKS.find((one) => values.some((value) => value.includes(one)));
  return {
    roles,
    sentence: sentence < 0 ? undefined : sentence,
    document: document < 0 ? undefined : document,
    restart: hasBlankLines || sentence >= 0 ? undefined : index?.index,
    ends: marks === undefined || mark === undefined ? undefined : { column: marks.index, mark },
  };
}
