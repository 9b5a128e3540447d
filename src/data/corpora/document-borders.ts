import type { JsonObject } from './json/values.ts';

/** Numbers the documents of a file, from 0, while it is read in order. */
export class DocumentBorders {
  #current = 0;
  /** Whether a sentence has been read since the last border. */
  #isUsed = false;
  #id: string | undefined;
  #hasMarks = false;

  /** Whether the file has marked any documents so far. */
  get hasMarks(): boolean {
    return this.#hasMarks;
  }

  /** Starts a new document, at a border such as `-DOCSTART-`. Repeated borders, or one at the end, add no empty document. */
  mark(): void {
    this.#hasMarks = true;
    this.#next();
  }

  /** The document of the next sentence. @param id document id in the file, if there is one; empty: the same as before */
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

const DOCUMENT_FIELDS = ['document_id', 'doc_id', 'document', 'doc', 'dialogue_id', 'dialog_id', 'conversation_id'];

/** The document id of a JSON object. */
export function documentId(value: JsonObject): string | undefined {
  for (const field of DOCUMENT_FIELDS) {
    const id = value[field];
    if (typeof id === 'string' || typeof id === 'number') return String(id);
  }
  return undefined;
}
