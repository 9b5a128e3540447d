import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { mountApp } from '../../../../test/app/mounted-app.tsx';
import { openCard } from '../../../../test/app/page-parts.ts';
import { useOf } from '../../stores/file-use.ts';
import { useWorkspaceStore } from '../../stores/workspace.ts';
import { addFiles, reloadFiles, removeFile } from '../../files/files.ts';

const NUMBERS = '0.25 -0.5 0.75 1.5 0.5 1.25';
const LINES = ['run_VERB', 'sit_VERB', 'go_VERB', 'sea_NOUN'].map((word) => `${word} ${NUMBERS}\n`).join('');

test('how vectors are read is shown and can be changed, also after a reload', async () => {
  await mountApp();
  await addFiles([new File([LINES], 'own-words.vec')]);
  const vectors = () => useWorkspaceStore.getState().workspace.vectors!;
  await expect.poll(() => vectors().name).toBe('own-words.vec');
  await page.getByText('Read: words without their part of speech _NOUN, separated by spaces or tabs').click();
  await expect.element(page.getByRole('cell', { name: 'run', exact: true })).toBeVisible();
  await userEvent.selectOptions(page.getByLabelText('Words of own-words.vec'), 'as written');
  await expect.element(page.getByRole('cell', { name: 'run_VERB', exact: true })).toBeVisible();
  await expect.element(page.getByText('Read: words as written, separated by spaces or tabs')).toBeVisible();
  expect(vectors().problems).toEqual([]);

  const was = useOf(vectors());
  expect(was.form).toEqual({ words: 'asWritten' });
  await removeFile(vectors().id, 'own-words.vec');
  await reloadFiles([was]);
  await expect.poll(() => vectors().reading?.form.words).toBe('asWritten');
  await expect.element(page.getByRole('button', { name: 'Details of own-words.vec' })).toBeVisible();
  await openCard('own-words.vec');
  await expect.element(page.getByText('Read: words as written, separated by spaces or tabs')).toBeVisible();
});
