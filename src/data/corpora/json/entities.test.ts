import { describe, expect, test } from 'vitest';
import { jsonEntities, locateTokens } from './entities.ts';

describe('locateTokens', () => {
  test('finds the tokens in order', () => {
    expect(locateTokens(' an an\u00a0😀 an.', ['an', 'an', '😀', 'an', '.'])?.offsets).toEqual([
      { start: 1, end: 3 },
      { start: 4, end: 6 },
      { start: 7, end: 9 },
      { start: 10, end: 12 },
      { start: 12, end: 13 },
    ]);
  });

  test.each([
    ['a b', ['b', 'a']],
    ['said "x"', ['said', '``', 'x']],
    ['not to be', ['not', 'be']],
  ])('returns undefined if the text has other characters: %j, %j', (text, tokens) => {
    expect(locateTokens(text, tokens)).toBeUndefined();
  });
});

test('jsonEntities adds offsets if the text is known', () => {
  const spans = [{ type: 'LOC', start: 1, end: 3 }];
  const tokens = ['in', 'New', 'York'];
  expect(jsonEntities(spans, tokens)).toEqual([{ type: 'LOC', first: 1, last: 2, text: 'New York' }]);
  expect(jsonEntities(spans, tokens, locateTokens('in New  York', tokens))).toEqual([
    { type: 'LOC', first: 1, last: 2, text: 'New  York', start: 3, end: 12 },
  ]);
  const text = '😀 in New York 😀';
  const [entity] = jsonEntities([{ type: 'LOC', start: 2, end: 4 }], [], locateTokens(text, text.split(' ')));
  expect([...text].slice(entity!.start, entity!.end).join('')).toBe('New York'); // what a Python slice returns
});
