import { zipSync } from 'fflate';
import { smallEncoder, type SmallEncoderOptions } from '../test/helpers/small-encoder.ts';
import { expectAccessible } from './fixtures/accessible.ts';
import type { FilePayload } from './fixtures/studio-page.ts';
import { expectExplained } from './fixtures/inside.ts';
import { expect, test } from './fixtures/test.ts';

const CORPUS = `Ada B-PER
Vale I-PER
lives O
in O
Norrby B-LOC
. O

Mio B-PER
left O
Norrby B-LOC
. O

Weir B-LOC
is O
quiet O
. O

Mio B-PER
left O
Weir B-LOC
. O
`;

const payload = (name: string, contents: Uint8Array | string): FilePayload => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(contents),
});
const encoderFiles = (options: SmallEncoderOptions = {}) =>
  Object.entries(smallEncoder({ external: true, ...options })).map(([name, contents]) => payload(name, contents));
const corpora = [payload('train.conll', CORPUS), payload('dev.conll', CORPUS)];

const RECIPE = { epochs: 30, hidden: 20, batchSize: 2, learningRate: 0.02 };

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

test('an encoder: its features are computed once, a model trains on them, and needs it to tag', async ({
  page,
  studio,
  device,
}) => {
  await studio.open({ device, sample: 'none' }, RECIPE);
  await studio.addFiles([...corpora, ...encoderFiles()]);
  const card = page.getByRole('listitem').filter({ hasText: 'encoder.onnx' });
  await expect(card).toContainText('16 numbers a word');
  await expect(page.getByRole('switch', { name: 'Features as an input' })).toBeChecked();
  await expectAccessible(page);
  await studio.train.click();
  await studio.waitFor('Finished');
  await studio.tag('Ada left Norrby.');
  await expect.poll(() => studio.foundEntities()).toContainEqual({ type: 'LOC', text: 'Norrby' });

  await expectExplained(page, 'Norrby');
  await expect(page.getByText(/^The encoder reads the whole sentence/)).toBeVisible();

  const { name, bytes } = await studio.downloadModel();
  expect(bytes.includes('model.onnx'), 'a graph that knows no encoder').toBe(false);
  const tags = await studio.tagsOf('Mio lives in Weir.');

  await page.getByRole('tab', { name: 'Ablation' }).click();
  await expect(page.getByRole('rowheader', { name: /no encoder/ })).toBeVisible();

  // The encoder is restored when the page is reopened.
  await page.reload();
  await expect(card).toContainText('16 numbers a word');
  expect(await studio.tagsOf('Mio lives in Weir.')).toBe(tags);

  // The model alone asks for its encoder, and does not accept another one.
  await page.getByRole('button', { name: 'Remove encoder.onnx' }).click();
  await page.getByRole('button', { name: /^Remove .*-model$/ }).click();
  await studio.addFiles([payload(name, bytes)]);
  await expect(
    page.getByText(/Needs the encoder encoder\.onnx \(SHA-256 .*: add it with its tokenizer\.json/),
  ).toBeVisible();
  await studio.addFiles(encoderFiles({ seed: 2 }));
  await expect(page.getByText(/Needs the encoder .*; another one is loaded/)).toBeVisible();
  await expectAccessible(page);
  await studio.addFiles(encoderFiles());
  await expect(page.getByText(/Needs the encoder/)).toBeHidden();
  expect(await studio.tagsOf('Mio lives in Weir.')).toBe(tags);
  await studio.trainFurther.click();
  await studio.waitFor('Finished');
});

test('the layers of an encoder are mixed: training finds the weights, which Inside shows', async ({
  page,
  studio,
  device,
}) => {
  await studio.open({ device, sample: 'none' }, RECIPE);
  await studio.addFiles([...corpora, ...encoderFiles({ allLayers: true })]);
  await expect(page.getByRole('listitem').filter({ hasText: 'encoder.onnx' })).toContainText('3 layers');
  await page.getByRole('button', { name: 'All settings' }).click();
  await studio.setting('Encoder layers').selectOption('mix');
  await studio.train.click();
  await studio.waitFor('Finished');
  await studio.tag('Ada left Norrby.');
  await expect.poll(() => studio.foundEntities()).toContainEqual({ type: 'LOC', text: 'Norrby' });

  await expectExplained(page, 'Norrby');
  await page
    .getByRole('region', { name: 'Network' })
    .getByRole('button', { name: /^Inputs/ })
    .click();
  const mix =
    /16 numbers of further inputs, joined; the mix of the encoder's layers is (last_hidden_state [\d.]+%, hidden_states\.0 [\d.]+%, hidden_states\.1 [\d.]+%, times \d\.\d{3})\./;
  const shown = page.getByText(mix);
  await expect(shown).toBeVisible();
  const [, shares] = mix.exec((await shown.textContent())!)!;
  expect(shares, 'weights that were trained').not.toMatch(/33\.3%.*33\.3%.*33\.3%/);

  // The exported model has the same mix, and gives the same tags.
  const tags = await studio.tagsOf('Mio lives in Weir.');
  const { name, bytes } = await studio.downloadModel();
  await page.getByRole('button', { name: /^Remove [\w-]+-model$/ }).click();
  await studio.addFiles([payload(name, bytes)]);
  expect(await studio.tagsOf('Mio lives in Weir.')).toBe(tags);
});

test('files that are not an encoder are refused with a message that says what was expected', async ({
  page,
  studio,
  device,
}) => {
  await studio.open({ device, sample: 'none' });
  const files = smallEncoder();
  await studio.addFiles([payload('encoder.onnx', files['encoder.onnx']!)]);
  await expect(
    page.getByText(/encoder\.onnx has no tokenizer\. Add it together with its tokenizer\.json/),
  ).toBeVisible();
  const logits = smallEncoder({ output: 'logits' });
  await studio.addFiles([
    payload(
      'hub.zip',
      zipSync({ 'onnx/model.onnx': logits['encoder.onnx']!, 'tokenizer.json': logits['tokenizer.json']! }),
    ),
  ]);
  await expect(page.getByText(/model\.onnx has no hidden states among its outputs: logits/)).toBeVisible();
});

test('a search for a recipe reads the features of the encoder', async ({ page, studio, device }) => {
  await studio.open({ device, sample: 'none' }, { ...RECIPE, epochs: 3 });
  await studio.addFiles([...corpora, ...encoderFiles()]);
  await expect(page.getByRole('listitem').filter({ hasText: 'encoder.onnx' })).toContainText('16 numbers a word');
  await page.getByRole('tab', { name: 'Search', exact: true }).click();
  await page.getByLabel('Budget in minutes').fill('0.1');
  await page.getByRole('button', { name: 'Find a recipe', exact: true }).click();
  await studio.waitFor('Finished', 120_000); // the best recipe, in full
  await page.getByRole('tab', { name: 'Search', exact: true }).click();
  const rows = page.getByRole('table', { name: 'Trials' }).locator('tbody').getByRole('row');
  await expect(rows.first()).toContainText(/\d\d\.\d\d/);
  await page.getByRole('tab', { name: 'Runs', exact: true }).click();
  await expect(page.getByTitle(/features of encoder\.onnx/).first()).toBeAttached();
});
