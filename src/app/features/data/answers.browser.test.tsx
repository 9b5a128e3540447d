import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { mountApp } from '../../../../test/app/mounted-app.tsx';
import { openCard } from '../../../../test/app/page-parts.ts';
import { legacyEncoder } from '../../../data/files/legacy-encodings.ts';
import { addFiles } from '../../files/files.ts';

const NAMES = ['towns.train.csv', 'towns.dev.csv'];

/** Texts with entities, in an encoding that the reader asks about. */
const inCyrillic = (name: string) =>
  new File(
    [legacyEncoder('windows-1251')(`text,start,end,label\n${'"Вчера Иванов приехал в Казань",6,12,PER\n'.repeat(20)}`)],
    name,
  );

test('an answer counts for all files of a form; changing it on one card asks about all of them again', async () => {
  await mountApp();
  const questions = page.getByRole('region', { name: /^Question about towns/ });
  const answer = () => questions.first().getByRole('button', { name: /^Windows-1251/ });
  const change = (name: string) => page.getByRole('button', { name: `Change what was chosen for ${name}` });
  await addFiles(NAMES.map(inCyrillic));
  await expect.poll(() => questions.elements()).toHaveLength(2);
  await answer().click();
  await expect.poll(() => questions.elements()).toHaveLength(0);

  for (const name of NAMES) await openCard(name);
  await expect.poll(() => page.getByText('As you chose: Windows-1251').elements()).toHaveLength(2);
  await change('towns.train.csv').click();
  await expect.poll(() => questions.elements()).toHaveLength(2);
  await expect.element(change('towns.dev.csv')).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Details of towns.train.csv' })).toHaveFocus();
});
