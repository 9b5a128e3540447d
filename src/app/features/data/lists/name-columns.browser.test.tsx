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
  await userEvent.selectOptions(page.getByLabelText('Column 2 of towns.csv'), 'further part of the name');
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
