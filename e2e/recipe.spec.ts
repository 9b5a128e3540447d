import { readFileSync } from 'node:fs';
import { expect, test } from './fixtures/test.ts';

const MODEL = 'test/fixtures/model.zip';

const json = (name: string, text: string) => ({ name, mimeType: 'application/json', buffer: Buffer.from(text) });

test('a link has the recipe, and says whether the data are the same', async ({ studio, page, context, device }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await studio.open({ device }, { preset: 'tagsmith-quick', epochs: 3 });
  await expect(studio.train).toBeEnabled();
  await page.getByRole('button', { name: 'Copy link', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(/\/#preset=tagsmith-quick&epochs=3&data=[0-9a-f]{8}\.[0-9a-f]{8}\.[0-9a-f]{8}\.40740x100$/);

  await page.goto('about:blank');
  await page.goto(link);
  await expect(studio.setting('Epochs')).toHaveValue('3');
  const match = page.getByRole('status', { name: 'Data of the recipe' });
  await expect(match).toHaveText('The loaded data are those of the link.');
  await studio.useOf('sample.dev').selectOption('unused');
  await expect(match).toHaveText('The loaded data are not those of the link: dev data are missing. Scores may differ.');
  await studio.useOf('sample.dev').selectOption('dev');
  await expect(match).toHaveText('The loaded data are those of the link.');
  await studio.setting('Preset').selectOption('ma-hovy');
  await expect(match).toBeEmpty();
});

test('a recipe is saved, dropped on another page, and undone', async ({ studio, page, device }) => {
  await studio.open({ device }, { preset: 'tagsmith-quick', epochs: 3, seeds: 2 });
  await expect(studio.train).toBeEnabled();
  const save = () => page.getByRole('button', { name: 'Save recipe', exact: true }).click();
  const { name, bytes } = await studio.downloaded(save);
  expect(name).toBe('tagsmith-quick-recipe.json');

  await page.goto('about:blank');
  await studio.open({ device }, { preset: 'ma-hovy' });
  await expect(studio.train).toBeEnabled();
  await studio.dropFile(json('theirs.json', bytes.toString()));
  await expect(studio.messages).toContainText(
    'The recipe has the settings of theirs.json. Preset Tagsmith, quick, 1 change, 2 seeds.',
  );
  await expect(studio.setting('Preset')).toHaveValue('tagsmith-quick');
  await expect(studio.setting('Epochs')).toHaveValue('3');
  const match = page.getByRole('status', { name: 'Data of the recipe' });
  await expect(match).toHaveText('The loaded data are those of theirs.json.');
  await studio.messages.getByRole('button', { name: 'Undo' }).click();
  await expect(studio.setting('Preset')).toHaveValue('ma-hovy');
  await expect(match).toBeEmpty();
  await expect(studio.messages).toBeEmpty();

  await studio.addFiles([json('broken.json', bytes.toString().replace('"hidden": 100', '"hidden": -100'))]);
  await expect(studio.messages).toContainText('broken.json cannot be read as a recipe: hidden is -100');
});

test('metrics.json has its settings, and a model offers them', async ({ studio, page, device }) => {
  await studio.open({ device });
  await expect(studio.train).toBeEnabled();
  const metrics = { config: { epochs: 4, hidden: 30 }, runs: [{ seed: 5 }, { seed: 6 }], data: {} };
  await studio.addFiles([json('metrics.json', JSON.stringify(metrics))]);
  await expect(studio.setting('Epochs')).toHaveValue('4');
  await expect(studio.setting('Seed')).toHaveValue('5');
  await expect(studio.setting('Seeds')).toHaveValue('2');

  await studio.addFiles([{ name: 'model.zip', mimeType: 'application/zip', buffer: readFileSync(MODEL) }]);
  await page.getByRole('button', { name: 'Use its settings' }).click();
  await expect(studio.messages).toContainText('The recipe has the settings of model');
  await expect(studio.setting('Epochs')).not.toHaveValue('4');
});
