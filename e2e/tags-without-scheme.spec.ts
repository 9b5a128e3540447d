import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { textFile } from './fixtures/corpus.ts';
import { expectExplained } from './fixtures/inside.ts';
import { expect, test } from './fixtures/test.ts';

/** Parts of speech: one tag for each token. */
const TAGGED = [
  'The/DT harbour/NN opens/VBZ ./.',
  'The/DT works/NNS closed/VBD ./.',
  'A/DT ship/NN sails/VBZ ./.',
  'Ships/NNS sailed/VBD ./.',
]
  .map(
    (sentence) =>
      `${sentence
        .split(' ')
        .map((token) => token.replace('/', '\t'))
        .join('\n')}\n`,
  )
  .join('\n');
const RECIPE = { epochs: 40, hidden: 12, wordDim: 8, charDim: 4, charFeatures: 4, learningRate: 0.02, patience: 0 };

test('a model of parts of speech draws a tag on each token, and its score is the token accuracy', async ({
  page,
  context,
  studio,
  device,
}, info) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await studio.open({ device, sample: 'none' }, RECIPE);
  await studio.addFiles([textFile('pos.train', TAGGED), textFile('pos.dev', TAGGED)]);
  await expect(page.getByRole('figure', { name: 'Accuracy and F1 by tag' })).toBeVisible();
  await studio.train.click();
  await studio.waitFor('Finished', 60_000);
  await expect(studio.status).toContainText('Best dev token accuracy 100.00 at epoch');
  const scores = page.getByRole('table', { name: 'Tag scores' });
  await expect(scores.getByRole('row', { name: /^Token accuracy/ })).toContainText('100.00');

  await studio.tag('A ship sails.');
  await expect
    .poll(() => studio.foundEntities())
    .toEqual([
      { type: 'DT', text: 'A' },
      { type: 'NN', text: 'ship' },
      { type: 'VBZ', text: 'sails' },
      { type: '.', text: '.' },
    ]);
  await expect(studio.entities).not.toContainText('No entities');
  await page.getByRole('button', { name: 'Copy JSON' }).click();
  const copied = JSON.parse(await page.evaluate(() => navigator.clipboard.readText())) as { entities: object[] };
  expect(copied.entities[1]).toMatchObject({ type: 'NN', text: 'ship', start: 2, end: 6 });

  await expectExplained(page, 'ship');
  await expect(page.getByRole('figure', { name: 'Why this tag' })).toContainText('p(NN of “ship”) = ');

  await page.getByRole('tab', { name: 'Score' }).click();
  await studio.addFiles([textFile('notes.txt', 'The ship sailed.')]);
  await page.getByRole('combobox', { name: 'File to score or tag' }).selectOption('notes.txt (text)');
  await page.getByRole('button', { name: 'Tag', exact: true }).click();
  await expect(page.getByRole('list', { name: 'Sentences' }).locator('mark')).toHaveCount(4);

  await page.getByRole('button', { name: 'Export options' }).click();
  const saved = await studio.downloaded(() =>
    page.getByRole('button', { name: 'Save as a page', exact: true }).click(),
  );
  const path = info.outputPath('saved.html');
  writeFileSync(path, saved.bytes);
  expect(saved.bytes.toString()).toMatch(
    /Assigns one of the tags .* to each word\..*Token accuracy 100\.0 on its dev data/,
  );
  const offline = await context.newPage();
  await offline.goto(pathToFileURL(path).href);
  await offline.getByLabel('Text to tag').fill('A ship sails.');
  await expect(offline.getByRole('region', { name: 'Entities' }).locator('mark')).toHaveText([
    'ADT',
    'shipNN',
    'sailsVBZ',
    '..',
  ]);
  await expect(offline.getByRole('status')).toHaveText('4 tags');
});
