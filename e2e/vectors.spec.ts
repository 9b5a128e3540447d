import { gzipSync } from 'node:zlib';
import { devFile, trainFile } from './fixtures/corpus.ts';
import { expect, test } from './fixtures/test.ts';

const TINY = { epochs: 1000, patience: 0, hidden: 8, wordDim: 8, charDim: 4, charFeatures: 4, batchSize: 12 };
const WORDS = 1_000_000;

/** Seconds of reading, in a file of a few megabytes. */
function longFile() {
  const text = Array.from({ length: WORDS }, (_, i) => `word${i}${' 0.123 -0.25'.repeat(10)}\n`).join('');
  return { name: 'long.vec.gz', mimeType: 'application/gzip', buffer: gzipSync(text, { level: 1 }) };
}

test('compressed vectors are read during a run, which continues and responds; Cancel only stops reading', async ({
  studio,
  device,
  page,
}) => {
  const file = longFile();
  const card = page.getByRole('listitem').filter({ hasText: file.name });
  const cancel = page.getByRole('button', { name: 'Cancel', exact: true });
  await studio.open({ device, sample: 'none' }, TINY);
  await studio.addFiles([trainFile(100), devFile]);
  await studio.train.click();
  await studio.waitForScores();

  await studio.addFiles([file]);
  await expect(card).toBeVisible();
  await cancel.click();
  await expect(cancel).toBeHidden();
  await studio.waitFor('Training', 30_000);
  await expect(card).toBeHidden();

  await studio.addFiles([file]);
  await expect(card).toBeVisible();
  await studio.tag('Nora Field sails to Westmark.');
  await expect(studio.entities).toContainText('Nora Field sails to Westmark.'); // as recorded by the run
  await expect(cancel).toBeVisible(); // still
  await expect(page.getByText('1,000,000 words')).toBeVisible({ timeout: 120_000 });
  await studio.waitFor('Training', 30_000);
  const { epoch } = await studio.position();
  await expect.poll(async () => (await studio.position()).epoch).not.toBe(epoch);
  await studio.stop.click();
  await studio.waitFor('Stopped');
});
