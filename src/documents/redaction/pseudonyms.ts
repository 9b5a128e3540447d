import { foldedName } from './fold.ts';
import { shiftDate } from './dates.ts';
import { isPersonType, type Name } from './name-matcher.ts';
import { substituteOf, type OwnNames } from './substitutes.ts';

/** The names of a type. */
interface Names {
  pseudonyms: Map<string, string>;
  /** Pseudonyms of the persons with a word in their name, by that word: `merkel`, `angela`. */
  bearers: Map<string, Set<string>>;
  count: number;
}

type Pseudonym = readonly [type: string, name: string, pseudonym: string];

/** Before the type of what is replaced by invented names. */
const AS_NAME = 'name: ';
const SHIFT = 'shift';
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
    let next = substituteOf(type, names.count, this.#own);
    while (next !== undefined && this.#isTaken(names, next)) next = substituteOf(type, ++names.count, this.#own);
    if (next === undefined) return this.of({ type, text });
    names.count++;
    const surname = isPersonType(type) && !name.includes(' ') ? next.split(' ').slice(1).join(' ') : '';
    const made = surname || next;
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

  /** Whether a word of it is in a name that is replaced, or it was given to another one. */
  #isTaken({ pseudonyms }: Names, made: string): boolean {
    const words = foldedName(made).split(' ');
    for (const [original, own] of pseudonyms) {
      if (own === made || original.split(' ').some((word) => words.includes(word))) return true;
    }
    return false;
  }

  /** What a later run must know, since the last call: also those of documents that could not be written. */
  takeFresh(): Pseudonym[] {
    return this.#fresh.splice(0);
  }

  /** Names full names before their parts, so that a surname that comes first is that of the person. */
  nameAll(names: readonly Name[], how: 'of' | 'substitute'): void {
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
