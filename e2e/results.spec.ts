import { strToU8, zipSync } from 'fflate';
import { conll, devFile, doccanoFile, LEARNED, textFile, trainFile, vectorsFile } from './fixtures/corpus.ts';
import type { Entity, FilePayload, StudioPage } from './fixtures/studio-page.ts';
import { expect, test } from './fixtures/test.ts';

/** Memorises the sentences of the training file within seconds. */
const RECIPE = {
  epochs: 40,
  patience: 0,
  hidden: 24,
  charDim: 8,
  charFeatures: 8,
  batchSize: 4,
  learningRate: 0.02,
  unknownReplacement: 0,
  wordDropout: 0,
  averaging: 0,
  dropoutInput: 0,
  dropoutOutput: 0,
};

/** Sentences of the training file, in IOB1 with a middle column: B only starts an entity after one of the same type. */
const TEST = [
  'Nora NNP I-PER\nField NNP I-PER\nsails VBZ O\nto TO O\nWestmark NNP I-LOC\n. . O\n',
  'The DT O\nworks NNS O\nhired VBD O\na DT O\nfield NN O\nhand NN O\n. . O\n',
].join('\n');

/** The same sentences after two empty lines, with a person annotated as a place. */
const WRONG = `\n\n${TEST.replaceAll('I-PER', 'I-LOC')}`;

type SavedEntity = Entity & { start: number; end: number };

const text = ({ buffer }: FilePayload) => strToU8(buffer.toString());

async function addZip(studio: StudioPage): Promise<void> {
  const files = { 'data/own.train': trainFile(4), 'data/own.dev': devFile, 'tiny.vec': vectorsFile };
  const entries = Object.entries(files).map(([name, file]) => [name, text(file)]);
  const zip = zipSync(Object.fromEntries(entries) as Record<string, Uint8Array>);
  await studio.addFiles([{ name: 'all.zip', mimeType: 'application/zip', buffer: Buffer.from(zip) }]);
  await expect(studio.useOf('own.train')).toHaveValue('train');
}

test('a zip is read, a test file is scored and saved with predictions in its own scheme, and figures are saved', async ({
  page,
  studio,
  device,
}) => {
  await studio.open({ device, sample: 'none' }, RECIPE);
  await addZip(studio);

  await test.step('a corpus of the zip is removed and restored', async () => {
    await expect(studio.useOf('own.dev')).toHaveValue('dev');
    await expect(page.getByText('10 words', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Remove own.dev' }).click();
    await expect(studio.useOf('own.dev')).toBeHidden();
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect(studio.useOf('own.dev')).toHaveValue('dev');
    await expect(studio.useOf('own.train')).toHaveCount(1);
  });

  await studio.train.click();
  await studio.waitFor('Finished', 60_000);

  await test.step('a test file is scored', async () => {
    await studio.addFiles([textFile('own.test', TEST)]);
    await studio.openCard('own.test');
    await expect(page.getByLabel('Tag scheme of own.test')).toHaveValue('IOB1');
    await page.getByRole('tab', { name: 'Score', exact: true }).click();
    await page.getByRole('button', { name: 'Score', exact: true }).click();
    const scores = page.getByRole('table', { name: 'Scores on own.test', exact: true });
    await expect(scores.getByRole('rowheader')).toHaveText(['Overall', 'LOC', 'PER']);
    const overall = scores.getByRole('row').filter({ hasText: 'Overall' });
    await expect(overall.getByRole('cell')).toHaveText(['100.00', '100.00', '100.00', '2']);
    await expect(page.getByText('F1, relaxed')).toBeVisible();
  });

  await test.step('its predictions keep its columns and scheme', async () => {
    const save = page.getByRole('button', { name: 'Save predictions' });
    const { name, bytes } = await studio.downloaded(() => save.click());
    expect(name).toBe('own.test.predicted.conll');
    const expected = TEST.replaceAll(/^(\S+ \S+ (\S+))$/gm, '$1 $2');
    expect(bytes.toString()).toBe(`#predicted-by-tagsmith:column-4 O O O\n${expected}`);
  });

  await test.step('a text gets the same tags as in the sentence box', async () => {
    const diary = 'Nora Field 🙂 sails to Westmark.\n\nOn Sunday Ivo Lund left Corner Bank.\n';
    await studio.addFiles([textFile('diary.txt', diary)]);
    const files = page.getByLabel('File to score or tag');
    await files.selectOption('diary.txt (text)');
    await page.getByRole('button', { name: 'Tag', exact: true }).click();
    const listed = page.getByRole('region', { name: 'Sentences' });
    await expect(listed.getByText('All 2 sentences.')).toBeVisible();
    const sentence = listed.getByRole('listitem');
    await expect(sentence.first().locator('mark[data-entity="PER"]')).toHaveText('Nora Field');
    await listed.getByText('Least sure first').click();
    await expect(sentence.getByText(/least sure of “\S+”: \S+, (1\.0|\.\d\d)$/)).toHaveCount(2);
    const probabilities = (await sentence.allTextContents()).map((text) =>
      Number(/”: \S+, (1\.0|\.\d\d)/.exec(text)![1]),
    );
    expect(probabilities).toEqual(probabilities.toSorted((a, b) => a - b));
    const corrected = await studio.downloaded(() => listed.getByRole('button', { name: 'Save as CoNLL' }).click());
    expect(corrected.name).toBe('diary.least-sure.conll');
    expect(corrected.bytes.toString()).toMatch(/^Nora \S*PER\nField \S*PER\n/m);
    const saved = await studio.downloaded(async () => {
      await page.getByRole('button', { name: 'Save predictions' }).click();
      await page.getByRole('menuitem', { name: 'JSON lines' }).click();
    });
    expect(saved.name).toBe('diary.predicted.jsonl');
    await expect(page.getByText(/^diary\.txt, tagged by .+: 2 sentences, 15 tokens in/)).toBeVisible();
    const sentences = saved.bytes.toString().trim().split('\n');
    const entities = sentences.flatMap((line) => (JSON.parse(line) as { entities: SavedEntity[] }).entities);
    expect(entities.map(({ start, end }) => [...diary].slice(start, end).join(''))).toEqual(
      entities.map((entity) => entity.text),
    );
    await studio.tag(diary);
    await expect(studio.entities).toContainText('Corner Bank');
    const found = entities.map(({ type, text }) => ({ type, text }));
    await expect.poll(() => studio.foundEntities()).toEqual(found);
    expect(found).toContainEqual({ type: 'PER', text: 'Nora Field' });
    await studio.tag('');
  });

  await test.step('errors are shown in their sentences, saved, and opened in the sentence box', async () => {
    await studio.addFiles([textFile('wrong.test', WRONG)]);
    await expect(studio.useOf('wrong.test')).toBeVisible();
    const files = page.getByLabel('File to score or tag');
    await files.selectOption(await files.getByRole('option', { name: /^wrong\.test/ }).getAttribute('value'));
    await page.getByRole('button', { name: 'Score', exact: true }).click();
    const errors = page.getByRole('region', { name: 'Errors' });
    const item = errors.getByRole('listitem');
    await expect(item).toHaveCount(1);
    await expect(item).toContainText(/Line 3.*Wrong type: LOC as PER/);
    await expect(item.locator('mark[data-entity]:not([data-aside])')).toHaveText(['Nora Field', 'Nora Field']);
    const confusion = page.getByRole('table', { name: 'Confusion of types' });
    await expect(confusion.getByRole('row', { name: 'LOC' }).getByRole('cell')).toHaveText(['1', '1', '0']);
    await errors.getByRole('button', { name: 'PER 1' }).click();
    await expect(item).toHaveCount(1);

    const saved = await studio.downloaded(async () => {
      await errors.getByRole('button', { name: 'Save errors' }).click();
      await page.getByRole('menuitem', { name: 'CSV' }).click();
    });
    expect(saved.name).toBe('wrong.test.errors.csv');
    const row = '3,wrong-type,LOC,Nora Field,0,2,PER,Nora Field,0,2,Nora Field sails to Westmark .,seen';
    expect(saved.bytes.toString().split('\n')[1]).toBe(row);

    await item.getByRole('button', { name: 'Try it' }).click();
    await expect(studio.sentence).toHaveValue('Nora Field sails to Westmark .');
    await expect.poll(() => studio.foundEntities()).toContainEqual({ type: 'PER', text: 'Nora Field' });
  });

  await page.getByRole('tab', { name: 'Charts', exact: true }).click();
  for (const figure of ['Loss', 'F1 by entity', 'Transition matrix']) {
    await test.step(`${figure} is saved`, async () => {
      const saved = async (format: string) => {
        await page.getByRole('button', { name: `Save ${figure}` }).click();
        return studio.downloaded(() => page.getByRole('menuitem', { name: format }).click());
      };
      const file = figure.toLowerCase().replaceAll(' ', '-');
      const svg = await saved('SVG');
      expect(svg.name).toBe(`${file}.svg`);
      expect(svg.bytes.toString()).toMatch(/^<svg [^>]*width="\d/);
      const png = await saved('PNG');
      expect(png.bytes.subarray(1, 4).toString()).toBe('PNG');
      const csv = await saved('CSV');
      const [header, ...rows] = csv.bytes.toString().split('\n');
      expect(header).toMatch(/^(epoch|from),/);
      expect(rows.length).toBeGreaterThan(9);
    });
  }
  const csv = await studio.downloaded(() => page.getByRole('button', { name: 'Save Entity scores' }).click());
  expect(csv.bytes.toString()).toMatch(/^type,precision,recall,f1,support,.*\nOverall,1,1,1,/);
});

test('a removed model is restored and tags as before', async ({ page, studio, device, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await studio.open({ device, sample: 'none' }, { ...RECIPE, epochs: 2 });
  await studio.addFiles([textFile('own.train', conll(['[PER Nora Field] sails .', '[PER Ivo] rests .']))]);
  await studio.train.click();
  await studio.waitFor('Finished');
  const before = await studio.tagsOf('Nora Field sails.');
  await page.getByRole('button', { name: /^Remove [\w-]+-model$/ }).click();
  await expect(studio.exportModel).toBeDisabled();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(studio.exportModel).toBeEnabled();
  await studio.tag('');
  expect(await studio.tagsOf('Nora Field sails.')).toBe(before);
});

test('files that are added together are one training corpus, and a later file can join it', async ({
  page,
  studio,
  device,
}) => {
  const letter = (name: string) =>
    textFile(name, conll([`[PER Nora Field] sails to [LOC Westmark] , says ${name} .`, '[PER Ivo] rests .']));
  const names = Array.from({ length: 12 }, (_, i) => `letter${String(i + 1).padStart(2, '0')}.conll`);
  await studio.open({ device, sample: 'none' }, { ...RECIPE, epochs: 2 });
  await studio.addFiles(names.map(letter));
  for (const name of names) await expect(studio.useOf(name)).toHaveValue('train');
  await expect(page.getByText('No dev file: 10% of the training sentences are used as dev.')).toBeVisible();

  await studio.addFiles([letter('more.conll')]);
  await expect(studio.useOf('more.conll')).toHaveValue('test');
  await studio.useOf('more.conll').selectOption('train');
  await expect(page.getByText('13 training files')).toBeVisible();
  for (const name of names) await expect(studio.useOf(name)).toHaveValue('train');
  await studio.train.click();
  await studio.waitFor('Finished');
});

test('the export of an annotation tool is trained on without conversion', async ({ page, studio, device }) => {
  await studio.open({ device, sample: 'none' }, RECIPE);
  await studio.addFiles([doccanoFile, devFile]);
  await expect(studio.useOf('letters.jsonl')).toHaveValue('train');
  await studio.openCard('letters.jsonl');
  await expect(page.getByText('12 sentences · 81 tokens · 21 entities')).toBeVisible();
  await studio.train.click();
  await studio.waitFor('Finished', 60_000);
  const { text: sentence, entities } = LEARNED[0]!;
  await studio.tag(sentence);
  await expect.poll(() => studio.foundEntities()).toEqual(entities);
});
