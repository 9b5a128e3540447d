import type { TaggerModel } from '../model/model.ts';

/** Letters of a text that a model has never seen. */
export interface UnknownLetters {
  /** In order of first occurrence. */
  letters: string[];
  /** How many tokens have any of them. */
  tokens: number;
}

/** Collects the letters of tokens that are not in the vocabulary of a model. */
export class UnknownLettersTally {
  readonly #known: ReadonlySet<string>;
  readonly #letters = new Set<string>();
  #tokens = 0;

  constructor({ vocabulary }: Pick<TaggerModel, 'vocabulary'>) {
    this.#known = new Set(vocabulary.characters);
  }

  /** @param token or any text, which then counts as one */
  add(token: string): void {
    const unknown = (token.match(/\p{L}/gu) ?? []).filter((letter) => !this.#known.has(letter));
    if (unknown.length === 0) return;
    unknown.forEach((letter) => this.#letters.add(letter));
    this.#tokens++;
  }

  get found(): UnknownLetters {
    return { letters: [...this.#letters], tokens: this.#tokens };
  }
}
