import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { expectAxeSilent } from './fixtures/accessible.ts';
import { textFile } from './fixtures/corpus.ts';
import { whenKept } from './fixtures/kept.ts';
import { expect, test } from './fixtures/test.ts';
import { UnpackedModel } from './fixtures/unpacked-model.ts';

const GOOD = ['fine', 'lovely', 'great', 'warm', 'funny'];
const BAD = ['dull', 'slow', 'poor', 'cold', 'tedious'];
const THINGS = ['film', 'book', 'play', 'song'];

/** Short reviews: a word decides the class. The sentence end inside does not. */
const REVIEWS = THINGS.flatMap((thing) =>
  [...GOOD.map((word) => [word, 'pos'] as const), ...BAD.map((word) => [word, 'neg'] as const)].map(
    ([word, label]) => ({ text: `I saw this ${thing}. It was ${word}, I think`, label }),
  ),
);
const csv = (reviews: typeof REVIEWS) =>
  `text,label\n${reviews.map(({ text, label }) => `"${text}",${label}\n`).join('')}`;
const RECIPE = {
  epochs: 12,
  hidden: 16,
  wordDim: 16,
  charDim: 4,
  charFeatures: 4,
  learningRate: 0.03,
  dropoutInput: 0.1,
  dropoutOutput: 0.1,
  wordDropout: 0,
  unknownReplacement: 0,
  patience: 0,
};

test('texts with a class: card, training, sentence box, score, export, command to use it, reload', async ({
  page,
  studio,
  device,
}) => {
  await studio.open({ device, sample: 'none' }, { ...RECIPE, pooling: 'attention' });
  await studio.addFiles([textFile('train.csv', csv(REVIEWS)), textFile('dev.csv', csv(REVIEWS.slice(0, 20)))]);
  await studio.openCard('train.csv');
  await expect(page.getByText('40 texts, classes pos, neg', { exact: true })).toBeVisible();
  await expect(page.getByLabel('Tag scheme of train.csv')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Check labels' })).toHaveCount(0);

  await expect(page.getByRole('figure', { name: 'Accuracy and F1 by class' })).toBeVisible();
  await expect(page.getByText('A text has one class: there are no transitions.')).toBeVisible();
  const scores = page.getByRole('table', { name: 'Class scores' });
  await expect(scores.getByRole('columnheader').first()).toHaveText('Class');
  await studio.train.click();
  await studio.waitFor('Finished', 60_000);
  await expect(studio.status).toContainText('Best dev accuracy 100.00 at epoch');
  await expect(scores.getByRole('row', { name: /^Accuracy/ })).toContainText('100.00');
  await expect(scores.getByRole('rowheader')).toHaveText(['Accuracy', 'neg', 'pos']);

  await studio.tag('I saw this play. It was lovely, I think');
  const classes = page.getByRole('table', { name: 'Classes of the text' });
  await expect(classes.getByRole('row')).toHaveCount(3);
  await expect(classes.getByRole('row').nth(1)).toContainText('pos');
  await studio.tag('I saw this play. It was tedious, I think');
  await expect(classes.getByRole('row').nth(1)).toContainText('neg');
  const words = page.getByRole('list', { name: 'Weights of the words' });
  await expect(words.getByRole('listitem')).toHaveCount(11);

  await page.getByRole('tab', { name: 'Score' }).click();
  await studio.addFiles([
    textFile(
      'test.jsonl',
      REVIEWS.slice(5, 25)
        .map((review) => `${JSON.stringify(review)}\n`)
        .join(''),
    ),
  ]);
  await page.getByRole('combobox', { name: 'File to score or tag' }).selectOption({ label: 'test.jsonl (test)' });
  await page.getByRole('button', { name: 'Score', exact: true }).click();
  await expect(page.getByRole('table', { name: 'Scores on test.jsonl' })).toBeVisible();
  await expect(page.getByText('F1, macro')).toBeVisible();
  await expect(page.getByRole('table', { name: 'Confusion of classes' }).getByRole('row')).toHaveCount(3);
  const predicted = await studio.downloaded(() => page.getByRole('button', { name: 'Save predictions' }).click());
  expect(predicted.name).toBe('test.predicted.jsonl');
  expect(JSON.parse(predicted.bytes.toString().split('\n')[0]!)).toMatchObject({ ...REVIEWS[5], predicted: 'neg' });

  await studio.addFiles([textFile('new.csv', 'id,text\n1,It was great I think\n2,It was poor I think\n')]);
  await page.getByRole('combobox', { name: 'File to score or tag' }).selectOption({ label: 'new.csv (records)' });
  await page.getByRole('button', { name: 'Tag', exact: true }).click();
  const records = page.getByRole('region', { name: 'Records of new.csv' });
  await expect(records.getByRole('row').nth(1)).toContainText('pos');
  await expect(records.getByRole('row').nth(2)).toContainText('neg');
  // The card of a file, the sentence box, Score with its confusion, and the records.
  await expectAxeSilent(page);

  await page.getByRole('tab', { name: 'Inside' }).click();
  await expect(page.getByText(/^Inside shows how a model tags the words/)).toBeVisible();
  await page.getByRole('tab', { name: 'Documents' }).click();
  await expect(page.getByText(/^Documents marks and redacts/)).toBeVisible();

  await page.getByRole('tab', { name: 'Charts' }).click();
  await expect(page.getByLabel('Program in Python')).toContainText('tagger.classify(texts)');
  await page.getByRole('button', { name: 'Export options' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export options' });
  expect(await dialog.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
  await expect(page.getByText('There is no page or ONNX program')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save as a page', exact: true })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Save as a module', exact: true })).toBeEnabled();
  const zip = await studio.downloaded(() => page.getByRole('button', { name: 'Save as a zip', exact: true }).click());
  await page.keyboard.press('Escape');
  const tagger = await new UnpackedModel(zip.bytes, test.info()).tagger();
  const [first] = await tagger.classify('I saw this film. It was dull, I think');
  expect(first?.type).toBe('neg');

  await whenKept(page, /"scheme":"text"/);
  await page.reload();
  await expect(studio.useOf('train.csv')).toBeAttached();
  await expect(page.getByText(/damaged/)).toHaveCount(0);
  await expect(page.getByRole('figure', { name: 'Accuracy and F1 by class' })).toBeVisible();
  await studio.tag('I saw this film. It was dull, I think');
  await expect(classes.getByRole('row').nth(1)).toContainText('neg');

  await studio.open({ device, sample: 'none', fresh: '1' });
  await studio.addFiles([{ name: 'reviews.zip', mimeType: 'application/zip', buffer: zip.bytes }]);
  await studio.tag('I saw this film. It was warm, I think');
  await expect(classes.getByRole('row').nth(1)).toContainText('pos');
});

test('a zip with a folder for each class asks whether these are classes', async ({ page, studio, device }) => {
  await studio.open({ device, sample: 'none' });
  const files = Object.fromEntries(REVIEWS.map(({ text, label }, i) => [`${label}/${i}.txt`, strToU8(text)]));
  await studio.addFiles([{ name: 'reviews.zip', mimeType: 'application/zip', buffer: Buffer.from(zipSync(files)) }]);
  await expect(page.getByText('Are the folders the classes of their texts?', { exact: true })).toBeVisible();
  await expect(studio.train).toBeDisabled();
  await page.getByRole('button', { name: 'yes, the classes' }).click();
  await expect(page.getByText('40 texts, classes pos, neg', { exact: true })).toBeAttached(); // the card may be folded
  await expect(page.getByText(/2\sclasses; 36\stexts/)).toBeVisible();
  await expect(studio.train).toBeEnabled();
});

test('folders that are no classes have separate texts, also after the page is opened again', async ({
  page,
  studio,
  device,
}) => {
  await studio.open({ device, sample: 'none' });
  const files = Object.fromEntries(REVIEWS.map(({ text, label }, i) => [`${label}/${i}.txt`, strToU8(text)]));
  await studio.addFiles([{ name: 'letters.zip', mimeType: 'application/zip', buffer: Buffer.from(zipSync(files)) }]);
  await page.getByRole('button', { name: 'no, these are separate texts' }).click();
  await expect(page.getByText(/^40\srecords/)).toBeAttached();
  await expect(page.getByText('Are the folders the classes of their texts?')).toHaveCount(0);
  await expect(page.getByText('Sample corpus')).toHaveCount(0);
  await whenKept(page, /"textFields":\["text"\]/);
  await page.reload();
  await expect(page.getByText(/^40\srecords/)).toBeAttached();
  await expect(page.getByText('Are the folders the classes of their texts?')).toHaveCount(0);
});

test('a dropped folder keeps its folders: these may be classes', async ({ page, studio, device, browserName }) => {
  test.skip(browserName !== 'chromium', 'a folder is dropped by the protocol of Chromium');
  const folder = await mkdtemp(join(tmpdir(), 'reviews-'));
  for (const [i, { text, label }] of REVIEWS.entries()) {
    await mkdir(join(folder, label), { recursive: true });
    await writeFile(join(folder, label, `${i}.txt`), text);
  }
  await studio.open({ device, sample: 'none' });
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [folder], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, x: 600, y: 400, data });
  await page.getByRole('button', { name: 'yes, the classes' }).click();
  await expect(page.getByText('40 texts, classes neg, pos', { exact: true })).toBeAttached();
  await rm(folder, { recursive: true });
});

test('two columns of words and tags are read as columns, although they are called text and label', async ({
  page,
  studio,
  device,
}) => {
  await studio.open({ device, sample: 'none' });
  await studio.addFiles([textFile('train.csv', 'text,label\nMira,B-PER\nran,O\n.,O\n')]);
  await expect(page.getByText(/1\sentity/).first()).toBeVisible();
});
