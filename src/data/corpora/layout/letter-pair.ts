import type { TagForm } from '../../column-layout.ts';
import { mostFrequent } from '../../tags/tag-detect.ts';
import type { Column } from './column.ts';
import type { Profile } from './profile.ts';
import { PLAIN_FORM } from './tag-cells.ts';

interface LetterPair {
  letters: number;
  types: number;
  form: TagForm;
}

/** A column of letters and one of types: outside together, in an entity together. */
export function letterPair(
  rows: readonly string[][],
  columns: readonly Column[],
  tokenColumn: number,
): LetterPair | undefined {
  for (const { index: letters, profile, structural } of columns) {
    const letter = outsideOf(profile);
    if (letter === undefined || structural !== undefined || letters === tokenColumn) continue;
    const isOutside = (row: readonly string[]) => row[letters] === letter;
    for (const { index: types, tags: other, structural: otherRole } of columns) {
      if (
        types === letters ||
        types === tokenColumn ||
        otherRole !== undefined ||
        !['entities', 'labels'].includes(other.kind) ||
        other.lettered > 0
      )
        continue;
      const outside = mostFrequent(countsOf(rows.filter(isOutside).map((row) => row[types]!)));
      const agree = rows.filter((row) => isOutside(row) === (row[types] === outside)).length;
      if (outside === undefined || agree < 0.99 * rows.length) continue;
      return {
        letters,
        types,
        form: {
          ...PLAIN_FORM,
          typeColumn: types,
          outsideLetter: letter,
          outsideType: outside,
          ...(letter === '' && { isEmptyOutside: true }),
        },
      };
    }
  }
  return undefined;
}

/** The outside cell of a column in which all others are letters of a scheme. */
function outsideOf({ values }: Profile): string | undefined {
  const others = [...values.keys()].filter((value) => !LETTERS.has(value));
  return others.length === 1 && values.size > 1 && values.size <= 1 + LETTERS.size ? others[0] : undefined;
}

const LETTERS: ReadonlySet<string> = new Set('BIESLUMWbieslumw');

function countsOf(cells: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const cell of cells) counts.set(cell, (counts.get(cell) ?? 0) + 1);
  return counts;
}
