import { describe, expect, test } from 'vitest';
import { mergeLists, readNames } from './read-names.ts';

const read = (file: string, text: string) => readNames(file, new TextEncoder().encode(text));

test('a text has a name in each line', () => {
  const { lists, problems } = read('lists/Places.txt', '# of the county\nOld  Norrby\r\nSt. John’s, upper\n\nNorrby\n');
  expect(lists).toEqual([{ name: 'Places', names: ['Old Norrby', 'St. John’s, upper', 'Norrby'], longest: 15 }]);
  expect(problems).toEqual([]);
});

test.each([
  ['with a header in any order', 'a.csv', 'Type,Name\nLOC,Norrby\nPER,"Vale, Ada"\nLOC,Weir\n'],
  ['without a header', 'a.csv', 'Norrby,LOC\n"Vale, Ada",PER\nWeir,LOC\n'],
  ['with tabs', 'a.txt', 'Norrby\tLOC\nVale, Ada\tPER\nWeir\tLOC\n'],
  ['with semicolons', 'a.csv', 'Norrby;LOC\nVale, Ada;PER\nWeir;LOC\n'],
])('a table has names and types: %s', (_, file, text) => {
  expect(read(file, text).lists.toSorted((a, b) => (a.name < b.name ? -1 : 1))).toEqual([
    { name: 'LOC', names: ['Norrby', 'Weir'], longest: 6 },
    { name: 'PER', names: ['Vale, Ada'], longest: 8 },
  ]);
});

test('a table without types is one list', () => {
  expect(read('towns.csv', 'name\nNorrby\nWeir\n').lists).toEqual([
    { name: 'towns', names: ['Norrby', 'Weir'], longest: 6 },
  ]);
});

test('says which lines cannot be used, and why', () => {
  const long = 'word '.repeat(17).trim();
  const { lists, problems } = read('a.txt', `Norrby\nNORRBY\n--\nA\n${long}\n${'x'.repeat(201)}\n東\n`);
  expect(lists[0]!.names).toEqual(['Norrby', '東']);
  expect(problems.map(({ line, severity, message }) => [line, severity, message])).toEqual([
    [2, 'warning', 'Not used: the same name is in line 1.'],
    [3, 'error', 'Not used: it has neither letters nor digits.'],
    [4, 'error', 'Not used: it is a single character, which would match too often.'],
    [5, 'error', 'Not used: it has 17 words; a match has at most 16.'],
    [6, 'error', 'Not used: it has 201 characters; a name has at most 200.'],
  ]);
});

test('a file without names is an error as a whole; too many types are refused', () => {
  expect(read('a.txt', '\n\n').problems).toMatchObject([{ line: 0, severity: 'error' }]);
  const types = Array.from({ length: 42 }, (_, i) => `name ${i},type ${i}\n`).join('');
  const { lists, problems } = read('a.csv', `name,type\n${types}`);
  expect(lists).toHaveLength(40);
  expect(problems.map(({ line }) => line)).toEqual([42, 43]);
});

test('lists of one name are joined', () => {
  const all = [...read('a.csv', 'Norrby,LOC\nMio,PER\n').lists, ...read('b.csv', 'norrby,LOC\nOld Weir,LOC\n').lists];
  expect(mergeLists(all)).toEqual([
    { name: 'LOC', names: ['Norrby', 'Old Weir'], longest: 8 },
    { name: 'PER', names: ['Mio'], longest: 3 },
  ]);
});

describe('the columns of a table are those that were chosen', () => {
  const read = (file: string, text: string, chosen?: Parameters<typeof readNames>[2]) =>
    readNames(file, new TextEncoder().encode(text), chosen);
  const namesIn = ({ lists }: ReturnType<typeof read>) =>
    Object.fromEntries(lists.map(({ name, names }) => [name, names]));
  const CITIES = 'city,country\nOslo,Norway\nRome,Italy\n';

  test('lines, with and without a header', () => {
    const inferred = read('cities.csv', CITIES);
    expect(inferred.table).toEqual({
      header: ['city', 'country'],
      rows: [
        ['Oslo', 'Norway'],
        ['Rome', 'Italy'],
      ],
      columns: { names: [0], aliases: [], type: undefined, hasHeader: true },
      mayHaveHeader: true,
      isChosen: false,
    });
    const typed = read('cities.csv', CITIES, { names: [0], aliases: [], type: 1, hasHeader: true });
    expect(namesIn(typed)).toEqual({ Norway: ['Oslo'], Italy: ['Rome'] });
    expect([typed.problems, typed.table!.isChosen]).toEqual([[], true]);
    const joined = read('cities.csv', CITIES, { names: [1, 0], aliases: [], hasHeader: false });
    expect(namesIn(joined)).toEqual({ cities: ['country city', 'Norway Oslo', 'Italy Rome'] });
    expect(joined.table).toMatchObject({
      header: ['', ''],
      rows: [
        ['city', 'country'],
        ['Oslo', 'Norway'],
        ['Rome', 'Italy'],
      ],
    });
  });

  test('fields of JSON', () => {
    const json = JSON.stringify([{ id: 'Q1', name: 'Oslo', in: 'Norway' }]);
    expect(read('a.json', json).table).toMatchObject({ header: ['id', 'name', 'in'], mayHaveHeader: false });
    const chosen = read('a.json', json, { names: [2], aliases: [1], hasHeader: true });
    expect(namesIn(chosen)).toEqual({ a: ['Norway', 'Oslo'] });
  });

  test('columns that a table lacks are not read', () => {
    const chosen = { names: [4], aliases: [], hasHeader: true };
    expect(read('cities.csv', CITIES, chosen)).toEqual(read('cities.csv', CITIES));
    expect(read('towns.txt', 'Oslo\nRome\n', chosen).table).toBeUndefined();
  });
});
