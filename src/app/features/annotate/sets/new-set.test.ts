import { expect, test } from 'vitest';
import { typesIn } from './new-set.ts';

test('types are parsed from a list', () => {
  expect(typesIn(' PER, ORG;LOC PER ')).toEqual(['PER', 'ORG', 'LOC']);
});
