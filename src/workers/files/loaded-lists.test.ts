import { expect, test } from 'vitest';
import { LoadedFiles } from './loaded-files.ts';
import { file } from '../../../test/helpers/connected-worker.ts';

const never = new AbortController().signal;
const names = (loaded: LoadedFiles) => loaded.summary().files.map(({ name }) => name);

test('a table that may be a corpus becomes a list of names if that is answered, and only this one', async () => {
  const loaded = new LoadedFiles();
  const cities = file('cities.csv', 'city,country\nOslo,Norway\nRome,Italy\nLyon,France\nBonn,Germany\n');
  const people = file('people.csv', 'first_name,last_name\nAda,Vale\nMio,Bell\nIvo,Lund\nNora,Field\n');
  await loaded.add([cities, people], 'own', never, () => undefined);
  const { id, reading } = loaded.summary().files[0]!;
  const option = reading.question!.options.find(({ label }) => label.includes('list of names'))!;
  await loaded.update(id, option.settings);
  expect(names(loaded)).toEqual(['people.csv']);
  expect(loaded.summary().lists).toMatchObject([{ id, name: 'cities.csv', lists: [{ name: 'cities', names: 4 }] }]);
  loaded.remove(id);
  await loaded.restore([id], never, () => undefined);
  expect(loaded.lists.merged()[0]!.names).toEqual(['Oslo', 'Rome', 'Lyon', 'Bonn']);
});

test('lists with bullets and of YAML are lists of names', async () => {
  const loaded = new LoadedFiles();
  const bullets = file('towns.txt', '- Oslo\n- Rome\n- Old Weir\n');
  const yaml = file('names.yaml', '---\nLOC:\n  - Lyon\n  - Bonn\nPER:\n  - Ada Vale\n');
  await loaded.add([bullets, yaml], 'own', never, () => undefined);
  const read = loaded.lists.merged().map(({ name, names }) => [name, ...names]);
  expect(read).toEqual([
    ['towns', 'Oslo', 'Rome', 'Old Weir'],
    ['LOC', 'Lyon', 'Bonn'],
    ['PER', 'Ada Vale'],
  ]);
});

test('a list is read as a corpus if that is chosen, or else as a text', async () => {
  const loaded = new LoadedFiles();
  const [words, items] = [
    file('words.txt', 'Oslo\nRome\nLyon\nBonn\n'),
    file('places.txt', '- Oslo\n- New York\n- Bonn\n'),
  ];
  await loaded.add([words, items], 'own', never, () => undefined);
  const [first, second] = loaded.summary().lists.map(({ id }) => id);
  await loaded.update(first!, { isNames: false });
  expect(loaded.summary()).toMatchObject({ files: [{ id: first, name: 'words.txt' }], lists: [{ id: second }] });
  expect(loaded.summary().files[0]!.reading.settings).toEqual({ isNames: false });
  await loaded.update(second!, { isNames: false });
  expect(loaded.summary()).toMatchObject({ lists: [], texts: [{ id: second, name: 'places.txt', characters: 25 }] });
  await loaded.update(second!, { isNames: true });
  await loaded.update(first!, { isNames: true });
  expect(loaded.summary()).toMatchObject({ files: [], texts: [], lists: [{ id: second }, { id: first }] });
});
