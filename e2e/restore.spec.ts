import type { Page } from '@playwright/test';
import { conll, devFile, textFile, trainFile } from './fixtures/corpus.ts';
import { whenKept } from './fixtures/kept.ts';
import { StudioPage } from './fixtures/studio-page.ts';
import { expect, test } from './fixtures/test.ts';
import { weightsOf } from './fixtures/weights.ts';

const SMALL = { epochs: 400, patience: 0, hidden: 16, wordDim: 8, charDim: 4, charFeatures: 4, batchSize: 4 };
const SENTENCE = 'Nora Field sails to Westmark.';

const primary = (page: Page) => page.locator('button[data-variant="filled"]:visible');
const banner = (page: Page) => page.getByRole('region', { name: 'Restored page' });

test('files with their uses, recipe, sentence and model are restored; Start over discards them', async ({
  page,
  studio,
  device,
}) => {
  page.on('dialog', (dialog) => void dialog.accept());
  await studio.open({ device, sample: 'none' }, { ...SMALL, epochs: 90, learningRate: 0.02 });
  const other = textFile('other.conll', conll(['[PER Nora Field] sails .']));
  await studio.addFiles([trainFile(), devFile, other]);
  await studio.useOf('other.conll').selectOption('unused');
  await studio.train.click();
  await studio.waitFor('Finished', 60_000);
  await studio.tag(SENTENCE);
  const found = () => studio.foundEntities();
  await expect.poll(found).not.toEqual([]);
  const entities = await found();
  const drawn = async () => ({
    loss: await page
      .getByRole('figure', { name: 'Loss' })
      .getByText(/^(train|dev) \d/)
      .allInnerTexts(),
    f1: await page
      .getByRole('figure', { name: 'F1 by entity' })
      .getByText(/^overall \d/)
      .allInnerTexts(),
    scores: await page.getByRole('table', { name: 'Entity scores' }).innerText(),
  });
  const charts = await drawn();
  expect([charts.loss.length, charts.f1.length]).toEqual([2, 1]);
  await whenKept(page, /"model":"[^"]+"/);
  await whenKept(page, /Nora Field sails/);

  await page.goto('about:blank');
  await page.goto(`./?device=${device}`); // without the recipe in the address
  await expect(banner(page)).toContainText('Files, recipe and model were restored.');
  await expect(studio.useOf('own.train')).toHaveValue('train');
  await expect(studio.useOf('own.dev')).toHaveValue('dev');
  await expect(studio.useOf('other.conll')).toHaveValue('unused');
  await expect(page.getByLabel('Use of sample.train')).toBeHidden();
  await expect(studio.setting('Epochs')).toHaveValue('90');
  await expect(studio.sentence).toHaveValue(SENTENCE);
  await expect.poll(found).toEqual(entities);
  await expect.poll(drawn).toEqual(charts);

  await banner(page).getByRole('button', { name: 'Start over' }).click();
  await expect(studio.useOf('sample.train')).toHaveValue('train', { timeout: 60_000 });
  await expect(banner(page)).toBeHidden();
  await expect(studio.exportModel).toBeDisabled();
});

test('a run whose tab was killed is offered, and resumes to the same scores as an uninterrupted one', async ({
  context,
  device,
}) => {
  const recipe = Object.entries({ ...SMALL, epochs: 16, hidden: 40 })
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
  const open = async () => {
    const studio = new StudioPage(await context.newPage());
    await studio.page.goto(`./?device=${device}&threads=1&sample=none#${recipe}`);
    return studio;
  };
  const first = await open();
  await first.waitFor('Idle');
  await first.addFiles([trainFile(100), devFile]);
  await first.train.click();
  await first.waitFor('Finished', 120_000);
  const [whole, weights] = [await first.status.innerText(), await weightsOf(first)];

  await first.train.click();
  await expect(first.status).toContainText(/best dev F1/, { timeout: 60_000 });
  await first.page.getByRole('tab', { name: 'Runs', exact: true }).click();
  await expect(first.page.getByText(/checkpoints \d/)).toBeVisible();
  // The renderer exits immediately: no code of the page runs any more.
  const session = await context.newCDPSession(first.page);
  await Promise.race([session.send('Page.crash').catch(() => undefined), first.page.waitForEvent('crash')]);

  const second = await open();
  await expect(banner(second.page)).toContainText(/Run 2 was interrupted in epoch \d+\. It continues after epoch \d+/);
  await expect(primary(second.page)).toHaveText(['Resume Run 2']);
  await banner(second.page).getByRole('button', { name: 'Resume Run 2' }).click();
  await expect(banner(second.page)).toBeHidden();
  await second.waitFor('Finished', 120_000);
  expect(await second.status.innerText()).toBe(whole);
  expect((await weightsOf(second)).equals(weights)).toBe(true);
});

test('two tabs number their runs separately, and one does not change the run of the other', async ({
  context,
  device,
}) => {
  const open = async () => {
    const studio = new StudioPage(await context.newPage());
    await studio.open({ device, threads: '1', sample: 'none' }, { ...SMALL, epochs: 1000 });
    await studio.addFiles([trainFile(20), devFile]);
    await studio.page.getByRole('tab', { name: 'Runs', exact: true }).click();
    return studio;
  };
  const [first, second] = [await open(), await open()];
  const row = (studio: StudioPage, run: string) =>
    studio.page.getByRole('row').filter({ has: studio.page.getByRole('checkbox', { name: `Compare ${run}` }) });
  await Promise.all([first.train.click(), second.train.click()]);
  await Promise.all([first.waitFor('Training'), second.waitFor('Training')]);
  const elsewhere = /training in another tab/;
  for (const studio of [first, second]) {
    await expect(row(studio, 'Run 1')).toHaveCount(1);
    await expect(row(studio, 'Run 2')).toHaveCount(1);
    await expect(studio.page.getByText(elsewhere)).toHaveCount(1);
  }
  const other = (await row(first, 'Run 1').innerText()).match(elsewhere) ? 'Run 1' : 'Run 2';
  await first.page.getByRole('button', { name: `Actions for ${other}` }).click();
  await expect(first.page.getByRole('menuitem', { name: 'Rename' })).toBeVisible();
  await expect(first.page.getByRole('menuitem', { name: /Delete|Resume/ })).toHaveCount(0);
  await second.page.close();
  await expect(first.page.getByRole('menuitem', { name: 'Delete' })).toBeVisible();
  await expect(first.page.getByText(elsewhere)).toHaveCount(0);
  await first.page.keyboard.press('Escape');
  await first.stop.click();
  await first.waitFor('Stopped');
});

test('a worker that ends without an error is noticed; the run resumes with one click', async ({
  page,
  studio,
  device,
}) => {
  await studio.open({ device, threads: '1', sample: 'none' }, { ...SMALL, epochs: 30, hidden: 40 });
  await studio.addFiles([trainFile(100), devFile]);
  await studio.train.click();
  await expect(studio.status).toContainText(/best dev F1/, { timeout: 60_000 });
  await page.getByRole('tab', { name: 'Runs', exact: true }).click();
  await expect(page.getByText(/checkpoints \d/)).toBeVisible();
  const trainer = page.workers().find((worker) => worker.url().includes('trainer.worker'))!;
  void trainer.evaluate(() => self.close()).catch(() => undefined);
  await expect(studio.status).toHaveText(/^Failed.*The trainer stopped: it ended without an error/, {
    timeout: 10_000,
  });
  await expect(primary(page)).toHaveText(['Restart and resume']);
  await expect(studio.messages).not.toContainText('The trainer is not running'); // shown late, it moved the button
  await page.getByRole('button', { name: 'Restart and resume' }).click();
  await studio.waitFor('Finished', 120_000);
  await expect(page.getByRole('row')).toHaveCount(2);
});
