import { foldedName } from './fold.ts';
import { shiftDate } from './dates.ts';
import { isPersonType, type Name } from './name-matcher.ts';
import { substituteOf, type OwnNames } from './substitutes.ts';

/** The names of a type. */
interface Names {
  pseudonyms: Map<string, string>;
  /** Pseudonyms of the persons with a word in their name, by that word: `merkel`, `angela`. */
  bearers: Map<string, Set<string>>;
  /** All pseudonyms, and the words of all names: nothing is replaced by one of these. */
  made: Set<string>;
  words: Set<string>;
  count: number;
}

type Pseudonym = readonly [type: string, name: string, pseudonym: string];

/** Before the type of what is replaced by invented names. */
const AS_NAME = 'name: ';
const SHIFT = 'shift';
/** Names of a list that are tried for one name. A list may have only words of names that are replaced. */
const MOST_TRIES = 2000;
const LEAST_DAYS = 30;
const MOST_DAYS = 365;

/** Days to shift dates by, not close to 0. */
function randomShift(): number {
  const [random, sign] = crypto.getRandomValues(new Uint32Array(2)) as unknown as [number, number];
  return (LEAST_DAYS + (random % (MOST_DAYS - LEAST_DAYS))) * (sign % 2 === 0 ? 1 : -1);
}

/** In capitals if the other is. */
const inCaseOf = (text: string, made: string) =>
  text.length > 1 && text === text.toUpperCase() && text !== text.toLowerCase() ? made.toUpperCase() : made;

function addWords({ words }: Names, name: string): void {
  for (const word of name.split(' ')) words.add(word);
}

/** Gives all spellings of a name the same pseudonym, in all documents: `[PER 1]` for Angela Merkel, MERKEL and Ángela. */
export class Pseudonyms {
  readonly #types = new Map<string, Names>();
  #fresh: Pseudonym[] = [];

  readonly #own: OwnNames;

  /** @param known of earlier documents @param own names to replace others by */
  constructor(known: readonly Pseudonym[] = [], own: OwnNames = {}) {
    this.#own = own;
    for (const [type, name, pseudonym] of known) {
      const names = this.#of(type);
      names.count = type.startsWith(AS_NAME)
        ? names.count + 1
        : Math.max(names.count, Number(/ (\d+)\]$/.exec(pseudonym)?.[1] ?? 0));
      this.#keep(type, name, pseudonym);
    }
    this.#fresh = [];
  }

  /** An invented name of the same kind, with the parts of persons' names: Angela Merkel is Alva Abelsund, Merkel is Abelsund. */
  substitute({ type, text }: Name): string {
    const key = `${AS_NAME}${type}`;
    const names = this.#of(key);
    const name = foldedName(text) || text;
    const known = names.pseudonyms.get(name) ?? this.#partOf(type, names, name);
    if (known !== undefined) return inCaseOf(text, known);
    addWords(names, name);
    const next = this.#nextSubstitute(type, names);
    if (next === undefined) return this.of({ type, text });
    const surname = isPersonType(type) && !name.includes(' ') ? next.split(' ').slice(1).join(' ') : '';
    const made = surname !== '' && !names.made.has(surname) ? surname : next;
    this.#keep(key, name, made);
    return inCaseOf(text, made);
  }

  /** A date, shifted by the same number of days in all documents; a label if it is none. */
  shifted({ type, text }: Name): string {
    const { pseudonyms } = this.#of(SHIFT);
    const known = pseudonyms.get('days');
    const days = known ?? String(randomShift());
    if (known === undefined) this.#keep(SHIFT, 'days', days);
    return shiftDate(text, Number(days)) ?? `[${type}]`;
  }

  /** The part of an invented name for the first or the last word of a person's. */
  #partOf(type: string, { pseudonyms, bearers }: Names, name: string): string | undefined {
    const whole = isPersonType(type) ? bearers.get(name) : undefined;
    if (whole?.size !== 1) return undefined;
    const [made] = [...whole];
    const isLast = [...pseudonyms].some(([original, own]) => own === made && original.endsWith(` ${name}`));
    const [first = '', ...last] = made!.split(' ');
    return (isLast ? last.join(' ') : first) || made;
  }

  /** The next name that was not given to another one, and has no word of a name that is replaced; undefined: none was found. */
  #nextSubstitute(type: string, names: Names): string | undefined {
    const isTaken = (made: string) =>
      names.made.has(made) ||
      foldedName(made)
        .split(' ')
        .some((word) => names.words.has(word));
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const made = substituteOf(type, names.count++, this.#own);
      if (made === undefined || !isTaken(made)) return made;
    }
    return undefined;
  }

  /** What a later run must know, since the last call: also those of documents that could not be written. */
  takeFresh(): Pseudonym[] {
    return this.#fresh.splice(0);
  }

  /**
   * Names full names before their parts, so that a surname that comes first is that of the person. No name is replaced by one of these or
   * by a word of one.
   */
  nameAll(names: readonly Name[], how: 'of' | 'substitute'): void {
    if (how === 'substitute')
      for (const { type, text } of names) addWords(this.#of(`${AS_NAME}${type}`), foldedName(text));
    const full = names.filter(({ text }) => foldedName(text).includes(' '));
    for (const name of [...full, ...names]) this[how](name);
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
    const names = this.#types.get(type) ?? {
      pseudonyms: new Map(),
      bearers: new Map(),
      made: new Set(),
      words: new Set(),
      count: 0,
    };
    this.#types.set(type, names);
    return names;
  }

  #keep(type: string, name: string, pseudonym: string): void {
    const names = this.#of(type);
    const { pseudonyms, bearers } = names;
    pseudonyms.set(name, pseudonym);
    names.made.add(pseudonym);
    addWords(names, name);
    this.#fresh.push([type, name, pseudonym]);
    const words = name.split(' ');
    if (words.length < 2) return;
    for (const word of [words[0]!, words.at(-1)!]) bearers.set(word, (bearers.get(word) ?? new Set()).add(pseudonym));
  }
}
