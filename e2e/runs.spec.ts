import { whenKept } from './fixtures/kept.ts';
import { expect, test } from './fixtures/test.ts';

const SENTENCE = 'Mira Holt flew from Oslo to Berlin with a delegation from Norway.';

test('a run, its curve and its model are restored when the page is reopened', async ({ page, studio, device }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  page.on('dialog', (dialog) => {
    questions.push(dialog.type());
    void dialog.accept();
  });
  const questions: string[] = [];
  const table = page.getByRole('table', { name: 'All runs' });
  const actions = (run: string) => page.getByRole('button', { name: `Actions for ${run}` });
  const choose = (what: string) => page.getByRole('menuitem', { name: what }).click();
  const runs = page.getByRole('tab', { name: 'Runs', exact: true });

  await studio.open({ device }, { preset: 'tagsmith-quick', epochs: 2, hidden: 50 });
  await expect(page.getByText('40,740 words')).toBeVisible();
  await studio.train.click();
  await studio.waitFor('Finished', 110_000);
  const f1 = /Best dev F1 (\d+\.\d+)/.exec(await studio.status.innerText())?.[1] ?? '';
  const tags = await studio.tagsOf(SENTENCE);
  await runs.click();
  await expect(page.getByText(/Their models take \d/)).toBeVisible();
  await whenKept(page, /Mira Holt/);

  await page.reload();
  expect(questions).toEqual([]); // no dialog on leaving: the run is stored
  await studio.waitFor('Idle');
  await expect(studio.exportModel).toBeEnabled();
  await expect(studio.entities).toContainText(SENTENCE);
  await runs.click();
  await expect(table.getByRole('row')).toHaveCount(2);
  await expect(table).toContainText('Tagsmith, quick · Epochs 2 · Hidden units 50');
  await expect(table.getByRole('cell', { name: f1 })).toBeVisible();
  await page.getByRole('checkbox', { name: 'Compare Run 1' }).click();
  const figure = page.getByRole('figure', { name: 'Dev F1 of runs' });
  await expect(figure.getByText(`Run 1 ${Number(f1).toFixed(1)}`)).toBeVisible();

  await actions('Run 1').click();
  await choose('Use model');
  await expect(studio.exportModel).toBeEnabled();
  expect(await studio.tagsOf(SENTENCE)).toBe(tags);

  await actions('Run 1').click();
  await choose('Delete');
  await expect(page.getByText('Run 1 deleted')).toBeVisible();
  await page.getByRole('tabpanel', { name: 'Runs' }).getByRole('button', { name: 'Undo' }).click();
  await actions('Run 1').click();
  await choose('Use model');
  const row = table.getByRole('row').filter({ has: page.getByRole('checkbox', { name: 'Compare Run 1' }) });
  await expect(row).toContainText('in use');
  await page.getByRole('button', { name: 'Delete all' }).click();
  await expect(table).toBeHidden();
  await page.reload();
  await runs.click();
  await expect(page.getByText(/^No run yet/)).toBeVisible();
});

test('a stopped run resumes after the page is reopened, to the same result as without the interruption', async ({
  page,
  studio,
  device,
}) => {
  const runs = page.getByRole('tab', { name: 'Runs', exact: true });
  const rowOf = (run: string) =>
    page.getByRole('row').filter({ has: page.getByRole('checkbox', { name: `Compare ${run}` }) });
  page.on('dialog', (dialog) => void dialog.accept());

  await studio.open({ device }, { preset: 'tagsmith-quick', epochs: 6, patience: 0, hidden: 40 });
  await expect(page.getByText('40,740 words')).toBeVisible();
  await studio.train.click();
  await studio.waitFor('Finished', 110_000);
  await studio.train.click();
  await expect(studio.status).toContainText(/epoch [2-4] of 6/, { timeout: 60_000 });
  await studio.stop.click();
  await studio.waitFor('Stopped');
  await expect(page.getByRole('button', { name: /^Resume after epoch \d+$/ })).toBeVisible();

  await page.reload();
  await studio.waitFor('Idle');
  await expect(page.getByText('40,740 words')).toBeVisible();
  await runs.click();
  await expect(rowOf('Run 2')).toContainText('stopped');
  await page.getByRole('button', { name: 'Actions for Run 2' }).click();
  await page.getByRole('menuitem', { name: /^Resume after epoch \d+$/ }).click();
  await studio.waitFor('Finished', 110_000);
  await page.getByRole('tab', { name: 'Charts', exact: true }).click();
  await page.getByRole('button', { name: 'Save Loss', exact: true }).click();
  const losses = await studio.downloaded(() => page.getByRole('menuitem', { name: 'CSV' }).click());
  expect(losses.bytes.toString().split('\n')[1]).toMatch(/^[\d.]+,1,\d+,\d/); // from the first step
  await runs.click();
  const scoresOf = async (run: string) => (await rowOf(run).getByRole('cell').allInnerTexts()).slice(0, 4);
  expect(await scoresOf('Run 2')).toEqual(await scoresOf('Run 1'));
});
