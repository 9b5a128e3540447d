import { readFile } from 'node:fs/promises';
import { strFromU8, unzipSync } from 'fflate';
import { expectAxeSilent } from './fixtures/accessible.ts';
import { expect, test } from './fixtures/test.ts';

test('after training, entities have a calibrated confidence; a threshold marks what is to be reviewed', async ({
  page,
  studio,
  device,
}) => {
  await studio.open({ device }, { epochs: 3, hidden: 40, charFeatures: 8, learningRate: 0.005 });
  await studio.train.click();
  await studio.waitFor('Finished');
  await page.getByRole('tab', { name: 'Score', exact: true }).click();
  const files = page.getByLabel('File to score or tag');
  await files.selectOption(await files.getByRole('option', { name: /\(dev\)$/ }).getAttribute('value'));
  await page.getByRole('button', { name: 'Score', exact: true }).click();
  const confidence = page.getByRole('region', { name: 'Confidence' });
  await confidence.getByRole('button', { name: /^Measure how often/ }).click();
  await expect(confidence.getByText(/Each half of the documents is calibrated on the other\.$/)).toBeVisible();
  await confidence.getByLabel('Review budget').selectOption('at most 25 sentences to read');
  const budget = confidence.getByText(/^Accept from 0\.\d+: [\d.]+% right \(95 % interval/);
  await expect(budget).toHaveText(/in (1\d|2[0-5]|\d) sentences?\.$/);
  const threshold = /Accept from (0\.\d+)/.exec((await budget.textContent()) ?? '')?.[1];
  await confidence.getByRole('button', { name: 'Use this threshold' }).click();
  const own = confidence.getByText(`The threshold of the model is ${threshold}.`);
  await expect(own).toBeVisible();
  await expectAxeSilent(page);

  // The threshold is part of the model's file.
  const [download] = await Promise.all([page.waitForEvent('download'), studio.exportModel.click()]);
  const config = JSON.parse(strFromU8(unzipSync(await readFile(await download.path()))['config.json']!)) as {
    confidence: { threshold: number };
  };
  expect(String(config.confidence.threshold)).toBe(threshold);
});
