import { hasSchemeLetter } from '../../tags/tag-style.ts';
import type { Profile } from './profile.ts';

/** Share of the rows in which a lemma is its word, or begins like it. */
const [SAME, ALIKE] = [0.5, 0.8];
/** Rows from which the second one of two columns that are alike is the lemma: tags of few rows may be alike, too. */
const MANY_ROWS = 8;

/** Columns that mostly repeat another one: of both, the one with fewer capitals, or else the second one. */
export function lemmas(rows: readonly string[][], profiles: readonly Profile[]): number[] {
  const words = profiles.flatMap(({ letters, values }, c) =>
    letters > 0.5 && values.size > 0.1 * rows.length ? c : [],
  );
  const mayBeWords = (c: number) => 2 * rows.filter((row) => hasSchemeLetter(row[c]!)).length < rows.length;
  const isMost = (share: number, fits: (row: readonly string[]) => boolean) =>
    rows.filter(fits).length >= share * rows.length;
  return words.filter((lemma) =>
    words.some((word) => {
      if (word === lemma || hasFewerCapitals(profiles[word]!, profiles[lemma]!)) return false;
      const isSame = isMost(SAME, (row) => row[word]!.toLowerCase() === row[lemma]!.toLowerCase());
      if (hasFewerCapitals(profiles[lemma]!, profiles[word]!)) return isSame;
      if (lemma < word || rows.length < MANY_ROWS || !mayBeWords(word) || !mayBeWords(lemma)) return false;
      return isSame || isMost(ALIKE, (row) => beginningOf(row[word]!) === beginningOf(row[lemma]!));
    }),
  );
}

const beginningOf = (word: string) => word.slice(0, 2).toLowerCase();

function hasFewerCapitals(lemma: Profile, word: Profile): boolean {
  const capitals = ({ values }: Profile) => [...values.keys()].filter((value) => /^\p{Lu}/u.test(value)).length;
  return capitals(lemma) < 0.5 * capitals(word);
}
