import { expect, test } from 'vitest';
import { typesIn, typesOf, usualTypes } from './new-set.ts';

test('types are parsed from a list', () => {
  expect(typesIn(' PER, ORG;LOC PER ')).toEqual(['PER', 'ORG', 'LOC']);
});

test('a new set has the types of the model in use', () => {
  const of = (entityTypes: string[], predicts: 'entities' | 'classes' = 'entities') =>
    usualTypes({ predicts, entityTypes }).map(({ name }) => name);
  expect(usualTypes(undefined).map(({ name }) => name)).toEqual(['PER', 'ORG', 'LOC', 'MISC']);
  expect(of(['Drug', 'Dose'])).toEqual(['Drug', 'Dose']);
  expect(of(['LOC', 'PER'])).toEqual(['PER', 'ORG', 'LOC', 'MISC']); // the default ones, in their usual order
  expect(of(['Drug', 'Adverse effect'])).toEqual(['PER', 'ORG', 'LOC', 'MISC']); // spaces separate types
  expect(of(['good', 'bad'], 'classes')).toEqual(['PER', 'ORG', 'LOC', 'MISC']);
});

test('a new set has the types of its spans, also of refused ones', () => {
  const refused = [{ start: 0, end: 1, type: 'SHIP' }];
  expect(typesOf([{ spans: [], refused }], undefined).map(({ name }) => name)).toEqual(['SHIP']);
});
