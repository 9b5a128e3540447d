import { expect, test } from 'vitest';
import { readNames } from '../../../../data/features/read-names.ts';
import { columnsInWords, nameRole, withNameRole, type NameRole } from './name-roles.ts';

const tableOf = (file: string, text: string) => readNames(file, new TextEncoder().encode(text)).table!;
const CITIES = tableOf('cities.csv', 'id,city,country,aka\n1,Oslo,Norway,Kristiania\n2,Rome,Italy,Roma\n');

test('the columns that were taken are said in words', () => {
  expect(columnsInWords(CITIES)).toBe('names from city, other names from aka');
  expect(columnsInWords(tableOf('a.tsv', 'Oslo\tLOC\nAda Vale\tPER\n'))).toBe(
    'names from column 1, types from column 2',
  );
  const people = tableOf('a.csv', 'last_name,first_name\nVale,Ada\nBell,Mio\n');
  expect(columnsInWords(people)).toBe('names from first_name and last_name');
});

test.each<[column: number, role: NameRole, words: string]>([
  [2, 'name', 'names from country, other names from aka'],
  [2, 'part', 'names from city and country, other names from aka'],
  [2, 'type', 'names from city, other names from aka, types from country'],
  [2, 'alias', 'names from city, other names from country and aka'],
  [3, 'unused', 'names from city'],
  [3, 'name', 'names from aka'],
  [1, 'unused', 'names from city, other names from aka'],
  [1, 'type', 'names from city, other names from aka'],
])('column %i as %s: %s', (column, role, words) => {
  expect(columnsInWords({ ...CITIES, columns: withNameRole(CITIES.columns, column, role) })).toBe(words);
});

test('every role can be given, and is the one that is shown', () => {
  const roles = (columns: typeof CITIES.columns) => CITIES.header.map((_, column) => nameRole(columns, column));
  expect(roles(CITIES.columns)).toEqual(['unused', 'name', 'unused', 'alias']);
  const both = withNameRole(CITIES.columns, 2, 'part');
  expect(roles(both)).toEqual(['unused', 'name', 'part', 'alias']);
  expect(roles(withNameRole(both, 1, 'type'))).toEqual(['unused', 'type', 'name', 'alias']);
  expect(roles(withNameRole(withNameRole(both, 0, 'type'), 3, 'type'))).toEqual(['unused', 'name', 'part', 'type']);
});
