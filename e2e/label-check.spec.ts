import { readFile } from 'node:fs/promises';
import { whenKept } from './fixtures/kept.ts';
import { expect, test } from './fixtures/test.ts';

const PEOPLE = ['Ada', 'Mio', 'Tom', 'Ines', 'Ulf', 'Jan', 'Mira', 'Eva'];
const WRONG = [37, 100];

/** `Ada B-PER left O on O day O 12 O . O`, 160 times; the names in two of them are not labelled. */
const TEXT = Array.from({ length: 160 }, (_, i) => {
  const tag = WRONG.includes(i) ? 'O' : 'B-PER';
  return `${PEOPLE[i % PEOPLE.length]} ${tag}\nleft O\non O\nday O\n${i} O\n. O\n`;
}).join('\n');

test('labels are checked, fixed, and saved in the file they came from', async ({ studio }) => {
  const { page } = studio;
  await studio.open({ device: 'simd' });
  await studio.addFiles([{ name: 'town.train.conll', mimeType: 'text/plain', buffer: Buffer.from(TEXT) }]);
  const card = page.getByRole('listitem').filter({ hasText: 'town.train.conll' });
  await card.getByRole('button', { name: 'Check labels', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: /^Check labels of town/ });
  const items = dialog.getByRole('list', { name: 'Doubtful labels' }).getByRole('listitem');
  await expect(items.first()).toBeVisible({ timeout: 60_000 });
  const missed = items.filter({ hasText: 'Missed' });
  await expect(missed).toHaveCount(2);
  await expect(missed.first().locator('mark')).toHaveAttribute('data-entity', 'PER');
  await missed.first().getByRole('button', { name: 'Fix' }).press('Enter');
  await missed.last().getByRole('button', { name: 'Exclude' }).click();
  await expect(dialog.getByRole('status', { name: 'Decided' })).toHaveText(
    '1 label fixed, 0 kept, 1 sentence excluded',
  );
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save corrected file' }).click();
  const saved = await download;
  expect(saved.suggestedFilename()).toBe('town.train.corrected.conll');
  const text = await readFile(await saved.path(), 'utf8');
  expect(text.match(/B-PER/g)).toHaveLength(159);
  expect(text.split('\n\n')).toHaveLength(159);
  const downWeighting = dialog.getByRole('switch', { name: 'Train less on doubtful sentences' });
  await downWeighting.click();
  await expect(downWeighting).toBeChecked(); // once the worker has the weights
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  await whenKept(page, /"weights":\[\[/);
  await page.reload();
  await studio.waitFor('Idle');
  await card.getByRole('button', { name: 'Check labels', exact: true }).click();
  await expect(downWeighting).toBeChecked({ timeout: 60_000 });
  await downWeighting.uncheck();
  await expect(downWeighting).not.toBeChecked();
});
