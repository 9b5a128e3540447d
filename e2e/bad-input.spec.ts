import { writeFile } from 'node:fs/promises';
import { gzipSync, strToU8, zipSync } from 'fflate';
import { conll, devFile, textFile, trainFile, vectorsFile } from './fixtures/corpus.ts';
import type { FilePayload } from './fixtures/studio-page.ts';
import { expect, test } from './fixtures/test.ts';

const file = (name: string, bytes: Uint8Array): FilePayload => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(bytes),
});

/** Random bytes, including a zero. */
const noise = Uint8Array.from({ length: 3000 }, (_, i) => (i * i * 31 + i * 7) % 256);
const gzip = gzipSync(strToU8(vectorsFile.buffer.toString().repeat(50)));

/** Unusable files, and the message for each. */
const REFUSED: [FilePayload, RegExp][] = [
  [file('photo.raw', noise), /photo\.raw is binary data .*not text\. Expected text in UTF-8/],
  [textFile('nothing.txt', ''), /Found no sentences in nothing\.txt/],
  [textFile('one-line.conll', 'word '.repeat(1_000_000)), /one-line\.conll is running text, not a corpus/],
  [file('cut.vec.gz', gzip.slice(0, gzip.length / 2)), /cut\.vec\.gz .*truncated/],
  [file('pictures.zip', zipSync({ 'a.png': noise, 'b.png': noise })), /png is binary data/],
  [file('cut.zip', zipSync({ 'a.train': strToU8('x') }).slice(0, 40)), /cut\.zip is not a complete zip/],
];

test('an unusable file is reported and changes nothing', async ({ page, studio, device }) => {
  await studio.open({ device, sample: 'none' });
  await studio.addFiles([trainFile(), vectorsFile]);
  for (const [bad, answer] of REFUSED) {
    await test.step(bad.name, async () => {
      await studio.addFiles([bad]);
      await expect.soft(page.getByRole('alert').filter({ hasText: answer }), bad.name).toBeVisible();
      await studio.waitFor('Idle');
      await expect.soft(page.getByLabel(/^Use of /)).toHaveCount(1);
    });
  }
  await expect(page.getByText('10 words', { exact: true })).toBeVisible();
  await studio.openCard('own.train');
  await expect(page.getByText('12 sentences · 81 tokens')).toBeVisible();
  await expect(studio.train).toBeEnabled();

  // An unusable file does not prevent the others from being added.
  await studio.addFiles([textFile('empty.test', ''), devFile]);
  await expect(studio.useOf('own.dev')).toHaveValue('dev');
  await expect(page.getByRole('alert').filter({ hasText: 'empty.test' })).toBeVisible();
});

test('unreadable lines of a file are listed with their numbers; the rest is read', async ({ page, studio, device }) => {
  await studio.open({ device, sample: 'none' });
  await studio.addFiles([
    textFile('own.train', conll(['[PER Nora Field] sails .', '[PER Ivo] rests .']) + 'Lund\nmet O x\n'),
  ]);
  await expect(page.getByText('2 sentences · 7 tokens')).toBeVisible();
  await page.getByText('2 problems').click();
  await expect(page.getByText('own.train, line 9, column 5')).toBeVisible();
  await expect(page.getByText(/^Found 1 column, expected 2 separated by spaces/)).toBeVisible();
  await expect(page.getByText(/^Found 3 columns, expected 2/)).toBeVisible();
  await expect(page.locator('pre').filter({ hasText: 'met O x' }).locator('mark')).toHaveText('x');

  await studio.addFiles([textFile('wide.test', conll([`[PER Nora Field] ${'sails '.repeat(10_000)}`]))]);
  await page.getByText('1 problem', { exact: true }).click();
  await expect(page.getByText(/^Found no ends of sentences: all 10002 tokens/)).toBeVisible();
  await expect(page.getByText('1 sentence · 10,002 tokens')).toBeVisible();
});

test('JSON lines and CoNLL-U are read, and a removal can be undone', async ({ page, studio, device }) => {
  await studio.open({ device, sample: 'none' });
  const json = JSON.stringify({ tokens: ['Nora', 'Field', 'sails'], ner_tags: ['B-PER', 'I-PER', 'O'] });
  const conllu =
    '# text = Ships sail\n1\tShips\tship\tNOUN\t_\t_\t2\tnsubj\t_\t_\n2\tsail\tsail\tVERB\t_\t_\t0\troot\t_\t_\n\n';
  await studio.addFiles([textFile('own.train.jsonl', `${json}\n${json}\n`), textFile('own.test.conllu', conllu)]);
  for (const name of ['own.train.jsonl', 'own.test.conllu']) await studio.openCard(name);
  await expect(page.getByText('2 sentences · 6 tokens')).toBeVisible();
  await expect(page.getByText('JSON lines')).toBeVisible();
  await expect(studio.useOf('own.test.conllu')).toHaveValue('test');
  await expect(page.getByText('1 sentence · 2 tokens')).toBeVisible();

  await studio.useOf('own.test.conllu').selectOption('unused');
  await page.getByRole('button', { name: 'Remove own.test.conllu' }).click();
  await expect(page.getByText('own.test.conllu removed')).toBeVisible();
  await expect(studio.useOf('own.test.conllu')).toBeHidden();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(studio.useOf('own.test.conllu')).toHaveValue('unused');
});

test('a model file with one changed byte is rejected, and the current model stays', async ({
  page,
  studio,
  device,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await studio.open({ device, sample: 'none' }, { epochs: 1, hidden: 8, wordDim: 8, charFeatures: 4 });
  await studio.addFiles([trainFile()]);
  await studio.train.click();
  await studio.waitFor('Finished');
  const before = await studio.tagsOf('Nora Field sails.');
  const { bytes } = await studio.downloadModel();
  const offset = bytes.indexOf('model.safetensors') + 2000;
  bytes[offset] = bytes[offset]! ^ 1;
  await studio.addFiles([file('changed.zip', bytes)]);
  await expect(page.getByRole('alert')).toContainText(/changed\.zip.*The model cannot be read/);
  await studio.tag('');
  expect(await studio.tagsOf('Nora Field sails.')).toBe(before);
  await expect(studio.exportModel).toBeEnabled();
});

test('a vectors file that changes after it was added is reported, and tagging continues', async ({
  studio,
  device,
}, testInfo) => {
  const vectors = testInfo.outputPath('own.vec');
  await writeFile(vectors, vectorsFile.buffer.toString().replaceAll('sunday', 'timbuktu'));
  await studio.open({ device, sample: 'none' }, { epochs: 1, hidden: 8, charFeatures: 8 });
  await studio.addFiles([trainFile()]);
  await studio.addFilesInput.setInputFiles(vectors);
  await expect(studio.page.getByText('10 words', { exact: true })).toBeVisible();
  await studio.train.click();
  await studio.waitFor('Finished', 60_000);
  await studio.sentence.fill('Nora sails to Timbuktu .');
  await expect(studio.entities).toContainText('Nora sails to Timbuktu .');
  await expect(studio.messages).not.toContainText('own.vec');
  await writeFile(vectors, 'something else');
  await studio.sentence.fill('Ivo rests in Timbuktu .');
  await expect(studio.messages).toContainText('own.vec can no longer be read');
  await expect(studio.messages).toContainText('Add the file again.');
  await expect(studio.entities).toContainText('Ivo rests in Timbuktu .');
});
