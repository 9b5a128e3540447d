import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { mountApp } from '../../../../test/app/mounted-app.tsx';
import { legacyEncoder } from '../../../data/files/legacy-encodings.ts';
import { useOf } from '../../stores/file-use.ts';
import { filesOf, useWorkspaceStore } from '../../stores/workspace.ts';
import { addFiles, reloadFiles, removeFile } from '../../files/files.ts';

const koi = legacyEncoder('koi8-r');
const FILES = [
  new File([koi('Вчера Иванов приехал в Казань. Сегодня Петров уехал в Москву.\n')], 'letter.txt'),
  new File([koi('Иванов\nПетров\nСидоров\nКазань\nМосква\n')], 'people.txt'),
];

test('the encoding of texts and of lists of names is a choice on their cards, and stays one after a reload', async () => {
  await mountApp();
  await addFiles(FILES);
  const choice = (name: string) => page.getByLabelText(`Encoding of ${name}`);
  for (const { name } of FILES) {
    await expect.element(choice(name)).toHaveValue('koi8-r');
    await userEvent.selectOptions(choice(name), 'windows-1251');
    await expect.element(choice(name)).toBeEnabled();
  }
  await expect.poll(() => page.getByText('Read, as you chose, in').elements()).toHaveLength(2);

  const own = filesOf(useWorkspaceStore.getState().workspace).filter(({ name }) =>
    FILES.some((file) => file.name === name),
  );
  for (const { id, name } of own) await removeFile(id, name);
  await reloadFiles(own.map(useOf));
  for (const { name } of FILES) {
    await expect.element(choice(name)).toHaveValue('windows-1251');
  }
  await userEvent.selectOptions(choice('letter.txt'), 'koi8-r');
  await expect.poll(() => page.getByText('Read, as you chose, in').elements()).toHaveLength(1);
});
