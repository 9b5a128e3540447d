import { expect, test } from 'vitest';
import { DEFAULT_TYPES } from '../../../../annotation/sets/set.ts';
import { sentence } from '../../../../annotation/testing.ts';
import { conflictView } from './conflict-view.ts';
import { comparedOf } from './testing.ts';

test('differences in one sentence are told apart by their words', () => {
  const ada = sentence('Nora Field sails to Westmark', [
    { start: 0, end: 2, type: 'PER' },
    { start: 4, end: 5, type: 'LOC' },
  ]);
  const compared = comparedOf([[ada], [sentence('Nora Field sails to Westmark')]], DEFAULT_TYPES);
  const undecided = { choices: new Map(), edited: new Map() };
  const words = compared.conflicts.map((conflict) => conflictView(compared, conflict, undecided).words);
  expect(words).toEqual(['Nora Field', 'Westmark']);
});
