import { readFile } from 'node:fs/promises';
import type { Locator } from '@playwright/test';
import { strFromU8, unzipSync } from 'fflate';
import { expectAccessible, expectAxeSilent } from './fixtures/accessible.ts';
import { conll, textFile } from './fixtures/corpus.ts';
import { whenKept } from './fixtures/kept.ts';
import { expect, test } from './fixtures/test.ts';

const RECIPE = 'epochs=2&hidden=40&learningRate=0.005';

/** The last cell of each row: the number of gold entities. */
async function counts(table: Locator): Promise<number[]> {
  const cells = await table.locator('tbody tr td:last-child').allInnerTexts();
  return cells.map((cell) => Number(cell.replace(/\D/g, '')));
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

test.describe('a model of the sample', () => {
  test.use({ onePage: true });

  test('scores by what was seen in training, and errors filtered by it', async ({ page, studio, device }) => {
    await studio.openTrained(device, RECIPE);

    const total = Number((await studio.scoresOf('Overall')).at(-1));
    const by = page.getByLabel('Entity scores by', { exact: true });
    for (const slicing of ['Seen and unseen', 'Entity length', 'Sentence length']) {
      await by.selectOption(slicing.toLowerCase());
      const table = page.getByRole('table', { name: slicing, exact: true });
      await expect(table).toBeVisible();
      expect(sum(await counts(table))).toBe(total);
    }
    await by.selectOption('by type');
    await expect(studio.scores).toBeVisible();

    await page.getByRole('tab', { name: 'Score', exact: true }).click();
    await page.getByRole('button', { name: 'Score', exact: true }).click();
    const table = page.getByRole('table', { name: /^Seen and unseen: scores on / });
    await expect(table).toBeVisible();
    const overall = page.getByRole('table', { name: /^Scores on / }).getByRole('row', { name: /Overall/ });
    expect(sum(await counts(table))).toBe(Number((await overall.getByRole('cell').allInnerTexts()).at(-1)));
    await expect(page.getByText(/^By the words of the entity, compared with sample\.train\. Case/)).toBeVisible();
    const saved = await studio.downloaded(() => page.getByRole('button', { name: 'Save scores by slice' }).click());
    expect(saved.bytes.toString()).toMatch(/^slicing,slice,precision,.*\nseen,seen,/);

    const errors = page.getByRole('region', { name: 'Errors' });
    const filter = errors.getByLabel('Errors by: Seen and unseen');
    const option = (await filter.locator('option').allInnerTexts()).at(-1)!; // `Unknown (12)`
    await filter.selectOption(option);
    const [, name, count] = /^(.*) \((\d+)\)$/.exec(option)!;
    await expect(errors.getByText(new RegExp(`^${count} of `))).toBeVisible();
    await expect(errors.getByRole('listitem').first()).toContainText(name!.toLowerCase());
  });

  test('after training, entities have a calibrated confidence; a threshold marks what is to be reviewed', async ({
    page,
    studio,
    device,
  }) => {
    await studio.openTrained(device, RECIPE);
    await page.getByRole('tab', { name: 'Score', exact: true }).click();
    const files = page.getByLabel('File to score or tag');
    await files.selectOption(await files.getByRole('option', { name: /\(dev\)$/ }).getAttribute('value'));
    await page.getByRole('button', { name: 'Score', exact: true }).click();
    const confidence = page.getByRole('region', { name: 'Confidence' });
    await confidence.getByRole('button', { name: /^Measure how often/ }).click();
    await expect(confidence.getByText(/Each half of the documents is calibrated on the other\.$/)).toBeVisible();
    await confidence.getByLabel('Review budget').selectOption('at most 25 sentences to read');
    const budget = confidence.getByText(/^Accept from 0\.\d+: [\d.]+% right \(95% interval/);
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

  test('two runs are compared on a file', async ({ page, studio, device }) => {
    await studio.openTrained(device, RECIPE);
    await studio.setting('Epochs').fill('1');
    await studio.train.click();
    await studio.waitFor('Finished', 110_000);

    await page.getByRole('tab', { name: 'Runs', exact: true }).click();
    await page.getByRole('button', { name: 'Compare models' }).click();
    const dialog = page.getByRole('dialog', { name: 'Compare models' });
    await dialog.getByLabel('First model').selectOption('Run 1');
    await dialog.getByLabel('Second model').selectOption('Run 2');
    await dialog.getByLabel('File').selectOption('sample.test (test)');
    await dialog.getByRole('button', { name: 'Compare', exact: true }).click();
    const verdict = dialog.getByText(/(95% interval [−+\d.]+ to [−+\d.]+, p [<=] 0\.\d+)/);
    await expect(verdict).toBeVisible({ timeout: 60_000 });
    const [, low, high] = /interval ([−+\d.]+) to ([−+\d.]+),/.exec(await verdict.innerText())!;
    const [from, to] = [low!, high!].map((text) => Number(text.replace('−', '-')));
    expect(from).toBeLessThan(to!);
    const includesZero = from! <= 0 && to! >= 0;
    await expect(verdict).toContainText(includesZero ? 'do not differ significantly' : 'is better than');

    // Each entity is listed under the model that finds it.
    const rows = dialog.getByRole('table', { name: 'Scores of both models' }).locator('tbody tr');
    const [first, second] = (await rows.locator('td:last-child').allInnerTexts()).map(Number);
    const entities = dialog.getByRole('list', { name: 'Found by one model only' }).getByRole('listitem');
    await expect(entities).toHaveCount(Math.min(25, first! + second!));
    await dialog.getByText(`Run 1 (${first})`).click();
    await expect(entities).toHaveCount(Math.min(25, first!));
    await expect(entities.first()).toContainText('Found by Run 1');

    await dialog.getByRole('button', { name: 'Save F1 difference' }).click();
    const csv = await studio.downloaded(() => page.getByRole('menuitem', { name: 'CSV' }).click());
    expect(csv.bytes.toString()).toMatch(/^name,value\nfile,sample\.test\nfirst,Run 1\nsecond,Run 2\n/);
    await expectAccessible(page);
  });
});

test('statistics of a file, before training', async ({ page, studio, device }) => {
  await page.goto(`./?device=${device}#${RECIPE}`);
  await studio.waitFor('Idle');
  await page.getByRole('button', { name: 'Statistics of sample.dev' }).click();
  const dialog = page.getByRole('dialog', { name: 'Statistics' });
  await expect(dialog.getByText('126 sentences')).toBeVisible();
  const types = dialog.getByRole('table', { name: 'Types' });
  const column = async (table: Locator, cell: number) =>
    (await table.locator(`tbody tr td:nth-child(${cell})`).allInnerTexts()).map((text) => Number(text));
  expect(sum(await column(types, 2))).toBe(216);
  expect(sum(await column(dialog.getByRole('table', { name: 'Sentence lengths' }), 2))).toBe(126);
  await expect(
    dialog.getByText(/^\d+ of 216 entities of sample\.dev \(.*%\) are entities of sample\.train, too\.$/),
  ).toBeVisible();
  const ambiguous = dialog.getByRole('table', { name: 'Ambiguous words' });
  await expect(ambiguous.getByRole('row').nth(1)).toContainText('·');
  await dialog.getByRole('button', { name: 'Save Sentence lengths' }).click();
  const svg = await studio.downloaded(() => page.getByRole('menuitem', { name: 'SVG' }).click());
  expect(svg.bytes.toString()).toMatch(/^<svg .*<rect/);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Statistics of sample.dev' })).toBeFocused();

  // A sentence of the training file in a dev file is a warning.
  const copied = `${conll(['Mira Holt was here .'])}\n`;
  await studio.addFiles([textFile('own.train', copied), textFile('own.dev', copied)]);
  await page.getByRole('button', { name: 'Statistics of own.dev' }).click();
  await expect(dialog.getByText(/1 sentence is also in own\.train \(train\), 1 of them/)).toBeVisible();
});

test('the sentence, the matrix and the scores over the epochs of a run', async ({ page, studio, device }) => {
  const recipe = { epochs: 3, hidden: 24, charFeatures: 8, batchSize: 4, learningRate: 0.01 };
  await studio.open({ device, sample: 'none' }, recipe);
  const sentences = conll([
    '[LOC New York City] is amazing .',
    '[PER Nora Field] sails .',
    '[ORG Rail Works] is here .',
  ]);
  await studio.addFiles([textFile('own.train', `${sentences}\n`.repeat(20)), textFile('own.dev', sentences)]);
  await studio.tag('New York City is amazing.');
  await studio.train.click();
  await studio.waitFor('Finished', 110_000);
  const f1 = (await studio.scoresOf('Overall'))[2]!; // of the best epoch
  await page.getByRole('tab', { name: 'Inside', exact: true }).click();
  const region = page.getByRole('region', { name: 'Over time' });
  const slider = region.getByRole('slider', { name: 'Epoch' });
  await expect(slider).toHaveValue('2');
  const shown: string[] = [];
  await slider.focus();
  for (const epoch of [3, 2, 1]) {
    await expect(region.getByText(`Epoch ${epoch}: dev F1`)).toBeVisible();
    shown.push(await region.getByText(/^Epoch \d: dev F1/).innerText());
    await expect(region.getByRole('table', { name: `Tags after epoch ${epoch}` }).getByRole('row')).toHaveCount(6);
    await expect(region.getByRole('table', { name: `Transitions after epoch ${epoch}` })).toBeAttached();
    if (epoch > 1) await page.keyboard.press('ArrowLeft');
  }
  expect(shown.some((text) => text.includes(`dev F1 ${f1}`))).toBe(true);
  expect(new Set(shown).size).toBe(3);
  await region.getByRole('button', { name: 'Save Over time' }).click();
  const csv = await studio.downloaded(() => page.getByRole('menuitem', { name: 'CSV' }).click());
  expect(csv.bytes.toString()).toMatch(
    /^epoch,what,of,to,value,illegal\n1,f1,.*[^]*\n1,transition,START,O,[-\d.]+,0\n[^]*\n1,transition,O,I-LOC,0,1\n[^]*\n1,emission,New,O,/,
  );
  await expectAccessible(page, 'over time', '[aria-label="Over time"]');

  // A point on a curve leads to its epoch, by mouse and by keyboard, and stays in view while other figures are drawn.
  await page.getByRole('tab', { name: 'Charts', exact: true }).click();
  const curves = page.getByRole('figure', { name: 'F1 by entity' }).getByRole('application');
  const { width, height } = (await curves.boundingBox())!;
  const position = { x: width / 4, y: height / 2 };
  await curves.hover({ position });
  const readout = page.getByRole('figure', { name: 'F1 by entity' }).getByText(/^epoch [123]( \(best\))?: overall/);
  const pointed = (await readout.innerText()).split(/ \(|:/)[0]!;
  await curves.click({ position });
  await expect(region.getByText(new RegExp(`^${pointed}: dev F1`, 'i'))).toBeInViewport();
  await expect(slider).toBeFocused();
  await page.getByRole('tab', { name: 'Charts', exact: true }).click();
  await page.getByRole('figure', { name: 'Loss' }).getByRole('application').focus();
  await page.keyboard.press('ArrowRight');
  await expect(readout).toBeVisible();
  const arrived = (await readout.innerText()).split(/ \(|:/)[0]!;
  await page.keyboard.press('Enter');
  await expect(region.getByText(new RegExp(`^${arrived}: dev F1`, 'i'))).toBeInViewport();
  await expect(
    page.getByRole('figure', { name: 'Characters' }).getByRole('table', { name: 'Spellings' }),
  ).toBeAttached();
  await expect(region.getByRole('slider', { name: 'Epoch' })).toBeInViewport();

  // Another sentence has no history, and the page says so.
  await studio.tag('Berlin is large.');
  await expect(region.getByText(/has no history/)).toBeVisible();
  await studio.tag('New York City is amazing.');
  await expect(region.getByText(/has no history/)).toBeHidden();

  // It is stored with the run, and deleted with it.
  await page.getByRole('tab', { name: 'Runs', exact: true }).click();
  await expect(page.getByText(/epochs \(Over time\) \d/)).toBeVisible();
  await whenKept(page, /"model":\{/, 'runs');
  await page.reload();
  await studio.waitFor('Idle');
  await page.getByRole('tab', { name: 'Runs', exact: true }).click();
  await page.getByRole('button', { name: 'Actions for Run 1' }).click();
  await page.getByRole('menuitem', { name: 'Use model' }).click();
  await expect(studio.exportModel).toBeEnabled();
  await studio.tag('New York City is amazing.');
  await page.getByRole('tab', { name: 'Inside', exact: true }).click();
  await expect(region.getByText(shown[0]!)).toBeVisible();
  await page.getByRole('tab', { name: 'Runs', exact: true }).click();
  await page.getByRole('button', { name: 'Delete all' }).click();
  await page.getByRole('tab', { name: 'Inside', exact: true }).click();
  await expect(region.getByText(/^Train a run: its matrix/)).toBeVisible();

  // With several seeds, the epochs of the best one are stored.
  await studio.setting('Seeds').fill('2');
  await studio.setting('Epochs').fill('2');
  await studio.train.click();
  await studio.waitFor('Finished', 110_000);
  await page.getByRole('tab', { name: 'Runs', exact: true }).click();
  await expect(page.getByText(/epochs \(Over time\) \d/)).toBeVisible(); // stored
  await whenKept(page, /"model":\{/, 'runs');
  await page.reload();
  await studio.waitFor('Idle');
  await page.getByRole('tab', { name: 'Runs', exact: true }).click();
  await page.getByRole('button', { name: 'Actions for Run 1' }).click();
  await page.getByRole('menuitem', { name: 'Use model' }).click();
  await expect(studio.exportModel).toBeEnabled();
  await page.getByRole('tab', { name: 'Inside', exact: true }).click();
  await expect(region.getByRole('table', { name: 'Tags after epoch 2' }).getByRole('row')).toHaveCount(6);
});
