import { zipSync } from 'fflate';
import { textFile, trainFile } from './fixtures/corpus.ts';
import { expect, test } from './fixtures/test.ts';

const EMPTY_LINES = {
  name: 'lines.zip',
  mimeType: 'application/zip',
  buffer: Buffer.from(zipSync({ 'a.conll': new Uint8Array(200_000_000).fill(10) })),
};

test('files that take long or exceed a limit do not delay a run, and can be cancelled immediately', async ({
  page,
  studio,
  device,
}) => {
  await studio.open({ device, sample: 'none' }, { epochs: 1000, hidden: 300, batchSize: 1, patience: 1000 });
  await studio.addFiles([trainFile()]);
  await studio.train.click();
  await studio.waitForScores();

  const { epoch } = await studio.position();
  await studio.addFiles([EMPTY_LINES]);
  await expect(page.getByRole('alert').filter({ hasText: 'a.conll has at least 10,000,001 lines' })).toBeVisible();
  await expect.poll(async () => (await studio.position()).epoch).not.toBe(epoch);

  const sentences = `${JSON.stringify({ text: 'Nora sails to Lund. '.repeat(2000), label: [[0, 4, 'PER']] })}\n`;
  await studio.addFiles([textFile('long.test.jsonl', sentences.repeat(400))]);
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Cancel', exact: true })).toBeHidden();
  await expect(studio.useOf('long.test.jsonl')).toBeHidden();
  await studio.waitFor('Training');
  const before = (await studio.position()).epoch;
  await expect.poll(async () => (await studio.position()).epoch).not.toBe(before);
  await studio.stop.click();
  await studio.waitFor('Stopped');
});
