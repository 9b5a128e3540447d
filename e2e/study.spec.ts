import { expectAxeSilent } from './fixtures/accessible.ts';
import { devFile, textFile, trainFile } from './fixtures/corpus.ts';
import { expect, test } from './fixtures/test.ts';

const TINY = {
  epochs: 20,
  patience: 0,
  hidden: 8,
  wordDim: 8,
  charDim: 4,
  charFeatures: 4,
  batchSize: 4,
  learningRate: 0.03,
};
const testFile = textFile('own.test', 'Nora B-PER\nField I-PER\nsails O\n');

test('several seeds: the page shows each, their mean and deviation, and keeps the best model', async ({
  page,
  studio,
  device,
}) => {
  await studio.open({ device, sample: 'none' }, { ...TINY, seed: 3, seeds: 2 });
  await expect(studio.setting('Seeds')).toHaveValue('2');
  await studio.addFiles([trainFile(), devFile, testFile]);
  await studio.train.click();
  await studio.waitFor('Finished', 60_000);
  await expect(studio.status).toHaveText(
    /^Finished after 2 seeds, dev F1 \d+\.\d\d ± \d+\.\d\d; .*of seed [34]: its weights/,
  );

  await page.getByRole('tab', { name: 'All seeds' }).click();
  const runs = page.getByRole('table', { name: 'Runs' }).locator('tbody').getByRole('row');
  await expect(runs).toHaveCount(2);
  const cells = await Promise.all([0, 1].map((i) => runs.nth(i).getByRole('cell').allInnerTexts()));
  const f1s = cells.map((texts) => Number(texts[2]));
  const best = f1s[1]! > f1s[0]! ? 1 : 0;
  await expect(runs.nth(best)).toContainText('kept');
  await expect(studio.status).toContainText(`Best dev F1 ${f1s[best]!.toFixed(2)} at epoch`);
  const mean = page.getByRole('table', { name: 'Mean and standard deviation' }).getByRole('row', { name: /^Overall/ });
  await expect(mean).toBeVisible();
  const [shown] = /[\d.]+/.exec((await mean.getByRole('cell').allInnerTexts())[2]!) ?? [];
  expect(Number(shown)).toBeCloseTo((f1s[0]! + f1s[1]!) / 2, 1);
  await expectAxeSilent(page);

  await page.getByRole('tab', { name: 'Charts' }).click();
  expect((await studio.scoresOf('Overall'))[2]).toBe(f1s[best]!.toFixed(2));
  await studio.exportModel.click(); // a model exists
});

test('an ablation of two rows fills its table and keeps the current model', async ({
  page,
  studio,
  device,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await studio.open({ device, sample: 'none' }, TINY);
  await studio.addFiles([trainFile(), devFile]);
  await studio.train.click();
  await studio.waitFor('Finished', 60_000);
  const text = 'Nora Field sails to Westmark.';
  const tags = await studio.tagsOf(text);
  const reached = await studio.status.evaluate((element) => element.textContent);

  await page.getByRole('tab', { name: 'Ablation' }).click();
  await expect(page.getByRole('checkbox').first()).toBeVisible();
  for (const box of await page.getByRole('checkbox').all()) {
    const name = await box.evaluate((input) => input.parentElement?.textContent);
    if (name !== 'BiLSTM + softmax' && name !== 'BiLSTM + char-CNN + CRF') await box.uncheck();
  }
  await page.getByRole('switch', { name: 'Keep the models' }).click();
  await page.getByRole('button', { name: 'Run ablation' }).click();
  await expect(page.getByText(/^Finished: 20 epochs, seed 1\./)).toBeVisible({ timeout: 60_000 });
  await expect(studio.status).toHaveText(reached);
  const table = page.getByRole('table', { name: 'Ablation' });
  for (const name of ['BiLSTM + softmax', 'BiLSTM + char-CNN + CRF']) {
    const row = table.getByRole('row', { name: new RegExp(`^${name.replaceAll('+', '\\+')} `) });
    await expect(row.getByRole('cell')).toHaveText([
      /^\d+\.\d\d$/,
      /^\d+\.\d\d$/,
      /^\d+\.\d\d$/,
      /^\d+$/,
      /^[\d,]+$/,
      /^\d+ s$/,
    ]);
  }
  await expectAxeSilent(page);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Markdown' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('ablation.md');
  expect(await studio.tagsOf(text)).toBe(tags);

  await page.getByRole('tab', { name: 'Inside' }).click();
  await page.getByLabel('Another model').selectOption({ label: 'BiLSTM + softmax, seed 1 (softmax)' });
  const both = page.getByRole('figure', { name: 'Softmax and CRF' });
  await expect(both.getByRole('table', { name: 'Two models' })).toContainText('BiLSTM + softmax');
  await page.getByRole('tab', { name: 'Ablation' }).click();
  await page.getByRole('switch', { name: 'Keep the models' }).click();

  await studio.setting('Epochs').fill('1000');
  await page.getByRole('button', { name: 'Run ablation' }).click();
  await expect(studio.status).toHaveText(/^Training ablation, run 1 of 2/);
  await page.getByRole('button', { name: 'Stop ablation' }).click();
  await expect(page.getByText(/^Stopped: 1,000 epochs/)).toBeVisible();
  expect(await studio.tagsOf(text)).toBe(tags);
});
