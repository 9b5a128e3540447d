import { StudioError } from '../../../lib/errors.ts';

/** A workbook has rows in several sheets, so that it is no table. The caller may offer to read its cells as a document. */
export class SeveralSheetsError extends StudioError {
  /** What was found: `rows in 2 sheets (A, B)`. */
  readonly found: string;

  constructor(file: string, names: readonly string[]) {
    const found = `rows in ${names.length} sheets (${names.join(', ')})`;
    super('BadInput', `${file} has ${found}. Save the sheet to be read as a file of its own.`);
    this.found = found;
  }

  /** What is to be said if its cells are read. */
  get remark(): string {
    return `It has ${this.found}: each cell with text is a paragraph. To choose columns, save a sheet as a file of its own.`;
  }
}
