import { fold, foldedWords, type FoldedWord } from './fold.ts';

/** A name that was replaced. */
export interface Name {
  type: string;
  text: string;
}

/** A name, or a part of a person's name, in a text. Offsets as in `BlockRange`. */
export interface NameMatch {
  start: number;
  end: number;
  type: string;
}

interface Pattern {
  words: readonly string[];
  type: string;
  /** Letters with their accents, if words that differ in them are other words. */
  exact: string | undefined;
  /** Whether the word must look like a name, or be written as one was: it may be another word as well. */
  isSingle: boolean;
}

const PERSON = /^(per|pers|person|persons|people|name|patient|doctor|first.?name|last.?name|given.?name|surname)$/i;
/** Shortest single word and shortest number that is looked for elsewhere. Each character of these scripts is a word. */
const SHORTEST = 3;
const SHORTEST_NUMBER = 4;
const UNSPACED = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/u;
/** Accents distinguish words of Vietnamese: Văn, Vấn, Vân. */
const VIETNAMESE = /[ăđơư\u1EA0-\u1EF9]/iu;
/** Words within names of persons that are no names. */
const PARTICLES = new Set('von van der den del della dos das ibn bin bint abu the und and mac'.split(' '));
/** Conjunctions, prepositions and the article, which Arabic writes together with the next word. */
const ARABIC_PREFIX = /^[\u0648\u0641]?[\u0628\u0644\u0643]?(\u0627\u0644)?(?=[\u0621-\u064A]{3})/u;

/** Whether a name of this type is that of a person, whose parts are names as well. */
export function isPersonType(type: string): boolean {
  return PERSON.test(type);
}

/**
 * Finds names in texts, whatever their case and accents, and the parts of names of persons. A single word counts only where it looks like a
 * name: it begins with a capital, is part of an address, or its script has no capitals; or where it is written as one of the names.
 */
export class NameMatcher {
  readonly #byFirstWord = new Map<string, Pattern[]>();
  /** Names of one word, as written. */
  readonly #written = new Set<string>();

  constructor(names: readonly Name[]) {
    const seen = new Set<string>();
    for (const { type, text } of names) {
      const words = foldedWords(text);
      this.#add(type, words, seen);
      if (words.length === 1) this.#written.add(words[0]!.text);
      for (const part of partsOf(type, words)) this.#add(type, [part], seen);
    }
  }

  #add(type: string, words: readonly FoldedWord[], seen: Set<string>): void {
    const folded = words.map((word) => word.folded);
    const joined = folded.join(' ');
    const [first] = folded;
    if (first === undefined || seen.has(joined)) return;
    const isSingle = words.length === 1;
    const least = /^\p{N}+$/u.test(joined) ? SHORTEST_NUMBER : UNSPACED.test(words[0]!.text) ? 2 : SHORTEST;
    if (joined.length < least) return;
    seen.add(joined);
    const exact = isSingle && VIETNAMESE.test(words[0]!.text) ? accented(words[0]!.text) : undefined;
    const pattern = { words: folded, type, exact, isSingle };
    this.#byFirstWord.set(first, [...(this.#byFirstWord.get(first) ?? []), pattern]);
  }

  /** Occurrences in a text, the longest at each place, without overlap. */
  find(text: string): NameMatch[] {
    if (this.#byFirstWord.size === 0) return [];
    const words = foldedWords(text);
    const found: NameMatch[] = [];
    for (let i = 0; i < words.length; i++) {
      const match = this.#at(text, words, i);
      if (match === undefined) continue;
      found.push({ start: match.start, end: words[i + match.count - 1]!.end, type: match.type });
      i += match.count - 1;
    }
    return found;
  }

  #at(
    text: string,
    words: readonly FoldedWord[],
    i: number,
  ): { start: number; count: number; type: string } | undefined {
    const word = words[i]!;
    for (const [first, start] of spellingsOf(word)) {
      const [longest] = (this.#byFirstWord.get(first) ?? [])
        .filter((pattern) => fits(pattern, text, words, i, this.#written))
        .toSorted((a, b) => b.words.length - a.words.length);
      if (longest !== undefined) return { start, count: longest.words.length, type: longest.type };
    }
    return undefined;
  }
}

/**
 * The words of a name that are names by themselves: all of a person, the last of another short name, which may be a person that
 * the model has mistaken for an organisation.
 */
function partsOf(type: string, words: readonly FoldedWord[]): FoldedWord[] {
  if (words.length < 2 || words.every(({ text }) => UNSPACED.test(text))) return [];
  const isName = ({ text }: FoldedWord) => !PARTICLES.has(text.toLowerCase()) && !/^\p{Ll}/u.test(text);
  if (isPersonType(type)) return words.filter(isName);
  const last = words.at(-1)!;
  return words.length <= 3 && words.every(isName) && last.folded.length > SHORTEST ? [last] : [];
}

/** A word, and the same without what Arabic writes together with it. */
function spellingsOf({ folded, text, start }: FoldedWord): [folded: string, start: number][] {
  const prefix = ARABIC_PREFIX.exec(text)?.[0] ?? '';
  return prefix === ''
    ? [[folded, start]]
    : [
        [folded, start],
        [fold(text.slice(prefix.length)), start + prefix.length],
      ];
}

function fits(
  { words, exact, isSingle }: Pattern,
  text: string,
  found: readonly FoldedWord[],
  at: number,
  written: ReadonlySet<string>,
): boolean {
  if (!isSingle) return words.every((word, k) => k === 0 || found[at + k]?.folded === word);
  const word = found[at]!;
  if (exact !== undefined && VIETNAMESE.test(text) && accented(word.text) !== exact) return false;
  if (!/^\p{Ll}/u.test(word.text) || written.has(word.text)) return true;
  return (
    /[@_/=-]$|[\p{L}\p{N}]\.$/u.test(text.slice(Math.max(0, word.start - 2), word.start)) ||
    /^[@_/=-]|^\.[\p{L}\p{N}]/u.test(text.slice(word.end, word.end + 2))
  );
}

function accented(word: string): string {
  return word.normalize('NFC').toLowerCase();
}
