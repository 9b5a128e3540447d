/** Numbers the documents of a file, from 0, while it is read in order. */
export class DocumentBorders {
  #current = 0;
  /** Whether a sentence has been read since the last border. */
  #isUsed = false;
  #id: string | undefined;
  #hasMarks = false;

  /** Whether the file has told documents apart. */
  get hasMarks(): boolean {
    return this.#hasMarks;
  }

  /** A border, such as `-DOCSTART-`: what follows belongs to the next document. Two in a row, or one at the end, add none. */
  mark(): void {
    this.#hasMarks = true;
    this.#next();
  }

  /** The document of the next sentence. @param id of its document, where the file names it; an empty one is that of before */
  ofSentence(id?: string): number {
    if (id !== undefined && id !== '') {
      this.#hasMarks = true;
      if (id !== this.#id) this.#next();
      this.#id = id;
    }
    this.#isUsed = true;
    return this.#current;
  }

  #next(): void {
    if (this.#isUsed) this.#current++;
    this.#isUsed = false;
  }
}
