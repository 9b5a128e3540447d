import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { unzipSync } from 'fflate';
import { expectAxeSilent } from './fixtures/accessible.ts';
import { devFile, LEARNED, MEMORIZING_RECIPE, trainFile } from './fixtures/corpus.ts';
import { expect, test } from './fixtures/test.ts';

test('a model is exported as a page and as small, with size and score of each size', async ({
  page,
  studio,
  device,
  context,
}, info) => {
  await studio.open({ device, sample: 'none' }, MEMORIZING_RECIPE);
  await studio.addFiles([trainFile(), devFile]);
  await studio.train.click();
  await studio.waitFor('Finished', 120_000);

  await page.getByRole('button', { name: 'Export options' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export options' });
  for (const name of ['Exact', 'Half', 'Small']) {
    await expect(dialog.getByRole('radio', { name })).toHaveAccessibleDescription(/\d\s(kB|MB)\s·\s+dev\sF1\s[\d.]+/);
  }
  await expectAxeSilent(page, 'sizes', { within: '[role=dialog]' });

  const kit = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Continue on a cluster' }).click();
  const parts = unzipSync(readFileSync(await (await kit).path()));
  expect(Object.keys(parts)).toEqual(expect.arrayContaining(['model.zip', 'train.conll', 'dev.conll', 'train.py']));
  const lines = dialog.getByRole('region', { name: 'Lines to run' });
  await expect(lines).toContainText('torchrun --nproc_per_node 4 tagger.py train model.zip');
  await expect(lines.getByRole('button', { name: 'Copy lines' })).toBeVisible();
  await dialog.getByText('For the model card and the Hugging Face Hub').click();
  await expectAxeSilent(page, 'model card', { within: '[role=dialog]' });

  await dialog.getByLabel('Licence').fill('cc-by-4.0');
  await dialog.getByRole('radio', { name: 'Half' }).check();
  await dialog.getByRole('switch', { name: /Private/ }).check();
  const zip = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save as a zip' }).click();
  const files = unzipSync(readFileSync(await (await zip).path()));
  const text = (name: string) => new TextDecoder().decode(files[name]);
  expect(JSON.parse(text('config.json'))).toMatchObject({ version: 1, precision: 'half' });
  expect(text('README.md')).toContain('\nlicense: "cc-by-4.0"\n');
  expect(text('vocabulary.json')).not.toContain('westmark');
  await expect(dialog).toBeHidden();

  await page.getByRole('button', { name: 'Export options' }).click();
  const saving = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save as a page' }).click();
  const path = info.outputPath('saved.html');
  await (await saving).saveAs(path);
  const saved = await context.newPage();
  await saved.goto(pathToFileURL(path).href);
  const [{ text: sentence, entities }] = LEARNED as [(typeof LEARNED)[number]];
  await saved.getByLabel('Text to tag').fill(sentence);
  const marks = saved.getByRole('region', { name: 'Entities' }).locator('mark');
  await expect(marks).toHaveText(entities.map((entity) => `${entity.text}${entity.type}`));
});
