import { expectAxeSilent } from './fixtures/accessible.ts';
import { devFile, trainFile } from './fixtures/corpus.ts';
import { expect, test } from './fixtures/test.ts';

const SMALL = { epochs: 3, hidden: 12, charDim: 6, charFeatures: 6 };

test('a search is stopped, resumed after a reload, and ends with the best recipe trained', async ({
  page,
  studio,
  device,
}) => {
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const rows = page.getByRole('table', { name: 'Trials' }).locator('tbody').getByRole('row');
  const openTab = (name: string) => page.getByRole('tab', { name, exact: true }).click();

  // A trial takes a small part of the budget, also on a busy machine.
  await studio.open({ device, sample: 'none' }, SMALL);
  await studio.addFiles([trainFile(100), devFile]);
  await expect(studio.train).toBeEnabled({ timeout: 30_000 });
  await openTab('Search');
  await page.getByLabel('Budget in minutes').fill('0');
  await expect(page.getByText('The budget is a number of minutes above 0.')).toBeVisible();
  await expect(button('Find a recipe')).toBeDisabled();
  await page.getByLabel('Budget in minutes').fill('0.3');
  await page.getByText(/^Settings to vary: \d+ of \d+$/).click();
  const settings = page.getByRole('checkbox').filter({ visible: true });
  for (const box of await settings.all()) await box.uncheck();
  await page.getByRole('checkbox', { name: 'Learning rate' }).check();
  await page.getByLabel('Range of Learning rate').fill('0.01..0.001');
  await expect(page.getByText('expected two numbers from 1e-7 to 10, the lower one first')).toBeVisible();
  await page.getByLabel('Range of Learning rate').fill('0.001..0.02');
  await expectAxeSilent(page);

  await button('Find a recipe').click();
  await expect(studio.status).toHaveText(/^Training search, trial \d+: /, { timeout: 30_000 });
  await expect(rows.filter({ hasText: 'Recipe 1' })).toHaveText(/Learning rate 0\.\d+.*\d\.\d\d/);
  await button('Stop search').click();
  await studio.waitFor('Idle');
  const stopped = await page.getByText(/^Stopped: \d+ trials/).innerText();
  const before = await rows.allInnerTexts();

  await page.reload();
  await expect(studio.train).toBeEnabled({ timeout: 30_000 });
  await openTab('Search');
  await expect(page.getByText(stopped, { exact: true })).toBeVisible();
  await expect(page.getByLabel('Budget in minutes')).toHaveValue('0.3');
  await expect.poll(() => rows.allInnerTexts()).toEqual(before);
  await button('Resume search').click();
  await studio.waitFor('Finished', 120_000); // the best recipe, in full

  await openTab('Search');
  await expect(page.getByText(/^Finished: \d+ trials/)).toBeVisible();
  const outcome = page.getByRole('region', { name: 'Outcome' });
  await expect(outcome).toHaveText(/Winner: recipe|not significant|not confirmed|starting recipe is better|too short/);
  await studio.setting('Epochs').fill('9');
  await button('Use this recipe').click();
  await expect(studio.setting('Epochs')).toHaveValue('3');
  await expectAxeSilent(page);

  await openTab('Runs');
  await expect(page.getByText('Trial 1, the starting recipe')).toBeVisible();
  await expect(button('Actions for Run 1')).toBeVisible();

  // A search that is stored damaged is named, and another one can be started.
  await page.evaluate(() => {
    const kept = localStorage.getItem('tagsmith.search')!;
    localStorage.setItem('tagsmith.search', kept.slice(0, kept.length / 2));
  });
  await page.reload();
  await studio.waitFor('Idle');
  await openTab('Search');
  await expect(studio.messages).toContainText('Could not restore the last search');
  await expect(button('Find a recipe')).toBeEnabled({ timeout: 30_000 });
});
