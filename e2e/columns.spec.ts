import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page, TestInfo } from '@playwright/test';
import { unzipSync } from 'fflate';
import { expectAxeSilent } from './fixtures/accessible.ts';
import { recipe } from './fixtures/guide.ts';
import { expect, test } from './fixtures/test.ts';

/** As in CoNLL-2003: word, part of speech, chunk, tag. Each word is both a name and no name: only the part of speech distinguishes them. */
const WORDS = ['marlo', 'tessin', 'rupa', 'dorn', 'kelm', 'vasco', 'lind', 'orme', 'pell', 'quist', 'hale', 'brisk'];
const conll = (words: readonly string[]) =>
  words
    .flatMap((word) => [
      `we PRP B-NP O\nmet VBD B-VP O\n${word} NNP B-NP B-PER\n. . O O\n`,
      `we PRP B-NP O\nmet VBD B-VP O\n${word} RB B-ADVP O\n. . O O\n`,
    ])
    .join('\n');
/** The same as JSON lines. */
const jsonLines = (words: readonly string[]) =>
  conll(words)
    .split('\n\n')
    .map((sentence) =>
      sentence
        .trim()
        .split('\n')
        .map((line) => line.split(' ')),
    )
    .map((rows) =>
      ['tokens', 'pos_tags', 'chunk_tags', 'ner_tags'].map((field, i) => [field, rows.map((row) => row[i])]),
    )
    .map((fields) => `${JSON.stringify(Object.fromEntries(fields))}\n`)
    .join('');
const file = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
const TRAIN = file('train.conll', conll(WORDS));
const DEV = file('dev.conll', conll(['marlo', 'kelm', 'zorin']));
const NEW = file('new.test', conll(['rupa', 'quill']));
const NEW_JSON = file('new.jsonl', jsonLines(['rupa', 'quill']));

const RECIPE = { epochs: 30, hidden: 16, batchSize: 4, learningRate: 0.02, charEncoder: 'none' };

const pos = (page: Page) => page.getByRole('checkbox', { name: /^pos 5 values$/ });

/** Scores the file in the tab Score. @returns its row of overall scores */
async function scored(page: Page, name: string): Promise<Locator> {
  await page.getByRole('tab', { name: 'Score', exact: true }).click();
  const files = page.getByLabel('File to score or tag');
  const option = files.getByRole('option', { name: new RegExp(`^${name}`) });
  await files.selectOption(await option.getAttribute('value'));
  await page.getByRole('button', { name: 'Score', exact: true }).click();
  const table = page.getByRole('table', { name: `Scores on ${name}`, exact: true });
  return table.getByRole('row').filter({ hasText: 'Overall' });
}

/** What the recipe of docs/javascript.md for columns gives with the files of a model. */
function tagsOfRecipe(info: TestInfo, zip: Uint8Array): string {
  const folder = info.outputPath('program');
  mkdirSync(folder, { recursive: true });
  const write = (name: string, contents: string | Uint8Array) => writeFileSync(join(folder, name), contents);
  write('model.zip', zip);
  write('tagger.mjs', unzipSync(zip)['tagger.mjs']!);
  const opening = recipe('Node', 'js').split('\n').slice(0, 3).join('\n'); // up to Tagger.load
  write('program.mjs', `${opening}\n${recipe('Tokens and columns', 'js')}console.log(JSON.stringify(tags));\n`);
  return execFileSync(process.execPath, ['program.mjs'], { cwd: folder, encoding: 'utf8' });
}

test('columns of the training file are inputs, chosen by name; files and sentences without them are tagged too', async ({
  page,
  studio,
  device,
}, info) => {
  await studio.open({ device, sample: 'none' }, RECIPE);
  await studio.addFiles([TRAIN, DEV]);
  await studio.openCard('train.conll');
  await page.getByText('Columns as inputs: none').click();
  await expect(page.getByRole('checkbox', { name: /^chunk 4 values$/ })).not.toBeChecked();
  await pos(page).check();
  await expect(page.getByText('Columns as inputs: pos')).toBeVisible();
  await expectAxeSilent(page);

  await studio.train.click();
  await studio.waitFor('Finished');
  expect((await studio.scoresOf('Overall'))[2]).toBe('100.00');
  await studio.tag('we met Marlo.');
  await expect(studio.entities).toContainText('we met Marlo.');
  await expect(page.getByText('Python and ONNX cannot run a model with columns')).toBeVisible();

  // A file that is added later is read with its columns; a file without columns is scored without them.
  await studio.addFiles([
    NEW,
    NEW_JSON,
    file('bare.test', NEW.buffer.toString().replaceAll(/ \S+ \S+ (\S+)$/gm, ' $1')),
  ]);
  await expect((await scored(page, 'new.test')).getByRole('cell').nth(2)).toHaveText('100.00');
  await expect((await scored(page, 'new.jsonl')).getByRole('cell').nth(2)).toHaveText('100.00');
  await expect((await scored(page, 'bare.test')).getByRole('cell').nth(2)).not.toHaveText('100.00');

  await page.getByRole('tab', { name: 'Runs' }).click();
  await expect(page.getByTitle(/, columns pos, on /).first()).toBeAttached();

  // Only the model, on a page without chosen columns: it reads those that it was trained with.
  const { name, bytes } = await studio.downloadModel();
  expect(bytes.includes('model.onnx')).toBe(false);
  expect(tagsOfRecipe(info, bytes)).toBe('["O","O","B-PER"]\n');
  await pos(page).uncheck();
  for (const removed of [/^Remove [\w-]+-model$/, /^Remove new\.test$/]) {
    await page.getByRole('button', { name: removed }).click();
    await expect(page.getByRole('button', { name: removed })).toBeHidden();
  }
  await studio.addFiles([NEW, { name, mimeType: 'application/zip', buffer: bytes }]);
  await page.getByRole('button', { name: /^Details of [\w-]+-model$/ }).click();
  await expect(page.getByText('Reads the columns pos of files')).toBeVisible();
  await expect((await scored(page, 'new.test')).getByRole('cell').nth(2)).toHaveText('100.00');
});

test('a run with columns of JSON lines resumes after a reload, which keeps the choice', async ({
  page,
  studio,
  device,
}) => {
  await studio.open({ device, sample: 'none' }, { ...RECIPE, epochs: 1000, patience: 0 });
  await studio.addFiles([file('train.jsonl', jsonLines(WORDS)), DEV]);
  await studio.openCard('train.jsonl');
  await page.getByText('Columns as inputs: none').click();
  await pos(page).check();
  await studio.train.click();
  await studio.waitForScores();
  await studio.stopToResume();

  await page.reload();
  await studio.waitFor('Idle');
  await studio.openCard('train.jsonl');
  await expect(page.getByText('Columns as inputs: pos')).toBeVisible();
  await page.getByRole('tab', { name: 'Runs' }).click();
  await studio.resumeRun('Run 1');
  await studio.waitFor('Training');
  await studio.stop.click();
  await studio.waitFor('Stopped');

  // Without the column the data differ.
  await page.getByText('Columns as inputs: pos').click();
  await pos(page).uncheck();
  await studio.resumeRun('Run 1');
  await expect(studio.status).toContainText('The run cannot be resumed with these files');
});
