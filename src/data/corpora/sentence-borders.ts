import type { ColumnLayout } from '../column-layout.ts';

/** How a table writes that a cell is as in the row before. */
const MISSING = /^(nan|null|none|)$/i;

/** Where sentences begin and end besides blank lines, for successive rows. */
export class SentenceBorders {
  readonly #layout: Pick<ColumnLayout, 'sentenceColumn' | 'restartColumn' | 'ends'>;
  #id = '';
  #number = -Infinity;

  constructor(layout: Pick<ColumnLayout, 'sentenceColumn' | 'restartColumn' | 'ends'>) {
    this.#layout = layout;
  }

  /** Whether the row has another sentence id than the row before, or its token numbers begin again. */
  startsSentence(columns: readonly string[]): boolean {
    const { sentenceColumn, restartColumn } = this.#layout;
    if (restartColumn !== undefined) {
      const number = Number(/\d+$/.exec(columns[restartColumn]!)?.[0] ?? this.#number + 1);
      const restarts = number <= this.#number;
      this.#number = number;
      return restarts;
    }
    if (sentenceColumn === undefined) return false;
    const id = columns[sentenceColumn]!;
    const isNew = id !== this.#id && !MISSING.test(id);
    if (isNew) this.#id = id;
    return isNew;
  }

  endsSentence(columns: readonly string[]): boolean {
    const { ends } = this.#layout;
    return ends !== undefined && columns[ends.column]!.includes(ends.mark);
  }
}
