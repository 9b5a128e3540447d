import { writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { devFile, trainFile } from './fixtures/corpus.ts';
import { expect, test } from './fixtures/test.ts';

const SMALL = { epochs: 3, hidden: 8, wordDim: 8, charDim: 4, charFeatures: 4 };

test('the report of a run is one page that opens from disk, and events and JSON are saved', async ({
  page,
  context,
  studio,
  device,
}, info) => {
  await studio.open({ device, sample: 'none' }, SMALL);
  await studio.addFiles([trainFile(), devFile]);
  await studio.train.click();
  await studio.waitFor('Finished');
  const report = await studio.downloaded(() => page.getByRole('button', { name: 'Save report' }).click());
  expect(report.name).toBe('Run-1-report.html');

  await page.getByRole('tab', { name: 'Runs', exact: true }).click();
  const save = (item: string) => async () => {
    await page.getByRole('button', { name: 'Actions for Run 1' }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  const events = await studio.downloaded(save('Save for TensorBoard'));
  expect(events.name).toMatch(/^events\.out\.tfevents\.\d+\.tagsmith\.Run-1$/);
  const json = await studio.downloaded(save('Save for Trackio or W&B'));
  expect((JSON.parse(json.bytes.toString()) as { history: unknown[] }).history).toHaveLength(3);

  const path = info.outputPath(report.name);
  await writeFile(path, report.bytes);
  const opened = await context.newPage();
  await opened.goto(pathToFileURL(path).href);
  await expect(opened.getByRole('heading', { name: 'Run 1' })).toBeVisible();
  for (const part of [
    'Scores on dev',
    'Curves',
    'Confusion',
    'Errors',
    'Transition matrix',
    'Epochs',
    'Data',
    'Recipe',
  ])
    await expect(opened.getByRole('heading', { name: part, exact: true })).toBeVisible();
  await expect(opened.getByRole('row', { name: /^train own\.train 12 [0-9a-f]{8}$/ })).toBeVisible();
  await expect(opened.getByRole('img')).toHaveCount(2);
});
