import { expect, test } from 'vitest';
import { matchesLine, misleadingLine, typeLine } from './list-quality.ts';

const list = { name: 'towns', names: 3, matches: 0, entities: 0, types: [], misleading: [] };

test('the matches of a list in the training data', () => {
  expect(matchesLine(list)).toBe('no match in the training data');
  expect(matchesLine({ ...list, matches: 1, entities: 1 })).toBe(
    '1 match in the training data, 100.0% of them entities',
  );
  expect(matchesLine({ ...list, matches: 1200, entities: 300 })).toContain('1,200 matches');
  expect(typeLine({ type: 'LOC', correct: 1, precision: 0.5, recall: 0.25 })).toBe(
    'LOC: precision 50.0%, recall 25.0%',
  );
});

test('misleading names are listed, if there are any', () => {
  expect(misleadingLine(list)).toBeUndefined();
  const misleading = [
    { text: 'Of', matches: 9, wrong: 9 },
    { text: 'May', matches: 3, wrong: 2 },
  ];
  expect(misleadingLine({ ...list, misleading })).toBe('Most often no entity: Of (9), May (2)');
});
