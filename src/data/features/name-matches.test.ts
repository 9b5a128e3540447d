import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { hashedEntry } from '../vocabulary/vocabulary.ts';
import { nameKey, NameMatcher, type NameMatch } from './name-matches.ts';

const listOf = (name: string, names: string[]) => ({
  name,
  names,
  longest: Math.max(0, ...names.map((one) => nameKey(one).length)),
});

test('matches are whole entries, in any case, however the text is tokenized', () => {
  const matcher = new NameMatcher([listOf('places', ["St. John's", 'New York', 'York', 'Côte d’Ivoire'])]);
  const found = (text: string) =>
    matcher.matches(text.split(' '))[0]!.map(({ start, end }) => text.split(' ').slice(start, end).join(' '));
  expect(found("in ST. JOHN 's and St. John's .")).toEqual(["ST. JOHN 's", "St. John's"]);
  expect(found('new york , York , New Yorker')).toEqual(['new york', 'York']);
  expect(found("co\u0302te d' Ivoire")).toEqual(["co\u0302te d' Ivoire"]);
  expect(found('')).toEqual([]);
});

test('words are not joined: "to go" is not Togo', () => {
  const matcher = new NameMatcher([listOf('places', ['Togo', 'New York', '東京都'])]);
  expect(matcher.matches(['to', 'go', 'Newyork'])).toEqual([[]]);
  expect(matcher.matches(['東', '京都'])).toEqual([[{ start: 0, end: 2 }]]);
});

test('of overlapping matches the longest counts, of equally long ones the first', () => {
  const matcher = new NameMatcher([listOf('a', ['a b', 'b c d', 'd e', 'x y', 'y z'])]);
  expect(matcher.matches([...'abcde'])).toEqual([[{ start: 1, end: 4 }]]);
  expect(matcher.matches([...'xyz'])).toEqual([[{ start: 0, end: 2 }]]);
});

test('lists are matched independently; places are begin, inside, end, single', () => {
  const lists = [listOf('long', ['a b c', 'x y']), listOf('short', ['b', 'y'])];
  const places = new NameMatcher(lists).places([...'abcxyz']);
  expect(places.map((of) => [...of])).toEqual([
    [1, 2, 3, 1, 3, 0],
    [0, 4, 0, 0, 4, 0],
  ]);
});

test('hashed names match like names', () => {
  const names = ['a b', 'b c d', 'd e', 'É'];
  const hashed = { ...listOf('a', names), names: names.map((name) => hashedEntry(nameKey(name))) };
  const tokens = [...'aabcdeÉé'];
  const matcher = new NameMatcher([hashed], hashedEntry);
  expect(matcher.matches(tokens)).toEqual(new NameMatcher([listOf('a', names)]).matches(tokens));
});

test('any sentence: matches are names, do not overlap, and leave no room for another', () => {
  const word = fc.constantFrom('a', 'b', 'c');
  const words = fc.array(word, { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(fc.array(words, { maxLength: 6 }), fc.array(word, { maxLength: 12 }), (names, tokens) => {
      const list = listOf(
        'a',
        names.map((name) => name.join(' ')),
      );
      const [found] = new NameMatcher([list]).matches(tokens);
      const keys = new Set(list.names.map(nameKey));
      const isName = ({ start, end }: NameMatch) => keys.has(tokens.slice(start, end).join(' '));
      const overlaps = (a: NameMatch, b: NameMatch) => a.start < b.end && b.start < a.end;
      expect(found!.every(isName)).toBe(true);
      for (let start = 0; start < tokens.length; start++) {
        for (let end = start + 1; end <= tokens.length; end++) {
          const other = { start, end };
          const rivals = found!.filter((match) => overlaps(match, other));
          // Every name is a match, or overlaps a match that is at least as long.
          expect(!isName(other) || rivals.some((one) => one.end - one.start >= end - start)).toBe(true);
        }
      }
      for (const [i, match] of found!.entries())
        expect(found![i + 1]?.start ?? Infinity).toBeGreaterThanOrEqual(match.end);
    }),
  );
});
