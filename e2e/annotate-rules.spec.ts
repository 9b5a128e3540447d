import { expectAccessible } from './fixtures/accessible.ts';
import { marks, startSet, words } from './fixtures/annotation.ts';
import { textFile, TO_ANNOTATE } from './fixtures/corpus.ts';
import { expect, test } from './fixtures/test.ts';

const TEXT = TO_ANNOTATE.map(({ words }) => `${words.join(' ')}\n`).join('');

test('rules label a text, and a first model learns from them without annotation', async ({ page, studio, device }) => {
  await studio.open({ device, sample: 'none' }, {});
  await startSet(page, TEXT, 'Rules');
  await page.getByText('Rules', { exact: true }).click();
  await page.getByLabel('Type of the rule').selectOption('PER');
  await page.getByLabel('Names, separated by |').fill('Nora Field');
  await page.getByRole('button', { name: 'Add rule' }).click();
  await page.getByLabel('Type of the rule').selectOption('O');
  await page.getByLabel('Kind of the rule').selectOption('Words without capitals');
  await page.getByRole('button', { name: 'Add rule' }).click();
  const rules = page.getByRole('list', { name: 'Rules of the set' }).getByRole('listitem');
  await expect(rules).toHaveText([/^PER Names Nora Field\d+ matches/, /^O Words without capitals\d+ matches/]);
  await expect.poll(() => marks(page)).toEqual(['PER Nora Field']);

  await page.getByLabel('Kind of the rule').selectOption('Regular expression');
  await page.getByLabel('Expression', { exact: true }).fill('(a+)+');
  await page.getByRole('button', { name: 'Add rule' }).click();
  await expect(page.getByRole('alert')).toHaveText(/may take forever/);

  await page.getByLabel('Train the model on the rules, too').check();
  await expect(page.getByRole('status', { name: 'Model status' })).toHaveText(/^Trained on \d+ sentences in/, {
    timeout: 60_000,
  });
  await page.reload();
  await page.getByRole('tab', { name: 'Annotate' }).click();
  await page.getByRole('button', { name: 'Open Rules' }).click();
  await page.getByText('Rules', { exact: true }).click();
  await expect(rules).toHaveText([/^PER Names Nora Field\d+ matches/, /^O Words without capitals\d+ matches/]);
  await page.getByRole('button', { name: 'Use as training data' }).click();
  await page.getByRole('menuitem', { name: 'With what the rules say of open sentences' }).click();
  await studio.openCard('Rules.train.jsonl');
  await expect(page.getByRole('listitem').filter({ hasText: /^PER/ })).toHaveText(/^PER\s*2$/);
});

test('suggestions are reviewed one by one, by type, by keyboard, and their sentences stay open', async ({
  page,
  studio,
  device,
}) => {
  await studio.open({ device, sample: 'none' }, {});
  await startSet(page, TEXT, 'Pieces');
  await page.getByText('Rules', { exact: true }).click();
  await page.getByLabel('Rules or names').setInputFiles(textFile('names.tsv', 'Rail Works\tORG\nWestmark\tLOC\n'));
  await expect(page.getByRole('list', { name: 'Rules of the set' }).getByRole('listitem')).toHaveCount(2);
  await page.getByRole('button', { name: 'Review suggestions' }).click();
  const rows = page.getByRole('list', { name: 'Suggestions to decide' }).getByRole('listitem');
  await page.getByLabel('Type of suggestions').selectOption('LOC');
  const count = page.getByRole('status', { name: 'Number of suggestions' });
  await expect(count).toHaveText(/^[3-9] suggestions$/);
  const places = await rows.count();
  await expectAccessible(page);
  await page.getByRole('heading', { name: 'Review suggestions' }).click();
  await page.keyboard.press('ArrowDown');
  await expect(rows.nth(1)).toHaveAttribute('aria-current', 'true');
  await page.keyboard.press('Backspace');
  await expect(rows).toHaveCount(places - 1);
  await page.keyboard.press('1'); // PER
  await expect(rows).toHaveCount(places - 2);
  await page.keyboard.press('Shift+Enter');
  await expect(count).toHaveText('0 suggestions');
  await page.keyboard.press('u');
  await expect(rows).toHaveCount(places - 2);
  await expect(page.getByRole('status', { name: 'Annotated' })).toHaveText('0 of 12 sentences annotated');
  await page.keyboard.press('Enter');
  await expect.poll(() => marks(page)).toContain('LOC Westmark');

  await page.getByRole('button', { name: 'Review suggestions' }).click();
  await expect(rows.first()).toBeVisible();
  await page.getByRole('list', { name: 'Queue' }).getByRole('button').first().click();
  await expect(rows).toHaveCount(0);
  await expect(words(page)).toBeVisible();
});
