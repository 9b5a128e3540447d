/**
 * Counts the rows and columns of a worksheet in Office Open XML. The reference of a row and a cell is optional: without it, they follow the one
 * before (ECMA-376, part 1, §18.3.1.73 and §18.3.1.4).
 */
export class CellPositions {
  /** From 1; 0 before the first row. */
  row = 0;
  /** From 1; 0 before the first cell of a row. */
  column = 0;

  /** @param reference `12` */
  enterRow(reference: string | undefined): void {
    this.row = /^\d+$/.test(reference ?? '') ? Number(reference) : this.row + 1;
    this.column = 0;
  }

  /** @param reference `AB12`; its row is that of `enterRow` */
  enterCell(reference: string | undefined): void {
    const [letters] = /^[A-Z]{1,7}/i.exec(reference ?? '') ?? []; // more than a sheet has
    this.column = letters === undefined ? this.column + 1 : columnOf(letters);
  }

  /** The reference of the current cell. */
  get reference(): string {
    return `${lettersOf(this.column)}${this.row}`;
  }
}

/** The number of a column, from 1: that of `AB` is 28. */
function columnOf(letters: string): number {
  return Array.from(letters.toUpperCase()).reduce((sum, letter) => 26 * sum + letter.charCodeAt(0) - 64, 0);
}

function lettersOf(column: number): string {
  let letters = '';
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  }
  return letters;
}
