import type { ColumnLayout, ColumnRole } from '../column-layout.ts';
import type { ReadingQuestion } from '../corpus.ts';

/** Roles that the values of a small file and of a large one may show differently. */
const FEW_TELL: readonly ColumnRole[] = ['feature', 'layer', 'ignore', 'marks'];

/** The form of a file of columns, as it is inferred without any settings: files that a program writes in the same way have the same form. */
export function formOfColumns(layout: ColumnLayout, question: ReadingQuestion | undefined): string {
  const { separator, items, columns, header, outside } = layout;
  const roles = layout.roles.map((role) => (FEW_TELL.includes(role) ? 'other' : role));
  return JSON.stringify({ separator, items, columns, header, roles, outside, question: question?.what });
}

/** The form of a file of JSON objects. @param record the first one */
export function formOfRecord(record: object | undefined): string {
  return JSON.stringify(Object.keys(record ?? {}).toSorted());
}
