/** A word and its values as a line of text: each value is read back as the same float32. */
export function lineOf(word: string, values: Float32Array | readonly (number | string)[]): string {
  return `${word} ${values.join(' ')}\n`;
}

/** Encodes lines of words and values, as a text file of word2vec has them. */
export class VectorLines {
  readonly header: Uint8Array<ArrayBuffer>;
  readonly #encoder = new TextEncoder();

  constructor(words: number, dimensions: number) {
    this.header = this.#encoder.encode(`${words} ${dimensions}\n`);
  }

  encode(lines: readonly string[]): Uint8Array<ArrayBuffer> {
    return this.#encoder.encode(lines.join(''));
  }
}
