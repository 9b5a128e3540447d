import { otherSpelling } from '../../tagging/texts/other-spelling.ts';
import type { TextSentence } from '../../tagging/tagged-text.ts';
import type { TaggerModel } from '../../model/model.ts';
import type { Terminal } from '../terminal.ts';

/** Length of the beginning of an input, in characters, that is looked at. */
const LOOKED_AT = 5000;

/** Notes once if an input is not written like the training text of the model. */
export class SpellingNoter {
  readonly #terminal: Terminal;
  readonly #input: string;
  readonly #model: TaggerModel;
  /** Undefined: it has been looked at. */
  #beginning: string | undefined = '';

  constructor(terminal: Terminal, input: string, model: TaggerModel) {
    this.#terminal = terminal;
    this.#input = input;
    this.#model = model;
  }

  /** Passes sentences of the input on. They may come in several parts, each of which is looked at when it ends. */
  async *seen<Sentence extends Pick<TextSentence, 'tokens'>>(
    sentences: Iterable<Sentence> | AsyncIterable<Sentence>,
  ): AsyncGenerator<Sentence, void> {
    for await (const sentence of sentences) {
      this.#add(sentence.tokens.map(({ text }) => text));
      yield sentence;
    }
    this.#look();
  }

  /** @param texts or words of the input */
  see(texts: Iterable<string>): void {
    for (const text of texts) this.#add([text]);
    this.#look();
  }

  #add(words: readonly string[]): void {
    if (this.#beginning === undefined) return;
    this.#beginning += `${words.join(' ')} `;
    if (this.#beginning.length <= LOOKED_AT) return;
    this.#look();
    this.#beginning = undefined;
  }

  #look(): void {
    const found = this.#beginning === undefined ? undefined : otherSpelling(this.#model, this.#beginning);
    if (found === undefined) return;
    this.#terminal.note(`${this.#input}: ${found.reason}`);
    this.#beginning = undefined;
  }
}
