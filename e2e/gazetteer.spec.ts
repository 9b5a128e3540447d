import { expectExplained } from './fixtures/inside.ts';
import { expect, test } from './fixtures/test.ts';

/** Towns have various names; only the list shows which names are towns. */
const TOWNS = [
  'Alden',
  'Brimley',
  'Corwen',
  'Dunmere',
  'Eastwick',
  'Fenholt',
  'Garsdale',
  'Hexby',
  'Ivermoor',
  'Jarrow',
];
const FIRMS = ['Axcel', 'Bortek', 'Cimtra', 'Dravon', 'Elnora', 'Fyrex', 'Gentis', 'Halvex', 'Isomar', 'Jentra'];
const DEV = { towns: ['Kelby', 'Lorton', 'Marwick'], firms: ['Kantor', 'Lumex', 'Mirex'] };
const UNSEEN = { town: 'Zulmere', firm: 'Zantrex' };
const conll = (pairs: readonly (readonly [string, string])[]) =>
  pairs.map(([word, type]) => `We O\nlike O\n${word} B-${type}\n. O\n`).join('\n');
const corpus = (towns: readonly string[], firms: readonly string[]) =>
  conll([...towns.map((town) => [town, 'LOC'] as const), ...firms.map((firm) => [firm, 'ORG'] as const)]);
const CORPUS = corpus(TOWNS, FIRMS);
/** Names that do not occur in training: the best epoch uses the list. */
const DEV_CORPUS = corpus(DEV.towns, DEV.firms);
const LIST = `${[...TOWNS, ...DEV.towns, UNSEEN.town].join('\n')}\n--\n${TOWNS[0]}\n`;

const file = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });

test('a list of names: its card, a model that finds names that are only in the list, and its export', async ({
  page,
  studio,
  device,
}) => {
  await studio.open(
    { device, sample: 'none' },
    { epochs: 40, hidden: 16, batchSize: 4, learningRate: 0.02, charEncoder: 'none', wordDropout: 0.5 },
  );
  await studio.addFiles([file('train.conll', CORPUS), file('dev.conll', DEV_CORPUS), file('towns.txt', LIST)]);
  const card = page.getByRole('listitem').filter({ hasText: 'towns.txt' }).first();
  await expect(card).toContainText(/14\snames/);
  await card.getByText('10 matches in the training data, 100.0% of them entities').click();
  await expect(card).toContainText('LOC: precision 100.0%, recall 100.0%');
  await card.getByText('2 problems').click();
  await expect(card).toContainText('Not used: it has neither letters nor digits.');
  await expect(card).toContainText('Not used: the same name is in line 1.');

  await studio.train.click();
  await studio.waitFor('Finished');
  await studio.tag(`We like ${UNSEEN.town}.`);
  await expect.poll(() => studio.foundEntities()).toEqual([{ type: 'LOC', text: UNSEEN.town }]);
  await studio.tag(`We like ${UNSEEN.firm}.`);
  await expect.poll(() => studio.foundEntities()).toEqual([{ type: 'ORG', text: UNSEEN.firm }]);

  await expectExplained(page, UNSEEN.firm);
  await expect(page.getByRole('figure', { name: 'Why this tag' }).getByRole('columnheader')).toContainText([
    /of the other inputs/,
  ]);

  const { bytes } = await studio.downloadModel();
  expect(bytes.includes('tagger.mjs')).toBe(true);
  expect(bytes.includes('model.onnx')).toBe(false); // as the panel reports
  await expect(page.getByText('Python and ONNX cannot run a model with name lists')).toBeVisible();

  await page.getByRole('button', { name: 'Remove towns.txt' }).click();
  await expect(page.getByText('matches in the training data')).toBeHidden();
});

test('a list is restored with the page; a run with a list resumes only with it', async ({ page, studio, device }) => {
  await studio.open(
    { device, sample: 'none' },
    { epochs: 1000, patience: 0, hidden: 16, batchSize: 4, learningRate: 0.02, charEncoder: 'none' },
  );
  await studio.addFiles([file('train.conll', CORPUS), file('dev.conll', DEV_CORPUS), file('towns.txt', LIST)]);
  const card = page.getByRole('listitem').filter({ hasText: 'towns.txt' }).first();
  await expect(card).toContainText('10 matches in the training data');
  await studio.train.click();
  await studio.waitForScores();
  await studio.stopToResume();

  await page.reload();
  await studio.waitFor('Idle');
  await expect(card).toContainText('10 matches in the training data');
  await page.getByRole('tab', { name: 'Runs', exact: true }).click();
  await expect(page.getByTitle(/names of towns\.txt/).first()).toBeAttached();
  await page.getByRole('button', { name: 'Remove towns.txt' }).click();
  await studio.resumeRun('Run 1');
  await expect(studio.status).toContainText('it was started with other sentences, tags, vectors, name lists');
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(card).toContainText('10 matches in the training data');
  await studio.resumeRun('Run 1');
  await studio.waitFor('Training');
  await studio.stop.click();
  await studio.waitFor('Stopped');
});
