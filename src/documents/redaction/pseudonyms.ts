import { foldedName } from './fold.ts';
import { isPersonType, type Name } from './name-matcher.ts';

/** The names of a type. */
interface Names {
  pseudonyms: Map<string, string>;
  /** Pseudonyms of the persons with a word in their name, by that word: `merkel`, `angela`. */
  bearers: Map<string, Set<string>>;
  count: number;
}

type Pseudonym = readonly [type: string, name: string, pseudonym: string];

/** Gives all spellings of a name the same pseudonym, in all documents: `[PER 1]` for Angela Merkel, MERKEL and Ángela. */
export class Pseudonyms {
  readonly #types = new Map<string, Names>();
  #fresh: Pseudonym[] = [];

  /** @param known of earlier documents */
  constructor(known: readonly Pseudonym[] = []) {
    for (const [type, name, pseudonym] of known) {
      const names = this.#of(type);
      names.count = Math.max(names.count, Number(/ (\d+)\]$/.exec(pseudonym)?.[1] ?? 0));
      this.#keep(type, name, pseudonym);
    }
    this.#fresh = [];
  }

  /** What a later run must know, since the last call: also those of documents that could not be written. */
  takeFresh(): Pseudonym[] {
    return this.#fresh.splice(0);
  }

  /** Names full names before their parts, so that a surname that comes first is that of the person. */
  nameAll(names: readonly Name[]): void {
    const full = names.filter(({ text }) => foldedName(text).includes(' '));
    for (const name of [...full, ...names]) this.of(name);
  }

  of({ type, text }: Name): string {
    const names = this.#of(type);
    const name = foldedName(text) || text;
    const known = names.pseudonyms.get(name);
    if (known !== undefined) return known;
    const bearers = isPersonType(type) ? names.bearers.get(name) : undefined;
    const pseudonym = bearers?.size === 1 ? [...bearers][0]! : `[${type} ${++names.count}]`;
    this.#keep(type, name, pseudonym);
    return pseudonym;
  }

  #of(type: string): Names {
    const names = this.#types.get(type) ?? { pseudonyms: new Map(), bearers: new Map(), count: 0 };
    this.#types.set(type, names);
    return names;
  }

  #keep(type: string, name: string, pseudonym: string): void {
    const { pseudonyms, bearers } = this.#of(type);
    pseudonyms.set(name, pseudonym);
    this.#fresh.push([type, name, pseudonym]);
    const words = name.split(' ');
    if (words.length < 2) return;
    for (const word of [words[0]!, words.at(-1)!]) bearers.set(word, (bearers.get(word) ?? new Set()).add(pseudonym));
  }
}
