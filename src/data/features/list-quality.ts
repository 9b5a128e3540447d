import type { Sentence } from '../corpus.ts';
import type { NameList } from '../vocabulary/features.ts';
import { NameMatcher } from './name-matches.ts';

/** How the matches of a list compare with the entities of a corpus. */
export interface ListQuality {
  name: string;
  /** Number of names in the list. */
  names: number;
  /** Number of matches in the corpus. */
  matches: number;
  /** Matches that are entities, of any type. */
  entities: number;
  /** Types with a match, most matches first. */
  types: { type: string; correct: number; precision: number; recall: number }[];
  /** Names with the most matches that are not entities. */
  misleading: { text: string; matches: number; wrong: number }[];
}

const MISLEADING = 5;

/** Compares the matches of each list with the entities of a corpus. A match is correct if an entity has the same boundaries. */
export function listQuality(
  lists: readonly NameList[],
  sentences: readonly Pick<Sentence, 'tokens' | 'spans'>[],
): ListQuality[] {
  const matcher = new NameMatcher(lists);
  const gold = new Map<string, number>();
  const counts = lists.map(() => ({ matches: 0, entities: 0, types: new Map<string, number>() }));
  const texts = lists.map(() => new Map<string, { matches: number; wrong: number }>());
  for (const { tokens, spans } of sentences) {
    const typeOf = new Map(spans.map(({ start, end, type }) => [`${start} ${end}`, type]));
    for (const { type } of spans) gold.set(type, (gold.get(type) ?? 0) + 1);
    for (const [list, matches] of matcher.matches(tokens).entries()) {
      const count = counts[list]!;
      for (const { start, end } of matches) {
        const type = typeOf.get(`${start} ${end}`);
        count.matches++;
        if (type !== undefined) {
          count.entities++;
          count.types.set(type, (count.types.get(type) ?? 0) + 1);
        }
        const text = tokens.slice(start, end).join(' ');
        const before = texts[list]!.get(text) ?? { matches: 0, wrong: 0 };
        texts[list]!.set(text, {
          matches: before.matches + 1,
          wrong: before.wrong + (type === undefined ? 1 : 0),
        });
      }
    }
  }
  return lists.map(({ name, names }, list) => {
    const { matches, entities, types } = counts[list]!;
    return {
      name,
      names: names.length,
      matches,
      entities,
      types: [...types]
        .toSorted(([, a], [, b]) => b - a)
        .map(([type, correct]) => ({
          type,
          correct,
          precision: correct / matches,
          recall: correct / gold.get(type)!,
        })),
      misleading: [...texts[list]!]
        .map(([text, found]) => ({ text, ...found }))
        .filter(({ wrong }) => wrong > 0)
        .toSorted((a, b) => b.wrong - a.wrong)
        .slice(0, MISLEADING),
    };
  });
}
