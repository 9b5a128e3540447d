import { expect, test } from './fixtures/test.ts';

/** Two documents; only the first sentence of the first document shows what Vale is in the second. */
const CORPUS = `-DOCSTART- O

Ada B-PER
Vale I-PER
lives O
in O
Norrby B-LOC
. O

Vale B-PER
was O
old O
. O

-DOCSTART- O

Weir B-LOC
is O
quiet O
. O

Mio B-PER
left O
Weir B-LOC
. O
`;

test('a model that reads documents: the file shows them, it trains, and a sentence is tagged within its text', async ({
  page,
  studio,
  device,
}) => {
  await studio.open(
    { device, sample: 'none' },
    { context: 'document', consistency: 2.5, epochs: 60, hidden: 20, batchSize: 2, learningRate: 0.02 },
  );
  const file = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(CORPUS) });
  await studio.addFiles([file('train.conll'), file('dev.conll')]);
  await studio.openCard('train.conll');
  await expect(page.getByText(/2\sdocuments\s· 4\ssentences/).first()).toBeVisible();
  await page.getByRole('button', { name: 'Sentences of train.conll' }).click();
  await expect(page.getByText('document 2, line 17')).toBeVisible();
  await page.getByRole('button', { name: 'Statistics of train.conll' }).click();
  await expect(page.getByText('2 documents; the longest has 10 tokens, from line 3.')).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'All settings' }).click();
  await expect(studio.setting('Context')).toHaveValue('document');
  await expect(studio.setting('Consistency')).toHaveValue('2.5');
  await studio.train.click();
  await studio.waitFor('Finished');
  const text = 'Weir is quiet. Mio left Weir.';
  await studio.tag(text);
  await expect(studio.entities).toContainText(text);
  const found = () => studio.foundEntities();
  await expect.poll(found).toContainEqual({ type: 'LOC', text: 'Weir' });

  await page.getByRole('tab', { name: 'Inside' }).click();
  const elsewhere = page.getByRole('figure', { name: 'The same word elsewhere' });
  await elsewhere.scrollIntoViewIfNeeded();
  await expect(elsewhere).toContainText(/“Weir”: another occurrence, which adds [+−]?[\d.]+ to the emission of S-LOC/);
  await expect(elsewhere.getByRole('row').last()).toContainText('Mio left Weir .');
  await elsewhere.getByText('Mio left', { exact: true }).click();
  await expect(page.getByLabel('Sentence', { exact: true })).toHaveValue('1');
  await expect(elsewhere.getByRole('row').last()).toContainText('Weir is quiet .');

  await page.getByRole('tab', { name: 'Score', exact: true }).click();
  await page.getByRole('button', { name: 'Score', exact: true }).click();
  await expect(page.getByText(/4 sentences in .*, read as 2 documents/)).toBeVisible();
  const predicted = await studio.downloaded(() => page.getByRole('button', { name: 'Save predictions' }).click());
  expect(predicted.bytes.toString().match(/^-DOCSTART-/gm), 'borders of documents').toHaveLength(2);

  const { bytes } = await studio.downloadModel();
  for (const program of ['tagger.py', 'tagger.mjs', 'model.onnx']) expect(bytes.includes(program)).toBe(true);
});

test('the preset for documents is chosen for files that have them, until the user chooses one', async ({
  studio,
  device,
  page,
}) => {
  await studio.open({ device, sample: 'none' }, {});
  const file = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
  await studio.addFiles([file('train.conll', CORPUS)]);
  await expect(studio.setting('Preset')).toHaveValue('tagsmith-documents');
  await expect(page.getByText('Chosen because your files have documents')).toBeVisible();
  await page.getByRole('button', { name: 'Remove train.conll' }).click();
  await studio.addFiles([file('train.conll', CORPUS.replaceAll('\n\n', '\n\n-DOCSTART- O\n\n'))]);
  await expect(studio.setting('Preset')).toHaveValue('tagsmith');
  await studio.setting('Preset').selectOption('ma-hovy');
  await studio.addFiles([file('other.train', CORPUS)]);
  await expect(page.getByRole('button', { name: 'Details of other.train' })).toBeVisible();
  await expect(studio.setting('Preset')).toHaveValue('ma-hovy');
});
