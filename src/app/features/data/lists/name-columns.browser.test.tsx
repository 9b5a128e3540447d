import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { mountApp } from '../../../../../test/app/mounted-app.tsx';
import { useOf } from '../../../stores/file-use.ts';
import { useWorkspaceStore } from '../../../stores/workspace.ts';
import { addFiles, reloadFiles, removeFile } from '../../../files/files.ts';

test('what the columns of a table of names hold is shown and can be changed, also after a reload', async () => {
  await mountApp();
  await addFiles([new File(['name,type,rank\nOslo,LOC,1\nAda Vale,PER,2\nRome,LOC,3\n'], 'towns.csv')]);
  const list = () => useWorkspaceStore.getState().workspace.lists.find(({ name }) => name === 'towns.csv')!;
  const read = (words: string) => page.getByText(`Read: ${words}`, { exact: true });
  await read('names from name, types from type').click();
  expect(list().lists.map(({ name }) => name)).toEqual(['LOC', 'PER']);
  await userEvent.selectOptions(page.getByLabelText('Column 3 of towns.csv'), 'type');
  await expect.element(read('names from name, types from rank')).toBeVisible();
  await userEvent.selectOptions(page.getByLabelText('Column 2 of towns.csv'), 'added to name');
  await expect.element(read('names from name and type, types from rank')).toBeVisible();
  expect(list().lists.map(({ name }) => name)).toEqual(['1', '2', '3']);
  const chosen = useOf(list());
  await removeFile(list().id, 'towns.csv');
  await reloadFiles([chosen]);
  await expect.element(read('names from name and type, types from rank')).toBeVisible();
  await read('names from name and type, types from rank').click();
  await page.getByLabelText('The first line names the columns').click();
  await expect.element(read('names from column 1 and column 2, types from column 3')).toBeVisible();
  expect(list().lists.map(({ name }) => name)).toEqual(['rank', '1', '2', '3']);
});

test('a table that may be a corpus is a list of names if that is answered, also after a reload, and a list a corpus', async () => {
  await mountApp();
  await addFiles([
    new File(['city,country\nOslo,Norway\nRome,Italy\nLyon,France\nBonn,Germany\n'], 'cities.csv'),
    new File(['Oslo\nRome\nLyon\nBonn\n'], 'places.txt'),
  ]);
  const kinds = () => {
    const { files, lists } = useWorkspaceStore.getState().workspace;
    const own = (all: readonly { name: string }[]) =>
      all.map(({ name }) => name).filter((name) => /^(cities|places)/.test(name));
    return [own(files), own(lists)];
  };
  const question = page.getByRole('region', { name: 'Question about cities.csv' });
  await question.getByRole('button', { name: /list of names/ }).click();
  await expect.poll(kinds).toEqual([[], ['places.txt', 'cities.csv']]);
  await expect.element(page.getByText('Read: names from city', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Read places.txt as a corpus or a text' }).click();
  await expect.poll(kinds).toEqual([['places.txt'], ['cities.csv']]);

  const { files, lists } = useWorkspaceStore.getState().workspace;
  const own = [...files, ...lists].filter(({ name }) => /^(cities|places)/.test(name));
  const uses = own.map(useOf);
  for (const { id, name } of own) await removeFile(id, name);
  await reloadFiles(uses);
  await expect.poll(kinds).toEqual([['places.txt'], ['cities.csv']]);
  await page.getByRole('button', { name: 'Details of places.txt' }).click();
  await page.getByRole('button', { name: 'Change what was chosen for places.txt' }).click();
  await expect.poll(kinds).toEqual([[], ['cities.csv', 'places.txt']]);
});

test('a text becomes a list of names, also after a reload, and the only column of names stays one', async () => {
  await mountApp();
  await addFiles([
    new File(['Ada met Bob in Oslo .'], 'prose.txt'),
    new File(['name,type\nOslo,LOC\nRome,LOC\n'], 'places.csv'),
  ]);
  const list = () => useWorkspaceStore.getState().workspace.lists.find(({ name }) => name === 'prose.txt');
  await page.getByRole('button', { name: 'Read prose.txt as a list of names' }).click();
  await expect.poll(list).toBeDefined();
  const use = useOf(list()!);
  await removeFile(list()!.id, 'prose.txt');
  await reloadFiles([use]);
  await expect.poll(list).toMatchObject({ lists: [{ names: 1 }] });

  await page.getByText('Read: names from name, types from type', { exact: true }).click();
  await expect.element(page.getByLabelText('Column 1 of places.csv')).toBeDisabled();
  await expect.element(page.getByLabelText('Column 2 of places.csv')).toBeEnabled();
  await userEvent.selectOptions(page.getByLabelText('Column 2 of places.csv'), 'name');
  await expect.element(page.getByLabelText('Column 1 of places.csv')).toBeEnabled();
});
