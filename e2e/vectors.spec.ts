import { gzipSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { conll, devFile, textFile, trainFile } from './fixtures/corpus.ts';
import { whenKept } from './fixtures/kept.ts';
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

/** A binary file of word2vec. */
function binary(dimensions: number): Buffer {
  const row = (word: string) =>
    Buffer.concat([
      Buffer.from(`${word} `),
      Buffer.from(new Float32Array(dimensions).fill(0.1).buffer),
      Buffer.from('\n'),
    ]);
  return Buffer.concat([Buffer.from(`2 ${dimensions}\n`), row('Nora'), row('sails')]);
}

test('another file of an archive of vectors is chosen on its card, also a binary one', async ({ studio, page }) => {
  await studio.open({ device: 'simd', sample: 'none' });
  const buffer = Buffer.from(zipSync({ 'glove.5d.bin': binary(5), 'glove.20d.bin': binary(20) }));
  await studio.addFiles([trainFile(3), { name: 'glove.zip', mimeType: 'application/zip', buffer }]);
  const card = page.getByRole('listitem').filter({ hasText: 'glove.zip' });
  const choice = card.getByRole('combobox', { name: 'File of glove.zip' });
  await expect(choice).toHaveValue('glove.20d.bin');
  await expect(card.getByText('Word vectors of 20 dimensions')).toBeVisible();
  await choice.selectOption('glove.5d.bin');
  await expect(card.getByText('Word vectors of 5 dimensions')).toBeVisible();
  await expect(choice).toHaveValue('glove.5d.bin');
});

test('how vectors are read is chosen on their card, and stays chosen after a reload', async ({ studio, page }) => {
  await studio.open({ device: 'simd', sample: 'none' });
  const rows = ['run_VERB', 'sit_VERB', 'go_VERB', 'sea_NOUN'].map((word) => `${word} 0.5 1.5 2.5 3.5 4.5\n`).join('');
  await studio.addFiles([{ name: 'own.vec', mimeType: 'text/plain', buffer: Buffer.from(rows) }]);
  const read = (words: string) => page.getByText(`Read: words ${words}, separated by spaces or tabs`);
  await read('without their part of speech _NOUN').click();
  await page.getByLabel('Words of own.vec').selectOption('as written');
  await expect(page.getByRole('cell', { name: 'run_VERB', exact: true })).toBeVisible();
  await whenKept(page, /"words":"asWritten"/);
  await page.reload();
  const details = page.getByRole('button', { name: 'Details of own.vec', exact: true });
  await expect(async () => {
    if ((await details.getAttribute('aria-expanded')) !== 'true') await details.click(); // opens by itself, too
    await expect(read('as written')).toBeVisible({ timeout: 1000 });
  }).toPass();
});

test('after a reload, words have vectors that are in the file, and not in the stored model', async ({
  studio,
  page,
  context,
  device,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await studio.open({ device, sample: 'none' }, { ...TINY, epochs: 200, learningRate: 0.02, fineTuneWords: 'false' });
  // A model file contains the first 20,000 words. The last ones decide alone, since their forms are new.
  const vector = (sign: number) => Array.from({ length: 8 }, (_, i) => (i % 2 === 0 ? sign : -sign)).join(' ');
  const words = [
    'nora 1',
    'sails -1',
    ...Array.from({ length: 20_000 }, (_, i) => `w${i} 0`),
    'zebulon 1',
    'zarking -1',
  ];
  const text = words.map((line) => line.split(' ')).map(([word, sign]) => `${word} ${vector(Number(sign))}\n`);
  const corpus = conll(Array.from({ length: 8 }, () => '[PER nora] sails sails .'));
  await studio.addFiles([textFile('own.train', corpus), textFile('all.vec', text.join(''))]);
  await studio.train.click();
  await studio.waitFor('Finished');
  const tagged = () => studio.tagsOf('zebulon zarking .');
  const before = await tagged();
  await whenKept(page, /"model":"[^"]+"/);
  await page.reload();
  await studio.waitFor('Idle');
  expect(await tagged()).toBe(before);
  // Without the file, they are unknown words.
  await page.getByRole('button', { name: 'Remove all.vec' }).click();
  await expect.poll(tagged).not.toBe(before);
});
