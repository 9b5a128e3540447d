import { PLACES, type NameList } from '../vocabulary/features.ts';
import { plainPunctuation } from '../vocabulary/word-keys.ts';

/** Maximum length of a match, in tokens. */
export const MAX_TOKENS = 16;

/** Rows of a list's embedding. */
export const PLACE = { outside: 0, begin: 1, inside: 2, end: 3, single: 4 } as const;

/** Tokens `[start, end)` that match a name. */
export interface NameMatch {
  start: number;
  end: number;
}

/** Maximum number of cached keys. */
const MOST_KEYS = 50_000;

/** A letter or digit of a script that puts spaces between words. */
const IN_WORD = String.raw`(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}])[\p{L}\p{M}\p{N}]`;
const ENDS_IN_WORD = new RegExp(`${IN_WORD}$`, 'u');
const BEGINS_IN_WORD = new RegExp(`^${IN_WORD}`, 'u');
const OUTER_SPACE = new RegExp(`^ | $|(?<!${IN_WORD}) | (?!${IN_WORD})`, 'gu');

/**
 * The comparison key of a name: lower case, with spaces only between two words, so that it does not depend on how punctuation is
 * tokenized: `st.john's`.
 */
export function nameKey(name: string): string {
  return plainPunctuation(name.normalize('NFC').toLowerCase()).replace(/\s+/gu, ' ').replace(OUTER_SPACE, '');
}

/** The key of a token, and whether it needs a space before or after other words. */
interface TokenKey {
  key: string;
  beginsInWord: boolean;
  endsInWord: boolean;
}

/** Finds the names of lists in sentences. */
export class NameMatcher {
  /** Indices of the lists that contain a name, by its entry. */
  readonly #listsOf = new Map<string, number[]>();
  readonly #lists: number;
  readonly #keys = new Map<string, TokenKey>();
  readonly #longest: number;
  readonly #entry: ((key: string) => string) | undefined;

  /** @param entry converts keys to the entries of the lists, if these are hashed */
  constructor(lists: readonly NameList[], entry?: (key: string) => string) {
    this.#lists = lists.length;
    this.#longest = Math.max(0, ...lists.map(({ longest }) => longest));
    this.#entry = entry;
    for (const [i, { names }] of lists.entries()) {
      for (const name of names) {
        const key = entry === undefined ? nameKey(name) : name;
        const known = this.#listsOf.get(key);
        if (known === undefined) this.#listsOf.set(key, [i]);
        else if (known.at(-1) !== i) known.push(i);
      }
    }
  }

  /**
   * The matches of each list, of whole entries. Of overlapping matches, the longest is kept; on a tie, the earliest (Chiu & Nichols 2016
   * §2.4, without partial matches).
   *
   * @returns the matches of each list, in sentence order
   */
  matches(tokens: readonly string[]): NameMatch[][] {
    const found: NameMatch[][] = Array.from({ length: this.#lists }, () => []);
    const keys = tokens.map((token) => this.#keyOf(token));
    for (let start = 0; start < keys.length; start++) {
      let key = '';
      const last = Math.min(keys.length, start + MAX_TOKENS);
      for (let end = start + 1; end <= last; end++) {
        const token = keys[end - 1]!;
        key += keys[end - 2]?.endsInWord === true && token.beginsInWord && key !== '' ? ` ${token.key}` : token.key;
        if (key.length > this.#longest) break;
        const lists = this.#listsOf.get(this.#entry?.(key) ?? key);
        if (lists !== undefined) for (const list of lists) found[list]!.push({ start, end });
      }
    }
    return found.map(withoutOverlaps);
  }

  #keyOf(token: string): TokenKey {
    const known = this.#keys.get(token);
    if (known !== undefined) return known;
    if (this.#keys.size === MOST_KEYS) this.#keys.clear();
    const key = nameKey(token);
    const made = { key, beginsInWord: BEGINS_IN_WORD.test(key), endsInWord: ENDS_IN_WORD.test(key) };
    this.#keys.set(token, made);
    return made;
  }

  /** The position of each token in the matches of each list: [lists][T], values of `PLACE`. */
  places(tokens: readonly string[]): Int32Array[] {
    return this.matches(tokens).map((matches) => {
      const places = new Int32Array(tokens.length);
      for (const { start, end } of matches) {
        places.fill(PLACE.inside, start, end);
        places[start] = PLACE.begin;
        places[end - 1] = end - start === 1 ? PLACE.single : PLACE.end;
      }
      return places;
    });
  }
}

/** Whether a token with this row of a list's embedding is the last of a match. */
export function endsMatch(row: number): boolean {
  const place = row % PLACES;
  return place === PLACE.end || place === PLACE.single;
}

function withoutOverlaps(found: readonly NameMatch[]): NameMatch[] {
  if (found.length < 2) return [...found];
  const byLength = found.toSorted((a, b) => b.end - b.start - (a.end - a.start) || a.start - b.start);
  const chosen: NameMatch[] = [];
  for (const match of byLength) {
    if (chosen.every(({ start, end }) => match.end <= start || match.start >= end)) chosen.push(match);
  }
  return chosen.toSorted((a, b) => a.start - b.start);
}
