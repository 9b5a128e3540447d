import type { Locator } from '@playwright/test';
import { devFile, LEARNED, trainFile, vectorsFile } from './fixtures/corpus.ts';
import { StudioPage } from './fixtures/studio-page.ts';
import { expect, test } from './fixtures/test.ts';
import { UnpackedModel } from './fixtures/unpacked-model.ts';

/** A software GPU is about a hundred times slower: it trains a smaller model on a smaller file. */
const SIZES = {
  simd: { times: 20, counts: '240 sentences · 1,620 tokens', recipe: { hidden: 80, learningRate: 0.002 } },
  webgpu: { times: 1, counts: '12 sentences · 81 tokens', recipe: { hidden: 12, learningRate: 0.02 } },
};
/** Runs until it is stopped, with little noise: the model memorises the training sentences. */
const RECIPE = {
  epochs: 1000,
  patience: 0,
  batchSize: 4,
  charDim: 8,
  charFeatures: 8,
  unknownReplacement: 0,
  wordDropout: 0,
  averaging: 0,
  dropoutInput: 0,
  dropoutOutput: 0,
};

/** The current contents of the figures and the table. */
async function drawn(studio: StudioPage) {
  const shapes = (figure: Locator, attribute: string) =>
    figure.locator(`[${attribute}]`).evaluateAll((all, name) => all.map((one) => one.getAttribute(name)), attribute);
  return {
    loss: await shapes(studio.figure('Loss').locator('.recharts-surface'), 'd'),
    f1: await shapes(studio.figure('F1 by entity').locator('.recharts-surface'), 'd'),
    transitions: await shapes(studio.figure('Transition matrix').getByRole('grid'), 'd'),
  };
}

const CLIPBOARD = ['clipboard-read', 'clipboard-write'];

test('files are added, a paused and stopped run gives a model, and the exported model tags the same', async ({
  page,
  studio,
  device,
  context,
  browser,
}) => {
  test.setTimeout(300_000);
  const { times, counts, recipe } = SIZES[device];
  await context.grantPermissions(CLIPBOARD);
  await studio.open({ device, sample: 'none' }, { ...RECIPE, ...recipe });

  await test.step('files are recognised, whether added or dropped', async () => {
    await studio.addFiles([trainFile(times), vectorsFile]);
    await expect(studio.useOf('own.train')).toHaveValue('train');
    for (const { name } of [trainFile(times), vectorsFile]) await studio.openCard(name);
    await expect(page.getByText(counts)).toBeVisible();
    await expect(page.getByLabel('Tag scheme of own.train')).toHaveValue('BIO');
    await expect(page.getByText('→ BIOES')).toBeVisible();
    await expect(page.getByText('10 words', { exact: true })).toBeVisible();
    await expect(page.getByText('Word vectors of 8 dimensions')).toBeVisible();
    await studio.dropFile(devFile);
    await expect(studio.useOf('own.dev')).toHaveValue('dev');
    await studio.openCard('own.dev');
    await expect(page.getByText('3 sentences · 19 tokens')).toBeVisible();
  });

  await test.step('a sentence is tagged during training', async () => {
    await studio.train.click();
    await studio.waitFor('Training');
    await studio.tag('Nora Field sails.');
    // On a GPU in software the first steps wait for their shaders.
    await expect(studio.entities).toContainText('Nora Field sails.', { timeout: 180_000 });
    await studio.waitFor('Training');
  });

  const early = await test.step('a paused run does not advance, and still tags', async () => {
    await studio.waitForScores();
    await studio.pause.click();
    await studio.waitFor('Paused');
    // Events of steps taken before the pause may still arrive, but before these answers.
    for (const { text } of LEARNED) await studio.tagsOf(text);
    const position = await studio.position();
    for (const { text } of LEARNED) await studio.tagsOf(text);
    expect(await studio.position()).toEqual(position);
    return drawn(studio);
  });

  await test.step('the resumed run learns', async () => {
    await studio.resume.click();
    await expect(studio.status).toHaveText(
      /^Training epoch \d+ of 1000 · .*(tokens\/s|scoring dev) .*best dev F1 100\.00 at epoch \d+$/,
      { timeout: 120_000 },
    );
    for (const figure of ['loss', 'f1', 'transitions'] as const) {
      expect(early[figure].length, figure).toBeGreaterThan(0);
      await expect.poll(async () => (await drawn(studio))[figure], figure).not.toEqual(early[figure]);
    }
    // The table is drawn after the status.
    await expect.poll(() => studio.scoresOf('Overall')).toEqual(['100.00', '100.00', '100.00', '7']);
    await studio.waitFor('Training');
  });

  await test.step('a stopped run keeps its best weights', async () => {
    await studio.stop.click();
    await studio.waitFor('Stopped');
    await expect(studio.status).toHaveText(/Best dev F1 100\.00 at epoch \d+: its weights are kept/);
  });

  const tags: string[] = [];
  for (const { text, entities } of LEARNED) {
    tags.push(await studio.tagsOf(text));
    expect(await studio.foundEntities(), text).toEqual(entities);
  }
  expect(tags[0]).toBe('Nora B-PER\nField I-PER\nsails O\nto O\nWestmark B-LOC\n. O\n\n');

  const model = await studio.downloadModel();
  await page.getByText('JavaScript', { exact: true }).click();
  const program = await page.getByLabel('Program in JavaScript').innerText();
  expect(model.name).toMatch(/\.zip$/);
  await page.close();
  const other = await browser.newContext({ permissions: CLIPBOARD }); // this context would restore the files
  const fresh = new StudioPage(await other.newPage());
  await fresh.open({ device, sample: 'none' }, { ...RECIPE, ...recipe, epochs: 2 });

  await test.step('the exported model gives the same tags in ONNX Runtime', async () => {
    const unpacked = new UnpackedModel(model.bytes, test.info());
    const tagger = await unpacked.tagger();
    for (const { text, entities } of LEARNED) {
      const found = (await tagger.tag(text)).flatMap((sentence) => sentence.entities);
      expect(found.map(({ type, text }) => ({ type, text }))).toEqual(entities);
    }
    const printed = unpacked.outputOf(program.replace('Angela Merkel flew to Berlin.', LEARNED[0]!.text));
    for (const { type, text } of LEARNED[0]!.entities) {
      expect(printed).toContain(`type: '${type}'`);
      expect(printed).toContain(`text: '${text}'`);
    }
  });

  await test.step('the exported model gives the same tags in a new page', async () => {
    await fresh.addFiles([{ name: model.name, mimeType: 'application/zip', buffer: model.bytes }]);
    await expect(fresh.status).toHaveText(/^Idle a model is loaded/);
    // The code of the matrix arrives after the first paint.
    const cells = async () => (await drawn(fresh)).transitions.length;
    await expect.poll(cells, { message: 'its transitions' }).toBeGreaterThan(0);
    for (const [i, { text, entities }] of LEARNED.entries()) {
      expect(await fresh.tagsOf(text)).toBe(tags[i]);
      expect(await fresh.foundEntities(), text).toEqual(entities);
    }
  });

  await test.step('the imported model can be trained further', async () => {
    await fresh.addFiles([trainFile(times), devFile]);
    await fresh.trainFurther.click();
    await fresh.waitFor('Finished', 90_000);
    await expect(fresh.status).toHaveText(/after 2 epochs.*Best dev F1 100\.00/);
  });
});
