import { expect, test } from 'vitest';
import { distinctRules, type Rule } from './rule.ts';

test('a rule that is added again is left out, whatever it is called', () => {
  const towns: Rule = { kind: 'names', type: 'LOC', value: 'Leeds|Oslo', before: '', after: '' };
  const after = { ...towns, before: 'in' };
  expect(distinctRules([towns, after, { ...towns, name: 'towns.txt' }])).toEqual([towns, after]);
});
