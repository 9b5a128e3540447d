import type { Locator } from '@playwright/test';
import { expect, test } from './fixtures/test.ts';

const RECIPE = 'epochs=2&hidden=40&learningRate=0.005';

/** The last cell of each row: the number of gold entities. */
async function counts(table: Locator): Promise<number[]> {
  const cells = await table.locator('tbody tr td:last-child').allInnerTexts();
  return cells.map((cell) => Number(cell.replace(/\D/g, '')));
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

test('scores by what was seen in training, and errors filtered by it', async ({ page, studio, device }) => {
  await page.goto(`./?device=${device}#${RECIPE}`);
  await studio.waitFor('Idle');
  await studio.train.click();
  await studio.waitFor('Finished', 110_000);

  const total = Number((await studio.scoresOf('Overall')).at(-1));
  const by = page.getByLabel('Entity scores by', { exact: true });
  for (const slicing of ['Seen and unseen', 'Entity length', 'Sentence length']) {
    await by.selectOption(slicing.toLowerCase());
    const table = page.getByRole('table', { name: slicing, exact: true });
    await expect(table).toBeVisible();
    expect(sum(await counts(table))).toBe(total);
  }
  await by.selectOption('by type');
  await expect(studio.scores).toBeVisible();

  await page.getByRole('button', { name: 'Score', exact: true }).click();
  const table = page.getByRole('table', { name: /^Seen and unseen: scores on / });
  await expect(table).toBeVisible();
  const overall = page.getByRole('table', { name: /^Scores on / }).getByRole('row', { name: /Overall/ });
  expect(sum(await counts(table))).toBe(Number((await overall.getByRole('cell').allInnerTexts()).at(-1)));
  await expect(page.getByText(/^By the words of the entity, compared with sample\.train\. Case/)).toBeVisible();
  const saved = await studio.downloaded(() => page.getByRole('button', { name: 'Save scores by slice' }).click());
  expect(saved.bytes.toString()).toMatch(/^slicing,slice,precision,.*\nseen,seen,/);

  const errors = page.getByRole('region', { name: 'Errors' });
  const filter = errors.getByLabel('Errors by: Seen and unseen');
  const option = (await filter.locator('option').allInnerTexts()).at(-1)!; // `Unknown (12)`
  await filter.selectOption(option);
  const [, name, count] = /^(.*) \((\d+)\)$/.exec(option)!;
  await expect(errors.getByText(new RegExp(`^${count} of `))).toBeVisible();
  await expect(errors.getByRole('listitem').first()).toContainText(`· ${name!.toLowerCase()}`);
});
