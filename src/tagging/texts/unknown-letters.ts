import type { TaggerModel } from '../../model/model.ts';

/** Letters of a text that a model knows in neither case. */
export interface UnknownLetters {
  /** In order of first occurrence. */
  letters: string[];
  /** Number of tokens with an unknown letter. */
  tokens: number;
}

/**
 * Collects the letters of tokens that are not in the vocabulary of a model, such as those of other scripts and languages. Case is
 * ignored, because a small corpus lacks many capitals, which does not deserve a warning.
 */
export class UnknownLettersTally {
  readonly #known: ReadonlySet<string>;
  readonly #letters = new Set<string>();
  #tokens = 0;

  constructor({ vocabulary }: Pick<TaggerModel, 'vocabulary'>) {
    this.#known = new Set(vocabulary.characters);
  }

  /** @param token a token, or any text, which then counts as one token */
  add(token: string): void {
    const unknown = (token.match(/\p{L}/gu) ?? []).filter((letter) => !this.#isKnown(letter));
    if (unknown.length === 0) return;
    unknown.forEach((letter) => this.#letters.add(letter));
    this.#tokens++;
  }

  #isKnown(letter: string): boolean {
    return [letter, letter.toLowerCase(), letter.toUpperCase()].some((form) => this.#known.has(form));
  }

  get found(): UnknownLetters {
    return { letters: [...this.#letters], tokens: this.#tokens };
  }
}
